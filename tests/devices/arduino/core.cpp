// The stub core: text goes to the emulator, pins give made-up readings, and after 70 turns of
// loop() the program ends.
#include "Arduino.h"
#include "toolchains/boards/semihosting.h"

SerialPort Serial;

void SerialPort::print(const char* text) { semihosting_write(text); }
void SerialPort::println(const char* text) {
  print(text);
  print("\n");
}
void SerialPort::println(float number) {
  const long thousandths = static_cast<long>(number * 1000.0f);
  char digits[] = "-0.000\n";
  long rest = thousandths < 0 ? -thousandths : thousandths;
  if (thousandths >= 0) digits[0] = ' ';
  for (int at = 5; at > 2; --at, rest /= 10) digits[at] = static_cast<char>('0' + rest % 10);
  digits[1] = static_cast<char>('0' + rest % 10);
  print(digits);
}

int analogRead(int pin) {
  static uint32_t state = 1;
  state = state * 1664525u + 1013904223u + static_cast<uint32_t>(pin);
  return static_cast<int>(state >> 22);
}
void delay(unsigned long) {}

int main() {
  setup();
  for (int turn = 0; turn < 70; ++turn) loop();
  semihosting_leave(0);
}
