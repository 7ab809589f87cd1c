// The variant of the heavy loops that a user asks for by name, as on a command line or in
// RFM_VARIANT.
#pragma once
#include <string>

#include "rfm/core/engine.hpp"

namespace rfm {

// The name of a variant: plain, baseline, avx2, avx512, neon, avx2_unfused or avx512_unfused.
const char* variant_name(Variant variant);

// The engine called `name`, empty or "fastest" being the best there is; false, with words in
// `problem`, where there is none of that name here.
template <class T>
bool choose_engine(const std::string& name, const Engine<T>** engine, std::string* problem);

// The value of the environment variable RFM_VARIANT; empty when it is not set.
std::string variant_from_environment();

extern template bool choose_engine(const std::string&, const Engine<float>**, std::string*);
extern template bool choose_engine(const std::string&, const Engine<double>**, std::string*);

}  // namespace rfm
