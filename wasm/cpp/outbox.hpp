// What the last call left for JavaScript: a text or bytes, and two arrays of numbers. JavaScript
// copies them out and clears them, so that nothing large stays behind a call.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "rfm/data/outcome.hpp"

// A function that JavaScript calls by the name that the linker gives it.
#define RFM_WASM_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace rfm::wasm {

struct Outbox {
  std::string text;
  std::vector<float> first, second;
};

Outbox& outbox();

// Numbers that every exported function which can fail returns, besides handles.
constexpr int done = 1, refused = 0;

// Leaves {"words": ..., "line": ..., "column": ..., "bytes": ...} and returns `refused`.
int refuse(const data::Outcome& outcome, std::size_t bytes = 0);
int refuse(const std::string& words);

// Leaves the text and returns `done`.
int answer(std::string text);

}  // namespace rfm::wasm
