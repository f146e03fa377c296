// As the header of a window system has them.
#pragma once

#define None 0L
#define Bool int
#define Status int
#define Success 0
#define Always 2
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define emit
#define check(expression) static_cast<void>(0)
