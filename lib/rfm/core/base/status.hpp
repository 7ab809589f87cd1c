// How the library says what went wrong: one enumeration, one sentence each, and a Report with the
// place.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "rfm/core/base/target.hpp"

namespace rfm {

// Zero is success. Numbers are part of the C interface and of stored logs: they are never changed.
enum class [[nodiscard]] Status : int32_t;
enum class Status : int32_t {
  ok = 0,
  null_pointer = 1,
  empty = 2,
  too_large = 3,
  buffer_too_small = 4,
  misaligned = 5,
  overlap = 6,
  not_finite = 7,
  bad_ridge = 8,
  bad_kernel = 9,
  bad_weight = 10,
  bad_option = 11,
  out_of_scale = 12,
  singular = 13,
  overflow = 14,
  // 15 is free
  wrong_order = 16,
  shape_mismatch = 17,
  not_a_model = 18,
  unknown_version = 19,
  truncated = 20,
  damaged = 21,
  wrong_type = 22,
  wrong_kernel = 23,
  nothing_left = 24,
  stopped = 25,
};

// Where it happened; filled by functions that take one, whether or not they fail.
struct Report {
  size_t row = 0;           // row of the offending cell, from 0
  size_t column = 0;        // its column, from 0; targets are counted on from the features
  size_t bytes_needed = 0;  // what a refused buffer should have held
  double jitter = 0;  // what was added to the diagonal because the matrix was singular; usually 0
};

constexpr const char* words(Status status) {
  switch (status) {
    case Status::ok:
      return "done";
    case Status::null_pointer:
      return "a required pointer is null: pass the array, or a size of zero where that is allowed";
    case Status::empty:
      return "there are no rows, no columns or no outputs: give at least one of each";
    case Status::too_large:
      return "the shape does not fit this machine's address space: use fewer rows or columns";
    case Status::buffer_too_small:
      return "the buffer is too small: ask the size function for this shape and these options";
    case Status::misaligned:
      return "the buffer must start at a multiple of 16 bytes: declare it with alignas(16)";
    case Status::overlap:
      return "two buffers share memory: the model, the workspace and the data must be apart";
    case Status::not_finite:
      return "a cell is NaN or infinite: fill or remove it before fitting";
    case Status::bad_ridge:
      return "the ridge must be zero or a positive number";
    case Status::bad_kernel:
      return "the kernel's parameters are out of range: bandwidth > 0, 0 < q <= 2, 1 to 5 hidden "
             "layers";
    case Status::bad_weight:
      return "a sample weight is not a positive number: remove rows that should not count";
    case Status::bad_option:
      return "an option is outside its range: see the comments of Options";
    case Status::out_of_scale:
      return "the columns are too large or too small for this type: centre and scale them first";
    case Status::singular:
      return "the kernel matrix stays singular: raise the ridge or merge duplicate rows";
    case Status::overflow:
      return "numbers overflowed while fitting: scale the targets or raise the ridge";
    case Status::wrong_order:
      return "this step must follow start, and rounds must be left: call start first";
    case Status::shape_mismatch:
      return "the number of columns differs from the model's";
    case Status::not_a_model:
      return "these bytes are not an rfm model";
    case Status::unknown_version:
      return "the model was written by a newer version of rfm";
    case Status::truncated:
      return "the model ends too early: the file is incomplete";
    case Status::damaged:
      return "the model is damaged: its checksum or its sizes do not agree";
    case Status::wrong_type:
      return "the model holds the other number type: open it as float or double accordingly";
    case Status::wrong_kernel:
      return "the model was fitted with another kernel than the one given";
    case Status::nothing_left:
      return "no feature reaches the threshold: choose a smaller share";
    case Status::stopped:
      return "the work was stopped before it was done, as its executor asked";
  }
  return "an unknown status";
}

}  // namespace rfm

// Returns from the enclosing function with the status of `expression` unless it is ok.
#define RFM_TRY(expression)                                                             \
  do {                                                                                  \
    if (const ::rfm::Status rfm_status = (expression); rfm_status != ::rfm::Status::ok) \
      return rfm_status;                                                                \
  } while (false)
