// Fitting from C: each function finds the machine in its handle and calls the C++ function of the
// same name.
#include "rfm/c/handles.hpp"

namespace rfm::c {

// The machine of a handle, ready for a step: its executor is the copy beside it, wherever the
// handle was moved.
template <class T>
static Status ready(typename Types<T>::Machine* handle, LiveMachine<T>** live) {
  if (handle == nullptr) return Status::null_pointer;
  *live = find<LiveMachine<T>>(handle);
  if (*live == nullptr || !(*live)->machine.started) return Status::wrong_order;
  (*live)->machine.options.executor = lent((*live)->executor);
  return Status::ok;
}

template <class T>
static const Machine<T>* started(const typename Types<T>::Machine* handle) {
  const auto* live = handle == nullptr ? nullptr : find<LiveMachine<T>>(handle);
  return live == nullptr || !live->machine.started ? nullptr : &live->machine;
}

// A step that failed half-way leaves nothing to go on with.
template <class T>
static rfm_status after(Status status, Machine<T>* machine) {
  if (status != Status::ok && status != Status::wrong_order && status != Status::bad_option)
    machine->started = false;
  return code(status);
}

template <class T>
static rfm_status start_machine(typename Types<T>::Machine* handle,
                                const typename Types<T>::Data* data,
                                const typename Types<T>::Options* options, Buffer model,
                                Buffer workspace, rfm_report* report) {
  if (handle == nullptr || data == nullptr || options == nullptr) return RFM_NULL_POINTER;
  auto* live = create<LiveMachine<T>>(handle);
  live->executor = executor_of(options->executor);
  Options<T> wanted = options_of<T>(*options);
  wanted.executor = lent(live->executor);
  if (!choose_engine(options->engine, &wanted)) return RFM_BAD_OPTION;
  const Data<T> table = data_of<T>(*data);
  Report told;
  const Status status = start(live->machine, table, wanted, model, workspace, &told);
  tell(told, report);
  return code(status);
}

template <class T>
static rfm_status iterate_machine(typename Types<T>::Machine* handle) {
  LiveMachine<T>* live = nullptr;
  const Status status = ready<T>(handle, &live);
  return status != Status::ok ? code(status) : after(iterate(live->machine), &live->machine);
}

template <class T>
static rfm_status finish_machine(typename Types<T>::Machine* handle) {
  LiveMachine<T>* live = nullptr;
  const Status status = ready<T>(handle, &live);
  return code(status != Status::ok ? status : finish(live->machine));
}

// All rounds of a machine that was started. A call in the last place, so that what starting took of
// the stack is given back.
template <class T>
[[gnu::noinline]] static rfm_status run_machine(typename Types<T>::Machine* handle,
                                                rfm_report* report) {
  Machine<T>& machine = find<LiveMachine<T>>(handle)->machine;
  rfm_status status = RFM_OK;
  while (status == RFM_OK && machine.round < rounds_of(machine.options))
    status = after(iterate(machine), &machine);
  if (report != nullptr) report->jitter = static_cast<double>(machine.jitter);
  return status != RFM_OK ? status : finish_machine<T>(handle);
}

template <class T>
static rfm_status fit_machine(typename Types<T>::Machine* handle,
                              const typename Types<T>::Data* data,
                              const typename Types<T>::Options* options, Buffer model,
                              Buffer workspace, rfm_report* report) {
  const rfm_status status = start_machine<T>(handle, data, options, model, workspace, report);
  return status != RFM_OK ? status : run_machine<T>(handle, report);
}

template <class T>
static rfm_status tell_progress(const typename Types<T>::Machine* handle, rfm_progress* progress) {
  if (handle == nullptr || progress == nullptr) return RFM_NULL_POINTER;
  const Machine<T>* machine = started<T>(handle);
  if (machine == nullptr) return RFM_WRONG_ORDER;
  *progress = {machine->round, rounds_of(machine->options), static_cast<double>(machine->jitter),
               machine->finished ? 1 : 0};
  return RFM_OK;
}

template <class T>
static rfm_status model_of(const typename Types<T>::Machine* handle,
                           typename Types<T>::Model* model) {
  if (handle == nullptr || model == nullptr) return RFM_NULL_POINTER;
  const Machine<T>* machine = started<T>(handle);
  if (machine == nullptr || machine->round == 0) return RFM_WRONG_ORDER;
  create<LiveModel<T>>(model)->model = machine->model;
  return RFM_OK;
}

template <class T>
static size_t size_of_model(const typename Types<T>::Machine* handle) {
  const Machine<T>* machine = started<T>(handle);
  return machine == nullptr ? 0 : model_size(*machine);
}

template <class T>
static rfm_status leave_one_out_residuals(const typename Types<T>::Machine* handle, T* out,
                                          Buffer scratch) {
  if (handle == nullptr) return RFM_NULL_POINTER;
  const Machine<T>* machine = started<T>(handle);
  return code(machine == nullptr ? Status::wrong_order : leave_one_out(*machine, out, scratch));
}

template <class T>
static rfm_status keep_machine_features(typename Types<T>::Machine* handle, T share, size_t* kept) {
  LiveMachine<T>* live = nullptr;
  const Status status = ready<T>(handle, &live);
  return status != Status::ok ? code(status)
                              : after(keep_features(live->machine, share, kept), &live->machine);
}

}  // namespace rfm::c

