// Macros as Unreal Engine has them.
#define check(expression) static_cast<void>(0)
#define verify(expression) static_cast<void>(expression)
#define checkf(expression, format, ...) static_cast<void>(0)
#define ensure(expression) (!!(expression))
#define TEXT(text) L##text
#define PI (3.1415926535897932f)
#define UPROPERTY(...)
#define UFUNCTION(...)
#define INDEX_NONE -1
