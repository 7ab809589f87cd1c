// The C interface for both types under one name, so that each test is written once, and a fit
// through it in memory of exactly the size it asks for.
#pragma once
#include <boost/test/unit_test.hpp>
#include <cstring>
#include <tuple>
#include <vector>

#include "rfm/c/rfm.h"
#include "rfm/core/rfm.hpp"
#include "tests/core/fitted.hpp"

namespace rfm_test {

using Scalars = std::tuple<float, double>;

template <class T>
struct Api;

#define RFM_TEST_API(T, suffix)                                                   \
  template <>                                                                     \
  struct Api<T> {                                                                 \
    using Machine = rfm_machine_##suffix;                                         \
    using Window = rfm_window_##suffix;                                           \
    using Model = rfm_model_##suffix;                                             \
    using Options = rfm_options_##suffix;                                         \
    using Data = rfm_data_##suffix;                                               \
    using Rows = rfm_rows_##suffix;                                               \
    using Kernel = rfm_kernel_##suffix;                                           \
    static constexpr auto options = rfm_options_default_##suffix;                 \
    static constexpr auto any_kernel = rfm_kernel_any_##suffix;                   \
    static constexpr auto laplace = rfm_kernel_laplace_##suffix;                  \
    static constexpr auto gaussian = rfm_kernel_gaussian_##suffix;                \
    static constexpr auto matern32 = rfm_kernel_matern32_##suffix;                \
    static constexpr auto matern52 = rfm_kernel_matern52_##suffix;                \
    static constexpr auto lpq100 = rfm_kernel_lpq100_##suffix;                    \
    static constexpr auto lpq125 = rfm_kernel_lpq125_##suffix;                    \
    static constexpr auto lpq150 = rfm_kernel_lpq150_##suffix;                    \
    static constexpr auto lpq175 = rfm_kernel_lpq175_##suffix;                    \
    static constexpr auto lpq200 = rfm_kernel_lpq200_##suffix;                    \
    static constexpr auto nngp = rfm_kernel_nngp_##suffix;                        \
    static constexpr auto ntk = rfm_kernel_ntk_##suffix;                          \
    static constexpr auto brownian100 = rfm_kernel_brownian100_##suffix;          \
    static constexpr auto brownian150 = rfm_kernel_brownian150_##suffix;          \
    static constexpr auto brownian200 = rfm_kernel_brownian200_##suffix;          \
    static constexpr auto model_bytes = rfm_model_bytes_##suffix;                 \
    static constexpr auto workspace_bytes = rfm_workspace_bytes_##suffix;         \
    static constexpr auto predict_bytes = rfm_predict_bytes_##suffix;             \
    static constexpr auto leave_one_out_bytes = rfm_leave_one_out_bytes_##suffix; \
    static constexpr auto gradient_bytes = rfm_gradient_bytes_##suffix;           \
    static constexpr auto directions_bytes = rfm_directions_bytes_##suffix;       \
    static constexpr auto start = rfm_machine_start_##suffix;                     \
    static constexpr auto iterate = rfm_machine_iterate_##suffix;                 \
    static constexpr auto finish = rfm_machine_finish_##suffix;                   \
    static constexpr auto fit = rfm_machine_fit_##suffix;                         \
    static constexpr auto progress = rfm_machine_progress_##suffix;               \
    static constexpr auto model = rfm_machine_model_##suffix;                     \
    static constexpr auto model_size = rfm_machine_model_size_##suffix;           \
    static constexpr auto leave_one_out = rfm_machine_leave_one_out_##suffix;     \
    static constexpr auto keep_features = rfm_machine_keep_features_##suffix;     \
    static constexpr auto window_bytes = rfm_window_bytes_##suffix;               \
    static constexpr auto window_start = rfm_window_start_##suffix;               \
    static constexpr auto window_append = rfm_window_append_##suffix;             \
    static constexpr auto window_forget = rfm_window_forget_oldest_##suffix;      \
    static constexpr auto window_learn = rfm_window_learn_again_##suffix;         \
    static constexpr auto window_rows = rfm_window_rows_##suffix;                 \
    static constexpr auto window_model = rfm_window_model_##suffix;               \
    static constexpr auto window_seal = rfm_window_seal_##suffix;                 \
    static constexpr auto open = rfm_model_open_##suffix;                         \
    static constexpr auto open_only = rfm_model_open_only_##suffix;               \
    static constexpr auto facts = rfm_model_facts_##suffix;                       \
    static constexpr auto predict = rfm_model_predict_##suffix;                   \
    static constexpr auto gradient = rfm_model_gradient_##suffix;                 \
    static constexpr auto importances = rfm_model_importances_##suffix;           \
    static constexpr auto alpha = rfm_model_alpha_##suffix;                       \
    static constexpr auto metric = rfm_model_metric_##suffix;                     \
    static constexpr auto directions = rfm_model_directions_##suffix;             \
    static constexpr auto effective_rank = rfm_spectrum_effective_rank_##suffix;  \
    static constexpr auto merge = rfm_rows_merge_##suffix;                        \
  }
RFM_TEST_API(float, f32);
RFM_TEST_API(double, f64);
#undef RFM_TEST_API

inline void require_ok(rfm_status status) {
  BOOST_REQUIRE_MESSAGE(status == RFM_OK, rfm_words(status));
}

inline void require_ok(rfm::Status status) { require_ok(static_cast<rfm_status>(status)); }

template <class T>
typename Api<T>::Rows c_rows(const rfm::Rows<T>& rows) {
  return {rows.data, rows.n, rows.d, rows.row_stride, rows.column_stride};
}

template <class T>
typename Api<T>::Data c_data(const rfm::Data<T>& data) {
  return {c_rows(data.x), c_rows(data.y), data.weights};
}

// A fit in C; the machine and its buffers are there for the test to look at.
template <class T>
struct CFit {
  using C = Api<T>;
  CFit(const typename C::Data& table, const typename C::Options& wanted)
      : data(table),
        options(wanted),
        model_memory(C::model_bytes(data.x.n, data.x.d, data.y.d, options.metric)),
        workspace(C::workspace_bytes(data.x.n, data.x.d, data.y.d, &options)) {}

  rfm_status start() {
    return C::start(&machine, &data, &options, model_memory.data(), model_memory.bytes(),
                    workspace.data(), workspace.bytes(), &report);
  }
  rfm_status fit() {
    return C::fit(&machine, &data, &options, model_memory.data(), model_memory.bytes(),
                  workspace.data(), workspace.bytes(), &report);
  }
  typename C::Model model() const {
    typename C::Model model;
    require_ok(C::model(&machine, &model));
    return model;
  }

  typename C::Data data;
  typename C::Options options;
  typename C::Machine machine;
  rfm_report report;
  Memory model_memory, workspace;
};

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

}  // namespace rfm_test
