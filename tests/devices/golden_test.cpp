// The same bits on the device as on every host: float, all kernels, fit and predict.
#include "tests/portable/golden.hpp"

#include "tests/devices/harness.hpp"

DEVICE_CASE(golden_float_bits) {
  using Memory = golden::Memory<float, 1>;
  static_assert(sizeof(Memory) <= device::shared_bytes && alignof(Memory) <= 16);
  auto* memory = reinterpret_cast<Memory*>(device::shared);
  golden::make_table(memory->table);
  rfm::Status status = rfm::Status::ok;
  for (const golden::Generation& kernels : golden::generations) {
    const uint32_t bits = golden::hash_of_all<float>(*memory, kernels, nullptr, nullptr, status);
    CHECK_OK(status);
    if (bits != kernels.float_bits) device::write(bits);
    CHECK(bits == kernels.float_bits);
  }
}
