// The lines of README with xtensor: a machine sized by the types of its tables, and one that grows.
#include <cstdio>
#include <xtensor/xrandom.hpp>

#include "rfm/core/rfm.hpp"
#include "rfm/xtensor/fixed.hpp"
#include "rfm/xtensor/machine.hpp"

int main() {
  // A table to try it on: of ten columns two matter, through their product.
  xt::random::seed(1);
  static xt::xtensor_fixed<float, xt::xshape<200, 10>> x;
  static xt::xtensor_fixed<float, xt::xshape<200>> y;
  x = xt::random::rand<float>({200, 10}, -1.0f, 1.0f);
  y = xt::view(x, xt::all(), 2) * xt::view(x, xt::all(), 5);
  xt::xtensor<float, 2> z = xt::ones<float>({1, 10}) * 0.5f;

  static rfm::xtensor::FixedFor<decltype(x), decltype(y)>
      fixed;  // sized by the tables' types, no heap
  xt::xtensor_fixed<float, xt::xshape<1>> answer;
  rfm::Status status = fixed.fit(x, y, {rfm::laplace(10.0f)});
  if (status == rfm::Status::ok) status = fixed.predict(z, answer);

  rfm::xtensor::Machine<float> machine;  // owns memory from the heap, takes tables of any size
  xt::xtensor<float, 1> answers;
  if (status == rfm::Status::ok)
    status = machine.fit(xt::view(x, xt::range(0, 100)), xt::view(y, xt::range(0, 100)),
                         {rfm::laplace(10.0f)});
  if (status == rfm::Status::ok) status = machine.predict(z, answers);
  std::printf("%s: %.3f of 200 rows, %.3f of 100\n", rfm::words(status),
              static_cast<double>(answer(0)), static_cast<double>(answers(0)));

  return answer(0) > 0.2f && answer(0) < 0.3f && answers(0) > 0.15f && answers(0) < 0.35f ? 0 : 1;
}
