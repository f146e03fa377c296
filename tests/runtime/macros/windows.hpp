// Macros as windows.h has them.
#pragma once

#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define near
#define far
#define small char
#define hyper long long
#define interface struct
#define cdecl
#define pascal
#define IN
#define OUT
#define OPTIONAL
#define ERROR 0
#define DELETE 0x00010000L
#define CONST const
#define VOID void
#define TEXT(text) L##text
#define CALLBACK
#define STRICT 1
#define IGNORE 0
#define INFINITE 0xFFFFFFFF
#define NO_ERROR 0L
#define ABSOLUTE 1
#define RELATIVE 2
#define OPAQUE 2
#define TRANSPARENT 1
#define DIFFERENCE 11
#define DOMAIN 1
#define OVERFLOW 3
#define TRUE 1
#define FALSE 0
#define Yield()
#define SendMessage SendMessageW
#define GetMessage GetMessageW
#define GetObject GetObjectW
#define GetCurrentTime() GetTickCount()
#define GetUserName GetUserNameW
#define CreateFile CreateFileW
#define DeleteFile DeleteFileW
#define MoveFile MoveFileW
#define ReportEvent ReportEventW
