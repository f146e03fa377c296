// Macros as Arduino.h has them.
#define HIGH 0x1
#define LOW 0x0
#define INPUT 0x0
#define OUTPUT 0x1
#define DEFAULT 1
#define INTERNAL 3
#define EXTERNAL 0
#define CHANGE 1
#define RISING 3
#define DISPLAY 1
#define PI 3.1415926535897932
#define F(text) (text)
#define B0 0
#define B1 1
#define bit(b) (1UL << (b))
#define abs(x) ((x) > 0 ? (x) : -(x))
#define round(x) ((x) >= 0 ? static_cast<long>((x) + 0.5) : static_cast<long>((x) - 0.5))
#define constrain(value, low, high) ((value) < (low) ? (low) : ((value) > (high) ? (high) : (value)))
#define radians(degrees) ((degrees) * 0.017453292519943295)
#define degrees(radians) ((radians) * 57.29577951308232)
#define sq(x) ((x) * (x))
#define lowByte(w) (static_cast<unsigned char>((w) & 0xff))
#define bitRead(value, bit) (((value) >> (bit)) & 0x01)
#define interrupts() static_cast<void>(0)
