// One line on the terminal that says what is being done. Nothing when the error stream is no
// terminal; at most ten times a second, so that it does not flicker.
#pragma once
#include <cstddef>
#include <string>

namespace rfm::host {

// Seconds on a clock that never goes back.
double seconds();

class ProgressLine {
 public:
  explicit ProgressLine(bool wanted);
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Replaces the line, cut to the width of the terminal.
  void show(const std::string& words);
  void clear();
  bool visible() const { return visible_; }

 private:
  bool visible_;  // there is a terminal and somebody wants to see it
  bool drawn_ = false;
  double last_ = 0;
};

}  // namespace rfm::host
