/* A header that rfm export wrote, on an ATmega328P: HEADER names it, PREFIX what its names begin
 * with. Prints the bits of the answers to some rows and, on the processor itself, the cycles of one
 * row; elsewhere the same answers. */
#include HEADER

#define JOINED(a, b) a##b
#define NAME(a, b) JOINED(a, b)
#define PREDICT NAME(PREFIX, _predict)

#ifdef __AVR__
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

static void put(char c) {
  while ((UCSR0A & (1 << UDRE0)) == 0) {
  }
  UDR0 = (uint8_t)c;
}

/* Ticks of 64 cycles. */
static void begin(void) {
  UCSR0B = 1 << TXEN0;
  TCCR1A = 0;
  TCCR1B = (1 << CS11) | (1 << CS10);
}
static uint16_t ticks(void) { return TCNT1; }
static void end(void) {
  cli();
  sleep_enable();
  sleep_cpu();
}
#else
#include <stdio.h>
static void put(char c) { putchar(c); }
static void begin(void) {}
static uint16_t ticks(void) { return 0; }
static void end(void) {}
#endif

static void print(char mark, uint32_t number) {
  int8_t k;
  put(mark);
  for (k = 28; k >= 0; k = (int8_t)(k - 4)) put("0123456789abcdef"[number >> k & 15]);
  put('\n');
}

#define ROWS 12

int main(void) {
  static float cells[COLUMNS];
  uint8_t i, k;
  uint16_t before, after;
  begin();
  for (i = 0; i < ROWS; ++i) {
    float answer = 0;
    uint32_t bits;
    for (k = 0; k < COLUMNS; ++k) cells[k] = (float)((i * 37 + k * 29) % 64 - 20) / 16;
    if (i % 5 == 4) cells[i % COLUMNS] = NAN;
    before = ticks();
    if (PREDICT(cells, COLUMNS, &answer, 1) != 0) print('!', 1);
    after = ticks();
    memcpy(&bits, &answer, sizeof bits);
    print('a', bits);
    if (i == 0) print('t', (uint16_t)(after - before));
  }
  end();
  return 0;
}
