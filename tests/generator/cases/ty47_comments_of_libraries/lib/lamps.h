#pragma once
#pragma GCC system_header

/// Switches, see the manual of the bus.
/// @param addr  the bus address
/// @param level  0 to 7
void lamp_switch(int address, int level);

/// Counts.
/// @param nothing  is described here
int lamp_count(int floor);
