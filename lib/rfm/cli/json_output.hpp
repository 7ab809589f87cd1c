// JSON as the commands print it, and as they read it from files that may come from anywhere.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace rfm::cli {

using Json = nlohmann::ordered_json;

// Indented, with a line end; bytes that are no UTF-8 are replaced.
inline std::string printed(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

// An object, or null when the text is none. What is nested deeper than any history is left out.
inline Json parsed_object(std::string_view text) {
  constexpr int deepest = 16;
  const auto shallow = [](int depth, Json::parse_event_t, Json&) { return depth < deepest; };
  Json json = Json::parse(text, shallow, false);
  return json.is_object() ? json : Json();
}

}  // namespace rfm::cli
