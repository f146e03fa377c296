// As the header of a window system has them.
#pragma once

#define None 0L
#define near
#define Status int
