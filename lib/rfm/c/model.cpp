// Models from C: opening bytes, predicting and looking inside.
#include "rfm/c/handles.hpp"
#include "rfm/core/base/sections.hpp"

namespace rfm::c {

template <class T>
static Status live(const typename Types<T>::Model* handle, const Model<T>** model) {
  if (handle == nullptr) return Status::null_pointer;
  const auto* found = find<LiveModel<T>>(handle);
  if (found == nullptr) return Status::wrong_order;
  *model = &found->model;
  return Status::ok;
}

template <class T>
static rfm_status open_model(typename Types<T>::Model* handle, const void* bytes, size_t size,
                             KernelFinder<T> find_kernel, const Kernel<T>* only) {
  if (handle == nullptr) return RFM_NULL_POINTER;
  Model<T> model;
  const Status status = open(bytes, size, find_kernel, &model);
  if (status != Status::ok) return code(status);
  if (only != nullptr) {
    if (only->functions == nullptr) return RFM_BAD_KERNEL;
    if (only->id != model.kernel.id) return RFM_WRONG_KERNEL;
    const KernelParameters<T> parameters = model.kernel.parameters;
    model.kernel = with_engine(*only, model.engine);
    model.kernel.parameters = parameters;
    if (!valid(model.kernel)) return RFM_BAD_KERNEL;
  }
  create<LiveModel<T>>(handle)->model = model;
  Section section;
  const Status sound = find_section(model.extra, model.extra_bytes, encoding_section, 0, &section);
  if (section.data != nullptr) return RFM_HAS_CELLS;
  return code(sound);
}

// Stands in for a kernel that is only known after opening, and so refers to none.
template <class T>
static Kernel<T> unknown_kernel(KernelId id, const KernelParameters<T>& parameters) {
  static constexpr PairFunctions<T> functions = [] {
    PairFunctions<T> none{};
    none.valid = [](const KernelParameters<T>&) { return true; };
    return none;
  }();
  Kernel<T> kernel;
  kernel.id = id;
  kernel.parameters = parameters;
  kernel.functions = &functions;
  kernel.root = nullptr;
  return kernel;
}

template <class T>
static rfm_status tell_facts(const typename Types<T>::Model* handle, rfm_facts* facts) {
  const Model<T>* model = nullptr;
  if (facts == nullptr) return RFM_NULL_POINTER;
  const Status status = live<T>(handle, &model);
  if (status != Status::ok) return code(status);
  const KernelParameters<T>& p = model->kernel.parameters;
  *facts = {model->n,
            model->d,
            model->c,
            model->r,
            static_cast<rfm_metric>(model->metric),
            static_cast<rfm_kernel_id>(model->kernel.id),
            p.depth,
            static_cast<double>(p.bandwidth),
            static_cast<double>(p.exponent),
            static_cast<double>(p.bias),
            model->centre_bytes};
  return RFM_OK;
}

// Nothing written may meet anything read. Sizes are those of arrays that exist, so nothing
// overflows.
template <class T>
static bool apart(const Model<T>& model, const Rows<T>& z, Extent out, Extent scratch) {
  const void* centres = model.centre_bytes == 0 ? model.centres : model.whole_centres;
  const Extent read[] = {
      extent(z), extent(model.origin, model.d * sizeof(T)),
      extent(model.alpha, model.c * padded(model.n) * sizeof(T)),
      extent(model.root, root_size(model.metric, model.r, model.d) * sizeof(T)),
      extent(centres, padded(model.n) * model.r * coordinate_bytes<T>(model.centre_bytes))};
  bool clear = !out.meets(scratch);
  for (const Extent& r : read) clear = clear && !out.meets(r) && !scratch.meets(r);
  return clear;
}

template <class T>
static rfm_status predict_rows(const typename Types<T>::Model* handle, const Rows<T>& z, T* out,
                               void* scratch, size_t bytes, const rfm_executor* threads) {
  const Model<T>* model = nullptr;
  Status status = live<T>(handle, &model);
  if (status != Status::ok) return code(status);
  const Executor executor =
      executor_of(threads == nullptr ? rfm_executor{nullptr, nullptr, 0} : *threads);
  const Executor* lender = lent(executor);
  if (lender != nullptr && (lender->run == nullptr || lender->workers == 0)) return RFM_BAD_OPTION;
  if (z.d == model->d && out != nullptr &&
      !apart(*model, z, extent(out, z.n * model->c * sizeof(T)), extent(scratch, bytes)))
    return RFM_OVERLAP;
  return code(predict(*model, z, out, scratch, bytes, lender));
}

template <class T>
static rfm_status gradient_rows(const typename Types<T>::Model* handle, const Rows<T>& z, T* out,
                                void* scratch, size_t bytes) {
  const Model<T>* model = nullptr;
  const Status status = live<T>(handle, &model);
  if (status != Status::ok) return code(status);
  if (z.d == model->d && out != nullptr &&
      !apart(*model, z, extent(out, z.n * model->c * model->d * sizeof(T)), extent(scratch, bytes)))
    return RFM_OVERLAP;
  return code(gradient(*model, z, out, scratch, bytes));
}

template <class T>
static rfm_status tell_importances(const typename Types<T>::Model* handle, T* out) {
  const Model<T>* model = nullptr;
  const Status status = live<T>(handle, &model);
  if (status != Status::ok) return code(status);
  if (out == nullptr) return RFM_NULL_POINTER;
  importances(*model, out);
  return RFM_OK;
}

template <class T>
static rfm_status tell_alpha(const typename Types<T>::Model* handle, T* out) {
  const Model<T>* model = nullptr;
  const Status status = live<T>(handle, &model);
  if (status != Status::ok) return code(status);
  if (out == nullptr) return RFM_NULL_POINTER;
  for (size_t i = 0; i < model->n; ++i)
    for (size_t o = 0; o < model->c; ++o) out[i * model->c + o] = model->outputs(o)[i];
  return RFM_OK;
}

template <class T>
static rfm_status tell_metric(const typename Types<T>::Model* handle, T* out) {
  const Model<T>* model = nullptr;
  const Status status = live<T>(handle, &model);
  if (status != Status::ok) return code(status);
  if (out == nullptr) return RFM_NULL_POINTER;
  metric_matrix(*model, out);
  return RFM_OK;
}

template <class T>
static rfm_status find_directions(const typename Types<T>::Model* handle, T* values, T* vectors,
                                  void* scratch, size_t bytes) {
  const Model<T>* model = nullptr;
  const Status status = live<T>(handle, &model);
  if (status != Status::ok) return code(status);
  if (values == nullptr || vectors == nullptr || scratch == nullptr) return RFM_NULL_POINTER;
  if (!aligned(scratch)) return RFM_MISALIGNED;
  if (bytes < saturating_multiply(directions_scratch(model->d), sizeof(T)))
    return RFM_BUFFER_TOO_SMALL;
  directions(*model, values, vectors, static_cast<T*>(scratch));
  return RFM_OK;
}

}  // namespace rfm::c

