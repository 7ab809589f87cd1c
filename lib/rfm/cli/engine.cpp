// In the program the default engine is the one that RFM_ENGINE names, instead of the library's own
// choice in simd/fastest.cpp. main has refused unknown names before anything asks.
#include "rfm/host/engine_choice.hpp"

#ifdef RFM_ENGINES
namespace rfm {

namespace {

template <class T>
const Engine<T>* wanted() {
  const Engine<T>* engine = nullptr;
  std::string problem;
  return choose_engine(engine_from_environment(), &engine, &problem) ? engine : best_engine<T>();
}

}  // namespace

template <>
const Engine<float>* fastest() {
  return wanted<float>();
}
template <>
const Engine<double>* fastest() {
  return wanted<double>();
}

}  // namespace rfm
#endif
