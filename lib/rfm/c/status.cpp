// Statuses in C: the same numbers and words as in C++, which the compiler checks here.
#include "rfm/c/handles.hpp"
#include "rfm/version.h"

static_assert(RFM_OK == rfm::c::code(rfm::Status::ok));
static_assert(RFM_NULL_POINTER == rfm::c::code(rfm::Status::null_pointer));
static_assert(RFM_EMPTY == rfm::c::code(rfm::Status::empty));
static_assert(RFM_TOO_LARGE == rfm::c::code(rfm::Status::too_large));
static_assert(RFM_BUFFER_TOO_SMALL == rfm::c::code(rfm::Status::buffer_too_small));
static_assert(RFM_MISALIGNED == rfm::c::code(rfm::Status::misaligned));
static_assert(RFM_OVERLAP == rfm::c::code(rfm::Status::overlap));
static_assert(RFM_NOT_FINITE == rfm::c::code(rfm::Status::not_finite));
static_assert(RFM_BAD_RIDGE == rfm::c::code(rfm::Status::bad_ridge));
static_assert(RFM_BAD_KERNEL == rfm::c::code(rfm::Status::bad_kernel));
static_assert(RFM_BAD_WEIGHT == rfm::c::code(rfm::Status::bad_weight));
static_assert(RFM_BAD_OPTION == rfm::c::code(rfm::Status::bad_option));
static_assert(RFM_OUT_OF_SCALE == rfm::c::code(rfm::Status::out_of_scale));
static_assert(RFM_SINGULAR == rfm::c::code(rfm::Status::singular));
static_assert(RFM_OVERFLOW == rfm::c::code(rfm::Status::overflow));
static_assert(RFM_WRONG_ORDER == rfm::c::code(rfm::Status::wrong_order));
static_assert(RFM_SHAPE_MISMATCH == rfm::c::code(rfm::Status::shape_mismatch));
static_assert(RFM_NOT_A_MODEL == rfm::c::code(rfm::Status::not_a_model));
static_assert(RFM_UNKNOWN_VERSION == rfm::c::code(rfm::Status::unknown_version));
static_assert(RFM_TRUNCATED == rfm::c::code(rfm::Status::truncated));
static_assert(RFM_DAMAGED == rfm::c::code(rfm::Status::damaged));
static_assert(RFM_WRONG_TYPE == rfm::c::code(rfm::Status::wrong_type));
static_assert(RFM_WRONG_KERNEL == rfm::c::code(rfm::Status::wrong_kernel));
static_assert(RFM_NOTHING_LEFT == rfm::c::code(rfm::Status::nothing_left));
static_assert(RFM_STOPPED == rfm::c::code(rfm::Status::stopped));

extern "C" {

const char* rfm_words(rfm_status status) {
  if (status == RFM_HAS_CELLS)
    return "the model takes raw cells, which are no features: encode them by rfm_cells_encode";
  if (status == RFM_NO_CELLS) return "the model has no encoding: it takes features as they are";
  if (status == RFM_SEVERAL_MEMBERS)
    return "the model averages several machines: train it with --members 1, or export it as C";
  return rfm::words(static_cast<rfm::Status>(status));
}

const char* rfm_version(void) { return RFM_VERSION; }

}  // extern "C"
