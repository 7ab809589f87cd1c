// What the objects of rfm_table.h have in common: a sentence about the last call, and a way in that
// no exception leaves. Everything here is for the .cpp files of this folder.
#pragma once
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include "rfm/c_table/rfm_table.h"
#include "rfm/data/outcome.hpp"
#include "rfm/data/table/text_table.hpp"

// Has the cells of its columns of numbers as text too.
struct rfm_table;

namespace rfm::c_table {

class Words {
 public:
  const char* text() const { return out_of_memory_ ? "out of memory" : words_.c_str(); }

  void set(std::string words) {
    out_of_memory_ = false;
    words_ = std::move(words);
  }
  void set_out_of_memory() { out_of_memory_ = true; }

 private:
  std::string words_;
  bool out_of_memory_ = false;
};

// Carries out `work`, which returns an Outcome and sets words where there is something to say of a
// success. Every pointer in `needed` must be given.
template <class Object, class Work, class... Pointers>
rfm_status carry_out(Object* object, const Work& work, const Pointers*... needed) {
  if (object == nullptr) return RFM_NULL_POINTER;
  try {
    const bool absent = (... || (needed == nullptr));
    if (absent) {
      object->words.set("a pointer that is required is null");
      return RFM_NULL_POINTER;
    }
    object->words.set({});
    data::Outcome outcome = work();
    if (outcome.ok()) return RFM_OK;
    object->words.set(std::move(outcome.words));
    return RFM_REFUSED;
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {  // more than any memory
  }
  object->words.set_out_of_memory();
  return RFM_NO_MEMORY;
}

template <class Object>
const char* words_of(const Object* object) {
  return object == nullptr ? "" : object->words.text();
}

// A line behind what there is already.
inline void append_line(const std::string& line, std::string& lines) {
  if (!lines.empty()) lines += '\n';
  lines += line;
}

// The cells of a table as the data floor reads them.
const data::TextTable& cells_of(const rfm_table& table);

}  // namespace rfm::c_table
