// Raw cells from C: a model file with an encoding, read in place, without a heap.
#include "rfm/core/base/sections.hpp"
#include "rfm/core/cells/decoding.hpp"

#include "rfm/c/handles.hpp"

namespace rfm::c {

template <class T>
struct LiveCells {
  static constexpr uint64_t live = 0x6d66736c6c656372u + sizeof(T);
  uint64_t mark = live;
  Encoding<T> encoding;
};

// The encoding behind a machine of `model`; refused where one machine is not the whole answer.
template <class T>
static rfm_status find_encoding(const Model<T>& model, Encoding<T>* encoding) {
  Section section;
  Status status = find_section(model.extra, model.extra_bytes, member_section, 0, &section);
  if (status != Status::ok) return code(status);
  if (section.data != nullptr) return RFM_SEVERAL_MEMBERS;
  status = find_section(model.extra, model.extra_bytes, encoding_section, 0, &section);
  if (status != Status::ok) return code(status);
  if (section.data == nullptr) return RFM_NO_CELLS;
  status = open_encoding(section.data, section.bytes, encoding);
  if (status != Status::ok) return code(status);
  if (encoding->features != model.d || encoding->outputs != model.c) return RFM_DAMAGED;
  return RFM_OK;
}

template <class T>
static rfm_status open_cells(typename Types<T>::Cells* handle,
                             const typename Types<T>::Model* machine) {
  if (handle == nullptr || machine == nullptr) return RFM_NULL_POINTER;
  const auto* live = find<LiveModel<T>>(machine);
  if (live == nullptr) return RFM_WRONG_ORDER;
  Encoding<T> encoding;
  const rfm_status status = find_encoding(live->model, &encoding);
  if (status == RFM_OK) create<LiveCells<T>>(handle)->encoding = encoding;
  return status;
}

template <class T>
static const Encoding<T>* encoding_of(const typename Types<T>::Cells* handle) {
  const auto* live = handle == nullptr ? nullptr : find<LiveCells<T>>(handle);
  return live == nullptr ? nullptr : &live->encoding;
}

template <class T>
static rfm_status tell_cells(const typename Types<T>::Cells* handle, rfm_cells_facts* facts) {
  if (handle == nullptr || facts == nullptr) return RFM_NULL_POINTER;
  const Encoding<T>* e = encoding_of<T>(handle);
  if (e == nullptr) return RFM_WRONG_ORDER;
  *facts = {e->columns, e->features, e->outputs, e->classes};
  return RFM_OK;
}

static const char* letters(Text text, size_t* size) {
  *size = text.size;
  return text.data;
}

template <class T>
static const char* column_name(const typename Types<T>::Cells* handle, size_t index, size_t* size) {
  const Encoding<T>* e = encoding_of<T>(handle);
  if (e == nullptr || size == nullptr || index >= e->columns) return nullptr;
  return letters(e->column_name(index), size);
}

template <class T>
static const char* class_name(const typename Types<T>::Cells* handle, size_t index, size_t* size) {
  const Encoding<T>* e = encoding_of<T>(handle);
  if (e == nullptr || size == nullptr || index >= e->classes) return nullptr;
  return letters(e->class_name(index), size);
}

template <class T>
static rfm_status encode_cells(const typename Types<T>::Cells* handle, const rfm_cell* cells, T* x,
                               size_t* strange) {
  if (handle == nullptr || cells == nullptr || x == nullptr) return RFM_NULL_POINTER;
  const Encoding<T>* e = encoding_of<T>(handle);
  if (e == nullptr) return RFM_WRONG_ORDER;
  size_t unknown = 0;
  for (size_t k = 0; k < e->columns; ++k) {
    const rfm_cell& cell = cells[k];
    Cell<T> told;
    if (cell.text != nullptr) {
      told.text = {cell.text, cell.text_size};
    } else {
      told.number = static_cast<T>(cell.number);
    }
    const CellNote note = encode_cell(*e, k, told, x);
    if (note == CellNote::unseen || note == CellNote::unreadable) ++unknown;
  }
  if (strange != nullptr) *strange = unknown;
  return RFM_OK;
}

template <class T>
static rfm_status decode_outputs(const typename Types<T>::Cells* handle, const T* outputs, T* value,
                                 T* probabilities) {
  if (handle == nullptr || outputs == nullptr || value == nullptr) return RFM_NULL_POINTER;
  const Encoding<T>* e = encoding_of<T>(handle);
  if (e == nullptr) return RFM_WRONG_ORDER;
  if (e->classes > 0 && probabilities == nullptr) return RFM_NULL_POINTER;
  *value = decoded_answer(*e, outputs, probabilities);
  return RFM_OK;
}

template <class T>
static T interval_of(const typename Types<T>::Cells* handle, T coverage, T value) {
  const Encoding<T>* e = encoding_of<T>(handle);
  return e == nullptr ? T(0) : width_around(*e, coverage, value);
}

}  // namespace rfm::c

extern "C" {

rfm_status rfm_cells_open_f32(rfm_cells_f32* cells, const rfm_model_f32* model) {
  return rfm::c::open_cells<float>(cells, model);
}
rfm_status rfm_cells_open_f64(rfm_cells_f64* cells, const rfm_model_f64* model) {
  return rfm::c::open_cells<double>(cells, model);
}

rfm_status rfm_cells_tell_f32(const rfm_cells_f32* cells, rfm_cells_facts* facts) {
  return rfm::c::tell_cells<float>(cells, facts);
}
rfm_status rfm_cells_tell_f64(const rfm_cells_f64* cells, rfm_cells_facts* facts) {
  return rfm::c::tell_cells<double>(cells, facts);
}

const char* rfm_cells_column_f32(const rfm_cells_f32* cells, size_t index, size_t* size) {
  return rfm::c::column_name<float>(cells, index, size);
}
const char* rfm_cells_column_f64(const rfm_cells_f64* cells, size_t index, size_t* size) {
  return rfm::c::column_name<double>(cells, index, size);
}
const char* rfm_cells_class_f32(const rfm_cells_f32* cells, size_t index, size_t* size) {
  return rfm::c::class_name<float>(cells, index, size);
}
const char* rfm_cells_class_f64(const rfm_cells_f64* cells, size_t index, size_t* size) {
  return rfm::c::class_name<double>(cells, index, size);
}

rfm_status rfm_cells_encode_f32(const rfm_cells_f32* cells, const rfm_cell* row, float* x,
                                size_t* strange) {
  return rfm::c::encode_cells<float>(cells, row, x, strange);
}
rfm_status rfm_cells_encode_f64(const rfm_cells_f64* cells, const rfm_cell* row, double* x,
                                size_t* strange) {
  return rfm::c::encode_cells<double>(cells, row, x, strange);
}

rfm_status rfm_cells_decode_f32(const rfm_cells_f32* cells, const float* outputs, float* value,
                                float* probabilities) {
  return rfm::c::decode_outputs<float>(cells, outputs, value, probabilities);
}
rfm_status rfm_cells_decode_f64(const rfm_cells_f64* cells, const double* outputs, double* value,
                                double* probabilities) {
  return rfm::c::decode_outputs<double>(cells, outputs, value, probabilities);
}

float rfm_cells_interval_f32(const rfm_cells_f32* cells, float coverage, float value) {
  return rfm::c::interval_of<float>(cells, coverage, value);
}
double rfm_cells_interval_f64(const rfm_cells_f64* cells, double coverage, double value) {
  return rfm::c::interval_of<double>(cells, coverage, value);
}

}  // extern "C"
