// The same seeded table in the core's form and in xtensor's, and the model the core makes of it.
#pragma once
#include <cstring>
#include <tuple>
#include <xtensor/xadapt.hpp>

#include "rfm/xtensor/machine.hpp"
#include "tests/core/fitted.hpp"

namespace rfm_test {

using Scalars = std::tuple<float, double>;

template <class T>
xt::xtensor<T, 2> tensor(const std::vector<T>& numbers, size_t n, size_t d) {
  return xt::adapt(numbers, std::array<size_t, 2>{n, d});
}
template <class T>
xt::xtensor<T, 1> tensor(const std::vector<T>& numbers) {
  return xt::adapt(numbers, std::array<size_t, 1>{numbers.size()});
}

template <class T>
struct Tables {
  explicit Tables(size_t n = 40, size_t d = 4, size_t c = 1)
      : sample(n, d, c),
        fresh(21, d, c, 5),
        x(tensor(sample.x, n, d)),
        y(tensor(sample.y, n, c)),
        z(tensor(fresh.x, 21, d)) {}
  Sample<T> sample, fresh;
  xt::xtensor<T, 2> x, y, z;
  rfm::Options<T> options{rfm::laplace(T(4))};
};

// The bytes of the model that the core makes of these tables.
template <class T>
std::vector<unsigned char> core_model(const Tables<T>& t) {
  Fitted<T> core(t.sample.data(), t.options);
  core.require_fit();
  const auto* first = core.model_memory.data();
  return {first, first + rfm::model_size(core.machine)};
}
template <class T>
std::vector<T> core_answers(const Tables<T>& t) {
  Fitted<T> core(t.sample.data(), t.options);
  return core.require_fit().predict(t.fresh.rows());
}

template <class T>
std::vector<unsigned char> bytes_of(const rfm::xtensor::Machine<T>& machine) {
  return {machine.data(), machine.data() + machine.size()};
}

inline void require_ok(rfm::Status status) {
  BOOST_REQUIRE_MESSAGE(status == rfm::Status::ok, rfm::words(status));
}
inline void check_status(rfm::Status status, rfm::Status expected) {
  BOOST_TEST((status == expected), rfm::words(status));
}

// Whether a table of xtensor holds these answers (n, c), bit for bit.
template <class T, class E>
bool same_bits(const E& table, const std::vector<T>& answers) {
  if (table.size() != answers.size()) return false;
  const xt::xarray<T> copy = table;
  return std::memcmp(copy.data(), answers.data(), answers.size() * sizeof(T)) == 0;
}

}  // namespace rfm_test
