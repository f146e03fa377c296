// Macros as Unreal Engine has them.
#pragma once

#define check(expression) static_cast<void>(0)
#define checkf(expression, format, ...) static_cast<void>(0)
#define checkSlow(expression) static_cast<void>(0)
#define verify(expression) static_cast<void>(expression)
#define verifyf(expression, format, ...) static_cast<void>(expression)
#define ensure(expression) (!!(expression))
#define unimplemented() static_cast<void>(0)
#define TEXT(text) L##text
#define PI (3.1415926535897932f)
#define SMALL_NUMBER (1.e-8f)
#define UPROPERTY(...)
#define UFUNCTION(...)
#define USTRUCT(...)
#define UENUM(...)
#define UPARAM(...)
#define UMETA(...)
#define GENERATED_BODY(...)
#define INDEX_NONE -1
#define MAX_int32 0x7fffffff
#define FORCEINLINE inline
#define LOCTEXT(key, text) L##text
