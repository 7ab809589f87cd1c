// Sums of outer products of gradients by every engine against the plain loop: shapes around the
// width of a vector, part of a slot, and rows with weights.
#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <vector>

#include "rfm/core/base/limits.hpp"
#include "rfm/core/machine/learn.hpp"
#include "tests/simd/engines.hpp"

using Types = boost::mpl::list<float, double>;

namespace {

// As much of a machine as learning from one slot of gradients needs.
template <class T>
struct Learner {
  rfm::Machine<T> machine;
  std::vector<T> gradients, weights;
  std::vector<uint32_t> rows;

  Learner(size_t r, size_t c, rfm::Metric metric, bool weighted)
      : gradients(rfm::panel * c * r), weights(rfm::panel), rows(rfm::panel) {
    rfm::Random random(r + c);
    for (T& g : gradients) g = static_cast<T>(2 * random.unit() - 1);
    for (size_t l = 0; l < rfm::panel; ++l) {
      rows[l] = static_cast<uint32_t>(rfm::panel - 1 - l);
      weights[l] = static_cast<T>(1 + random.unit());
    }
    machine.model.metric = metric;
    machine.model.d = machine.model.r = r;
    machine.model.c = c;
    machine.workspace.learn.gradients = gradients.data();
    machine.workspace.learn.rows = rows.data();
    machine.data.weights = weighted ? weights.data() : nullptr;
  }

  // E, which begins with something in it; blocks of 16 rows, as the tasks of a fit.
  template <class AddProducts>
  std::vector<T> sums(AddProducts add_products, size_t count) {
    const size_t r = machine.model.r;
    std::vector<T> products(machine.model.metric == rfm::Metric::full ? rfm::packed_size(r) : r,
                            T(0.25));
    machine.workspace.learn.products = products.data();
    for (size_t first = 0; first < r; first += rfm::panel)
      add_products(machine, 0, count, first, first + rfm::panel < r ? first + rfm::panel : r);
    return products;
  }
};

template <class T>
void check(size_t r, size_t c, rfm::Metric metric, bool weighted) {
  Learner<T> learner(r, c, metric, weighted);
  for (const size_t count : {size_t{1}, size_t{5}, rfm::panel}) {
    const std::vector<T> plain = learner.sums(rfm::detail::add_products<T>, count);
    for (const auto& named : rfm_test::engines<T>()) {
      const std::vector<T> ours = learner.sums(named.engine->add_products, count);
      const double allowed = named.fused ? static_cast<double>(2 * (count * c + 1)) : 0;
      for (size_t i = 0; i < plain.size(); ++i)
        BOOST_REQUIRE_MESSAGE(
            std::fabs(static_cast<double>(ours[i]) - static_cast<double>(plain[i])) <=
                allowed * static_cast<double>(count * c) *
                    static_cast<double>(rfm::machine_epsilon<T>),
            named.name << ", r = " << r << ", c = " << c << ", " << count << " rows, element "
                       << i);
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(products)

BOOST_AUTO_TEST_CASE_TEMPLATE(every_engine_adds_what_the_plain_loop_adds, T, Types) {
  for (size_t r = 1; r <= 70; ++r)
    for (const size_t c : {1u, 3u})
      for (const bool weighted : {false, true}) {
        check<T>(r, c, rfm::Metric::full, weighted);
        check<T>(r, c, rfm::Metric::diagonal, weighted);
      }
}

BOOST_AUTO_TEST_SUITE_END()
