// Engines by name.
#include "rfm/host/engine_choice.hpp"

#include <cstdlib>

namespace rfm {

namespace {

template <class T>
std::string available() {
  std::string names;
  for (const EngineFacts& facts : engine_list) {
    const Engine<T>* engine = nullptr;
    if (find_engine(facts.id, &engine))
      names = facts.name + std::string(names.empty() ? "" : ", ") + names;
  }
  return names;
}

}  // namespace

template <class T>
bool choose_engine(const std::string& name, const Engine<T>** engine, std::string* problem) {
  if (name.empty() || name == "fastest") {
    *engine = best_engine<T>();
    return true;
  }
  for (const EngineFacts& facts : engine_list)
    if (name == facts.name && find_engine(facts.id, engine)) return true;
  *problem = "no engine '" + name + "' on this machine; there are: " + available<T>();
  return false;
}

template bool choose_engine(const std::string&, const Engine<float>**, std::string*);
template bool choose_engine(const std::string&, const Engine<double>**, std::string*);

std::string engine_from_environment() {
  const char* name = std::getenv("RFM_ENGINE");
  if (name == nullptr) name = std::getenv("RFM_VARIANT");  // as it was called
  return name == nullptr ? "" : name;
}

}  // namespace rfm
