#include "rfm/host/interrupt.hpp"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <exception>
#include <new>

namespace rfm::host {
namespace {

constexpr int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU};

volatile sig_atomic_t gentle = 0;
volatile sig_atomic_t was_interrupted = 0;
char unfinished[4096];
const char* last_words = "";

// Only calls that a signal handler may make.
void on_signal(int number) {
  if (number == SIGINT && gentle != 0 && was_interrupted == 0) {
    was_interrupted = 1;
    return;
  }
  if (unfinished[0] != 0) unlink(unfinished);
  signal(number, SIG_DFL);
  raise(number);
}

// Takes no memory.
void on_terminate() {
  try {
    if (std::current_exception() != nullptr) throw;
  } catch (const std::bad_alloc&) {
    if (unfinished[0] != 0) unlink(unfinished);
    [[maybe_unused]] const ssize_t said = write(STDERR_FILENO, last_words, strlen(last_words));
    _exit(1);
  } catch (...) {
  }
  abort();
}

void set_mask(int how) {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : signals) sigaddset(&set, number);
  sigprocmask(how, &set, nullptr);
}

}  // namespace

void watch_signals() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  for (const int number : signals) {
    struct sigaction before = {};
    sigaction(number, nullptr, &before);
    if (before.sa_handler != SIG_IGN) sigaction(number, &action, nullptr);
  }
  signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is then an error of write
}

GentleInterrupt::GentleInterrupt() {
  was_interrupted = 0;
  gentle = 1;
}

GentleInterrupt::~GentleInterrupt() { gentle = 0; }

bool interrupted() { return was_interrupted != 0; }

void end_in_words(const char* out_of_memory) {
  last_words = out_of_memory;
  std::set_terminate(on_terminate);
}

int create_unfinished(char* name) {
  set_mask(SIG_BLOCK);
  const int descriptor = mkstemp(name);
  const size_t length = strlen(name);
  if (descriptor >= 0 && length < sizeof unfinished) memcpy(unfinished, name, length + 1);
  set_mask(SIG_UNBLOCK);
  return descriptor;
}

void call_finished() {
  set_mask(SIG_BLOCK);
  unfinished[0] = 0;
  set_mask(SIG_UNBLOCK);
}

}  // namespace rfm::host
