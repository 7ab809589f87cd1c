// The default choice among engines. Alone in its object file, so that a program can define its own
// instead.
#include "rfm/core/engine.hpp"

namespace rfm {

template <>
const Engine<float>* fastest() {
  return best_engine<float>();
}
template <>
const Engine<double>* fastest() {
  return best_engine<double>();
}

}  // namespace rfm