extern "C" {

rfm_status rfm_model_open_f32(rfm_model_f32* model, const void* bytes, size_t size) {
  return rfm::c::open_model<float>(model, bytes, size, rfm::any_kernel<float>, nullptr);
}
rfm_status rfm_model_open_f64(rfm_model_f64* model, const void* bytes, size_t size) {
  return rfm::c::open_model<double>(model, bytes, size, rfm::any_kernel<double>, nullptr);
}

rfm_status rfm_model_open_only_f32(rfm_model_f32* model, const void* bytes, size_t size,
                                   rfm_kernel_f32 kernel) {
  const auto only = rfm::c::shown<rfm::Kernel<float>>(kernel);
  return rfm::c::open_model<float>(model, bytes, size, rfm::c::unknown_kernel<float>, &only);
}
rfm_status rfm_model_open_only_f64(rfm_model_f64* model, const void* bytes, size_t size,
                                   rfm_kernel_f64 kernel) {
  const auto only = rfm::c::shown<rfm::Kernel<double>>(kernel);
  return rfm::c::open_model<double>(model, bytes, size, rfm::c::unknown_kernel<double>, &only);
}

rfm_status rfm_model_facts_f32(const rfm_model_f32* model, rfm_facts* facts) {
  return rfm::c::tell_facts<float>(model, facts);
}
rfm_status rfm_model_facts_f64(const rfm_model_f64* model, rfm_facts* facts) {
  return rfm::c::tell_facts<double>(model, facts);
}

rfm_status rfm_model_predict_f32(const rfm_model_f32* model, rfm_rows_f32 z, float* out,
                                 void* scratch, size_t scratch_bytes,
                                 const rfm_executor* executor) {
  return rfm::c::predict_rows<float>(model, rfm::c::rows_of<float>(z), out, scratch, scratch_bytes,
                                     executor);
}
rfm_status rfm_model_predict_f64(const rfm_model_f64* model, rfm_rows_f64 z, double* out,
                                 void* scratch, size_t scratch_bytes,
                                 const rfm_executor* executor) {
  return rfm::c::predict_rows<double>(model, rfm::c::rows_of<double>(z), out, scratch,
                                      scratch_bytes, executor);
}

rfm_status rfm_model_gradient_f32(const rfm_model_f32* model, rfm_rows_f32 z, float* out,
                                  void* scratch, size_t scratch_bytes) {
  return rfm::c::gradient_rows<float>(model, rfm::c::rows_of<float>(z), out, scratch,
                                      scratch_bytes);
}
rfm_status rfm_model_gradient_f64(const rfm_model_f64* model, rfm_rows_f64 z, double* out,
                                  void* scratch, size_t scratch_bytes) {
  return rfm::c::gradient_rows<double>(model, rfm::c::rows_of<double>(z), out, scratch,
                                       scratch_bytes);
}

rfm_status rfm_model_importances_f32(const rfm_model_f32* model, float* out) {
  return rfm::c::tell_importances<float>(model, out);
}
rfm_status rfm_model_importances_f64(const rfm_model_f64* model, double* out) {
  return rfm::c::tell_importances<double>(model, out);
}

rfm_status rfm_model_alpha_f32(const rfm_model_f32* model, float* out) {
  return rfm::c::tell_alpha<float>(model, out);
}
rfm_status rfm_model_alpha_f64(const rfm_model_f64* model, double* out) {
  return rfm::c::tell_alpha<double>(model, out);
}

rfm_status rfm_model_metric_f32(const rfm_model_f32* model, float* out) {
  return rfm::c::tell_metric<float>(model, out);
}
rfm_status rfm_model_metric_f64(const rfm_model_f64* model, double* out) {
  return rfm::c::tell_metric<double>(model, out);
}

rfm_status rfm_model_directions_f32(const rfm_model_f32* model, float* values, float* vectors,
                                    void* scratch, size_t scratch_bytes) {
  return rfm::c::find_directions<float>(model, values, vectors, scratch, scratch_bytes);
}
rfm_status rfm_model_directions_f64(const rfm_model_f64* model, double* values, double* vectors,
                                    void* scratch, size_t scratch_bytes) {
  return rfm::c::find_directions<double>(model, values, vectors, scratch, scratch_bytes);
}

float rfm_spectrum_effective_rank_f32(const float* values, size_t d) {
  return values == nullptr ? 0 : rfm::effective_rank(values, d);
}
double rfm_spectrum_effective_rank_f64(const double* values, size_t d) {
  return values == nullptr ? 0 : rfm::effective_rank(values, d);
}

}  // extern "C"
