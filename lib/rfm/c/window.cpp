// Windows over the latest rows from C.
#include "rfm/core/stream/window.hpp"

#include "rfm/c/handles.hpp"

namespace rfm::c {

// The window of a handle, ready for a step: its executor is the copy beside it, wherever the handle
// was moved.
template <class T>
static Status ready(typename Types<T>::Window* handle, Window<T>** window) {
  if (handle == nullptr) return Status::null_pointer;
  auto* live = find<LiveWindow<T>>(handle);
  if (live == nullptr || !live->window.machine.started) return Status::wrong_order;
  live->window.machine.options.executor = lent(live->executor);
  *window = &live->window;
  return Status::ok;
}

template <class T>
static const Window<T>* started(const typename Types<T>::Window* handle) {
  const auto* live = handle == nullptr ? nullptr : find<LiveWindow<T>>(handle);
  return live == nullptr || !live->window.machine.started ? nullptr : &live->window;
}

template <class T>
static size_t window_size(size_t capacity, size_t d, size_t c,
                          const typename Types<T>::Options* options) {
  if (options == nullptr) return impossible;
  const Executor executor = executor_of(options->executor);
  Options<T> wanted = options_of<T>(*options);
  wanted.executor = lent(executor);
  return window_bytes<T>(shape_of(capacity, d, c, wanted));
}

// Apart from the rounds, so that its part of the stack is given back before they begin.
template <class T>
[[gnu::noinline]] static rfm_status begin_latest(typename Types<T>::Window* handle,
                                                 const typename Types<T>::Data* data,
                                                 const typename Types<T>::Options* options,
                                                 size_t capacity, Buffer model, Buffer workspace,
                                                 rfm_report* report) {
  if (handle == nullptr || data == nullptr || options == nullptr) return RFM_NULL_POINTER;
  auto* live = create<LiveWindow<T>>(handle);
  live->executor = executor_of(options->executor);
  Options<T> wanted = options_of<T>(*options);
  wanted.executor = lent(live->executor);
  if (!choose_engine(options->engine, &wanted)) return RFM_BAD_OPTION;
  Report told;
  const Status status = detail::begin_window(live->window, data_of<T>(*data), wanted, capacity,
                                             model, workspace, &told);
  live->window.machine.started = status == Status::ok;
  tell(told, report);
  return code(status);
}

// The rounds, in the last place of whoever calls it.
template <class T>
[[gnu::noinline]] static rfm_status run_latest(typename Types<T>::Window* handle,
                                               rfm_report* report) {
  Window<T>& window = find<LiveWindow<T>>(handle)->window;
  const Status status = detail::run_window(window);
  if (report != nullptr) report->jitter = static_cast<double>(window.machine.jitter);
  return code(status);
}

template <class T>
static rfm_status start_latest(typename Types<T>::Window* handle,
                               const typename Types<T>::Data* data,
                               const typename Types<T>::Options* options, size_t capacity,
                               Buffer model, Buffer workspace, rfm_report* report) {
  const rfm_status status =
      begin_latest<T>(handle, data, options, capacity, model, workspace, report);
  return status != RFM_OK ? status : run_latest<T>(handle, report);
}

// step(window) for a handle that is ready.
template <class T, class Step>
static rfm_status do_step(typename Types<T>::Window* handle, const Step& step) {
  Window<T>* window = nullptr;
  const Status status = ready<T>(handle, &window);
  return code(status == Status::ok ? step(*window) : status);
}

template <class T>
static rfm_status append_row(typename Types<T>::Window* handle, const T* x, const T* y) {
  return do_step<T>(handle, [=](Window<T>& window) { return append(window, x, y); });
}

template <class T>
static rfm_status forget(typename Types<T>::Window* handle) {
  return do_step<T>(handle, [](Window<T>& window) { return forget_oldest(window); });
}

template <class T>
static rfm_status learn_once_more(typename Types<T>::Window* handle) {
  return do_step<T>(handle, [](Window<T>& window) { return learn_again(window); });
}

template <class T>
static rfm_status seal_model(typename Types<T>::Window* handle, size_t* bytes) {
  return do_step<T>(handle, [=](Window<T>& window) { return seal(window, bytes); });
}

template <class T>
static size_t rows_in(const typename Types<T>::Window* handle) {
  const Window<T>* window = started<T>(handle);
  return window == nullptr ? 0 : window->machine.model.n;
}

template <class T>
static rfm_status model_of(const typename Types<T>::Window* handle,
                           typename Types<T>::Model* model) {
  if (handle == nullptr || model == nullptr) return RFM_NULL_POINTER;
  const Window<T>* window = started<T>(handle);
  if (window == nullptr) return RFM_WRONG_ORDER;
  create<LiveModel<T>>(model)->model = window->machine.model;
  return RFM_OK;
}

}  // namespace rfm::c

