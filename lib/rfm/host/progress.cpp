#include "rfm/host/progress.hpp"

#include <stdio.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

namespace rfm::host {
namespace {

constexpr double shortest_pause = 0.1;  // seconds between two drawings
constexpr std::size_t usual_width = 80;

std::size_t terminal_width() {
  winsize size = {};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col
                                                                         : usual_width;
}

// The first characters of UTF-8 text that fit into `width` columns, of one column each.
std::string cut(const std::string& words, std::size_t width) {
  std::size_t columns = 0, k = 0;
  for (; k < words.size(); ++k) {
    const bool continues = (static_cast<unsigned char>(words[k]) & 0xC0) == 0x80;
    if (!continues && columns++ == width) break;
  }
  return words.substr(0, k);
}

}  // namespace

double seconds() {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

ProgressLine::ProgressLine(bool wanted) : visible_(wanted && isatty(STDERR_FILENO) == 1) {}

void ProgressLine::show(const std::string& words) {
  if (!visible_) return;
  const double now = seconds();
  if (drawn_ && now - last_ < shortest_pause) return;
  fprintf(stderr, "\r%s\033[K", cut(words, terminal_width() - 1).c_str());
  fflush(stderr);
  drawn_ = true;
  last_ = now;
}

void ProgressLine::clear() {
  if (!drawn_) return;
  fputs("\r\033[K", stderr);
  fflush(stderr);
  drawn_ = false;
}

}  // namespace rfm::host
