// Macros as windows.h has them.
#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define near
#define far
#define small char
#define interface struct
#define IN
#define OUT
#define OPTIONAL
#define ERROR 0
#define DELETE 0x00010000L
#define CONST const
#define VOID void
#define STRICT 1
#define IGNORE 0
#define INFINITE 0xFFFFFFFF
#define NO_ERROR 0L
#define ABSOLUTE 1
#define RELATIVE 2
#define TRUE 1
#define FALSE 0
#define SendMessage SendMessageW
#define GetObject GetObjectW
#define CreateFile CreateFileW
#define DeleteFile DeleteFileW
#define GetMessage GetMessageW
#define Yield()
