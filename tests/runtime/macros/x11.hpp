// Macros as Xlib's headers have them.
#pragma once

#define None 0L
#define Bool int
#define Status int
#define True 1
#define False 0
#define Success 0
#define BadRequest 1
#define BadValue 2
#define Always 2
#define Above 0
#define Below 1
#define Opposite 4
#define Unsorted 0
#define YSorted 1
#define Complex 0
#define Convex 2
#define Absolute 0
#define KeyPress 2
#define Expose 12
#define FocusIn 9
#define CursorShape 0
#define GrayScale 1
#define DestroyAll 0
#define Nonconvex 1
#define CurrentTime 0L
#define AllocNone 0
#define Button1 1