extern "C" {

rfm_status rfm_machine_start_f32(rfm_machine_f32* machine, const rfm_data_f32* data,
                                 const rfm_options_f32* options, void* model, size_t model_bytes,
                                 void* workspace, size_t workspace_bytes, rfm_report* report) {
  return rfm::c::start_machine<float>(machine, data, options, {model, model_bytes},
                                      {workspace, workspace_bytes}, report);
}
rfm_status rfm_machine_start_f64(rfm_machine_f64* machine, const rfm_data_f64* data,
                                 const rfm_options_f64* options, void* model, size_t model_bytes,
                                 void* workspace, size_t workspace_bytes, rfm_report* report) {
  return rfm::c::start_machine<double>(machine, data, options, {model, model_bytes},
                                       {workspace, workspace_bytes}, report);
}

rfm_status rfm_machine_fit_f32(rfm_machine_f32* machine, const rfm_data_f32* data,
                               const rfm_options_f32* options, void* model, size_t model_bytes,
                               void* workspace, size_t workspace_bytes, rfm_report* report) {
  return rfm::c::fit_machine<float>(machine, data, options, {model, model_bytes},
                                    {workspace, workspace_bytes}, report);
}
rfm_status rfm_machine_fit_f64(rfm_machine_f64* machine, const rfm_data_f64* data,
                               const rfm_options_f64* options, void* model, size_t model_bytes,
                               void* workspace, size_t workspace_bytes, rfm_report* report) {
  return rfm::c::fit_machine<double>(machine, data, options, {model, model_bytes},
                                     {workspace, workspace_bytes}, report);
}

rfm_status rfm_machine_iterate_f32(rfm_machine_f32* machine) {
  return rfm::c::iterate_machine<float>(machine);
}
rfm_status rfm_machine_iterate_f64(rfm_machine_f64* machine) {
  return rfm::c::iterate_machine<double>(machine);
}

rfm_status rfm_machine_finish_f32(rfm_machine_f32* machine) {
  return rfm::c::finish_machine<float>(machine);
}
rfm_status rfm_machine_finish_f64(rfm_machine_f64* machine) {
  return rfm::c::finish_machine<double>(machine);
}

rfm_status rfm_machine_progress_f32(const rfm_machine_f32* machine, rfm_progress* progress) {
  return rfm::c::tell_progress<float>(machine, progress);
}
rfm_status rfm_machine_progress_f64(const rfm_machine_f64* machine, rfm_progress* progress) {
  return rfm::c::tell_progress<double>(machine, progress);
}

rfm_status rfm_machine_model_f32(const rfm_machine_f32* machine, rfm_model_f32* model) {
  return rfm::c::model_of<float>(machine, model);
}
rfm_status rfm_machine_model_f64(const rfm_machine_f64* machine, rfm_model_f64* model) {
  return rfm::c::model_of<double>(machine, model);
}

size_t rfm_machine_model_size_f32(const rfm_machine_f32* machine) {
  return rfm::c::size_of_model<float>(machine);
}
size_t rfm_machine_model_size_f64(const rfm_machine_f64* machine) {
  return rfm::c::size_of_model<double>(machine);
}

rfm_status rfm_machine_leave_one_out_f32(const rfm_machine_f32* machine, float* out, void* scratch,
                                         size_t scratch_bytes) {
  return rfm::c::leave_one_out_residuals<float>(machine, out, {scratch, scratch_bytes});
}
rfm_status rfm_machine_leave_one_out_f64(const rfm_machine_f64* machine, double* out, void* scratch,
                                         size_t scratch_bytes) {
  return rfm::c::leave_one_out_residuals<double>(machine, out, {scratch, scratch_bytes});
}

rfm_status rfm_machine_keep_features_f32(rfm_machine_f32* machine, float share, size_t* kept) {
  return rfm::c::keep_machine_features<float>(machine, share, kept);
}
rfm_status rfm_machine_keep_features_f64(rfm_machine_f64* machine, double share, size_t* kept) {
  return rfm::c::keep_machine_features<double>(machine, share, kept);
}

}  // extern "C"
