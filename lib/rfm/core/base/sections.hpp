// Tagged sections: what the layers above the core keep behind a model's arrays, in the area `extra`
// of its file. Every bound is checked while reading; O(sections), no heap.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "rfm/core/base/arena.hpp"
#include "rfm/core/base/status.hpp"

namespace rfm {

// Four letters as they stand in the file.
constexpr uint32_t section_tag(const char (&letters)[5]) {
  uint32_t tag = 0;
  for (size_t k = 0; k < 4; ++k) tag |= uint32_t{static_cast<unsigned char>(letters[k])} << (8 * k);
  return tag;
}

constexpr uint32_t encoding_section = section_tag("cell");  // encoding_layout.hpp
constexpr uint32_t history_section = section_tag("hist");   // JSON text: how the model came about
constexpr uint32_t member_section =
    section_tag("memb");  // a whole model; outputs of all are averaged

// The payload follows, then zeros up to the next multiple of 16, where the next section begins.
struct SectionHeader {
  uint32_t tag;
  uint32_t zero;
  uint64_t bytes;  // of the payload
};
static_assert(sizeof(SectionHeader) == alignment, "the section header is part of the file format");

struct Section {
  uint32_t tag = 0;
  const unsigned char* data = nullptr;  // aligned when the area is
  size_t bytes = 0;
};

// Walks an area: next() until `done`; each step says whether the area was sound so far.
class Sections {
 public:
  Sections(const unsigned char* area, size_t bytes)
      : at_(area), left_(area == nullptr ? 0 : bytes) {}

  bool done() const { return left_ == 0; }

  Status next(Section* section) {
    SectionHeader header;
    if (left_ < sizeof header) return Status::damaged;
    memcpy(&header, at_, sizeof header);
    const size_t room = left_ - sizeof header;
    if (header.zero != 0 || header.bytes > room) return Status::damaged;
    const size_t taken = rounded_up(static_cast<size_t>(header.bytes));
    if (taken > room) return Status::damaged;
    *section = {header.tag, at_ + sizeof header, static_cast<size_t>(header.bytes)};
    at_ += sizeof header + taken;
    left_ = room - taken;
    return Status::ok;
  }

 private:
  const unsigned char* at_;
  size_t left_;
};

// The section number `which` (from 0) with this tag; without one, `section` has no data. Fails only
// when the area is damaged. Sections with unknown tags are passed over.
inline Status find_section(const unsigned char* area, size_t bytes, uint32_t tag, size_t which,
                           Section* section) {
  *section = {};
  Sections sections(area, bytes);
  while (!sections.done()) {
    Section next;
    RFM_TRY(sections.next(&next));
    if (next.tag == tag && which-- == 0) {
      *section = next;
      return Status::ok;
    }
  }
  return Status::ok;
}

}  // namespace rfm