extern "C" {

size_t rfm_window_bytes_f32(size_t capacity, size_t d, size_t c, const rfm_options_f32* options) {
  return rfm::c::window_size<float>(capacity, d, c, options);
}
size_t rfm_window_bytes_f64(size_t capacity, size_t d, size_t c, const rfm_options_f64* options) {
  return rfm::c::window_size<double>(capacity, d, c, options);
}

rfm_status rfm_window_start_f32(rfm_window_f32* window, const rfm_data_f32* data,
                                const rfm_options_f32* options, size_t capacity, void* model,
                                size_t model_bytes, void* workspace, size_t workspace_bytes,
                                rfm_report* report) {
  return rfm::c::start_latest<float>(window, data, options, capacity, {model, model_bytes},
                                     {workspace, workspace_bytes}, report);
}
rfm_status rfm_window_start_f64(rfm_window_f64* window, const rfm_data_f64* data,
                                const rfm_options_f64* options, size_t capacity, void* model,
                                size_t model_bytes, void* workspace, size_t workspace_bytes,
                                rfm_report* report) {
  return rfm::c::start_latest<double>(window, data, options, capacity, {model, model_bytes},
                                      {workspace, workspace_bytes}, report);
}

rfm_status rfm_window_append_f32(rfm_window_f32* window, const float* x, const float* y) {
  return rfm::c::append_row<float>(window, x, y);
}
rfm_status rfm_window_append_f64(rfm_window_f64* window, const double* x, const double* y) {
  return rfm::c::append_row<double>(window, x, y);
}
rfm_status rfm_window_forget_oldest_f32(rfm_window_f32* window) {
  return rfm::c::forget<float>(window);
}
rfm_status rfm_window_forget_oldest_f64(rfm_window_f64* window) {
  return rfm::c::forget<double>(window);
}
rfm_status rfm_window_learn_again_f32(rfm_window_f32* window) {
  return rfm::c::learn_once_more<float>(window);
}
rfm_status rfm_window_learn_again_f64(rfm_window_f64* window) {
  return rfm::c::learn_once_more<double>(window);
}

size_t rfm_window_rows_f32(const rfm_window_f32* window) { return rfm::c::rows_in<float>(window); }
size_t rfm_window_rows_f64(const rfm_window_f64* window) { return rfm::c::rows_in<double>(window); }
rfm_status rfm_window_model_f32(const rfm_window_f32* window, rfm_model_f32* model) {
  return rfm::c::model_of<float>(window, model);
}
rfm_status rfm_window_model_f64(const rfm_window_f64* window, rfm_model_f64* model) {
  return rfm::c::model_of<double>(window, model);
}
rfm_status rfm_window_seal_f32(rfm_window_f32* window, size_t* bytes) {
  return rfm::c::seal_model<float>(window, bytes);
}
rfm_status rfm_window_seal_f64(rfm_window_f64* window, size_t* bytes) {
  return rfm::c::seal_model<double>(window, bytes);
}

}  // extern "C"
