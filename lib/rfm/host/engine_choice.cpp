// Names of variants, and the engines that exist.
#include "rfm/host/engine_choice.hpp"

#include <cstdlib>

namespace rfm {

namespace {

constexpr Variant variants[] = {Variant::plain,         Variant::baseline, Variant::avx2,
                                Variant::avx512,        Variant::neon,     Variant::avx2_unfused,
                                Variant::avx512_unfused};

template <class T>
std::string available() {
  std::string names;
  for (const Variant variant : variants) {
    const Engine<T>* engine = nullptr;
    if (find_engine(variant, &engine))
      names += std::string(names.empty() ? "" : ", ") + variant_name(variant);
  }
  return names;
}

}  // namespace

const char* variant_name(Variant variant) {
  switch (variant) {
    case Variant::plain:
      return "plain";
    case Variant::baseline:
      return "baseline";
    case Variant::avx2:
      return "avx2";
    case Variant::avx512:
      return "avx512";
    case Variant::neon:
      return "neon";
    case Variant::avx2_unfused:
      return "avx2_unfused";
    case Variant::avx512_unfused:
      return "avx512_unfused";
  }
  return "unknown";
}

template <class T>
bool choose_engine(const std::string& name, const Engine<T>** engine, std::string* problem) {
  if (name.empty() || name == "fastest") {
    *engine = best_engine<T>();
    return true;
  }
  for (const Variant variant : variants)
    if (name == variant_name(variant) && find_engine(variant, engine)) return true;
  *problem = "no variant '" + name + "' on this machine; there are: " + available<T>();
  return false;
}

template bool choose_engine(const std::string&, const Engine<float>**, std::string*);
template bool choose_engine(const std::string&, const Engine<double>**, std::string*);

std::string variant_from_environment() {
  const char* name = std::getenv("RFM_VARIANT");
  return name == nullptr ? "" : name;
}

}  // namespace rfm
