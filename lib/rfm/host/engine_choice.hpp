// The engine that a user asks for by name, as in RFM_ENGINE.
#pragma once
#include <string>

#include "rfm/core/engine.hpp"

namespace rfm {

// The engine called `name`, empty or "fastest" being the best there is; false, with words in
// `problem`, where there is none of that name here.
template <class T>
bool choose_engine(const std::string& name, const Engine<T>** engine, std::string* problem);

// The value of the environment variable RFM_ENGINE, or RFM_VARIANT as it was called; empty when it
// is not set.
std::string engine_from_environment();

extern template bool choose_engine(const std::string&, const Engine<float>**, std::string*);
extern template bool choose_engine(const std::string&, const Engine<double>**, std::string*);

}  // namespace rfm
