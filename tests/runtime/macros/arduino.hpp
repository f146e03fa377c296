// Macros as Arduino.h has them.
#pragma once

#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define abs(x) ((x) > 0 ? (x) : -(x))
#define round(x) ((x) >= 0 ? static_cast<long>((x) + 0.5) : static_cast<long>((x)-0.5))
#define constrain(value, low, high) \
    ((value) < (low) ? (low) : ((value) > (high) ? (high) : (value)))
#define radians(degrees) ((degrees)*0.017453292519943295)
#define degrees(radians) ((radians)*57.29577951308232)
#define sq(x) ((x) * (x))
#define bit(b) (1UL << (b))
#define bitRead(value, bit) (((value) >> (bit)) & 0x01)
#define bitSet(value, bit) ((value) |= (1UL << (bit)))
#define bitClear(value, bit) ((value) &= ~(1UL << (bit)))
#define bitWrite(value, bit, to) ((to) ? bitSet(value, bit) : bitClear(value, bit))
#define lowByte(w) (static_cast<unsigned char>((w)&0xff))
#define highByte(w) (static_cast<unsigned char>((w) >> 8))
#define interrupts() static_cast<void>(0)
#define noInterrupts() static_cast<void>(0)
#define F(text) (text)
#define HIGH 0x1
#define LOW 0x0
#define INPUT 0x0
#define OUTPUT 0x1
#define DEFAULT 1
#define INTERNAL 3
#define EXTERNAL 0
#define CHANGE 1
#define FALLING 2
#define RISING 3
#define DISPLAY 1
#define SERIAL 0
#define PI 3.1415926535897932
#define HALF_PI 1.5707963267948966
#define EULER 2.718281828459045
#define B0 0
#define B1 1
#define _BV(bit) (1 << (bit))
