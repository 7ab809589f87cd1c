// The part of an Arduino core that the examples use, on an emulated board: for compiling and
// running sketches in tests.
#pragma once
#include <stddef.h>
#include <stdint.h>

struct SerialPort {
  void begin(long) {}
  void print(const char* text);
  void println(const char* text);
  void println(float number);
};
extern SerialPort Serial;

int analogRead(int pin);
void delay(unsigned long milliseconds);
void setup();
void loop();
