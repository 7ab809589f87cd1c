// A fitted machine in memory: a header and four arrays, little-endian, readable in place. Fitting
// writes these bytes, saving is writing them, opening is verifying them. Prediction needs nothing
// else.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "rfm/core/algebra/panel.hpp"
#include "rfm/core/base/arena.hpp"
#include "rfm/core/base/checksum.hpp"
#include "rfm/core/base/status.hpp"
#include "rfm/core/engine.hpp"
#include "rfm/core/kernels/kernel.hpp"

namespace rfm {

enum class Metric : int32_t { full = 0, diagonal = 1, identity = 2 };

constexpr uint32_t model_version = 1;

struct ModelHeader {
  char magic[8];          // "RFMmodel"
  uint32_t version;       // model_version
  uint32_t checksum;      // CRC-32 of every byte behind this field
  uint64_t bytes;         // the whole model
  uint16_t scalar_bytes;  // 4 float, 8 double
  uint16_t centre_bytes;  // 0: centres are scalars; 1 or 2: signed whole numbers of so many bytes
  int32_t kernel;         // KernelId
  int32_t metric;         // Metric
  int32_t depth;          // hidden layers of a network kernel
  double bandwidth, exponent, bias;
  uint32_t n, d, r, c;  // centres, columns, rows of R, outputs
  uint64_t origin;      // (d) subtracted from x first
  uint64_t alpha;       // (c, padded(n)) zero behind n
  uint64_t root;        // R: (r, d) full, (d) diagonal, nothing for identity
  uint64_t centres;  // u = R (x - origin) in panels of 16 points; as whole numbers, R and L carry
                     // the scale
  uint64_t extra;    // what the layers above add: encoding, names, history; 0 when there is nothing
  uint64_t extra_bytes;
};
static_assert(sizeof(ModelHeader) == 128, "the header is part of the file format");

// What prediction reads. Valid as long as the bytes it was opened from.
template <class T>
struct Model {
  Kernel<T> kernel{};
  Metric metric = Metric::full;
  size_t n = 0, d = 0, r = 0, c = 0;
  const T* origin = nullptr;
  const T* alpha = nullptr;
  const T* root = nullptr;
  const T* centres = nullptr;  // null when they are whole numbers
  const unsigned char* extra = nullptr;
  size_t extra_bytes = 0;
  const Engine<T>* engine = nullptr;    // carries out predictions; null: the plain loops
  const void* whole_centres = nullptr;  // see centres.hpp
  size_t centre_bytes = 0;

  const T* outputs(size_t o) const { return alpha + o * padded(n); }
  Expansion<T> expansion() const { return {centres, alpha, n, r, c, padded(n)}; }
};

constexpr size_t root_size(Metric metric, size_t r, size_t d) {
  return metric == Metric::full ? saturating_multiply(r, d) : metric == Metric::diagonal ? d : 0;
}

// Where the arrays of a model lie; the same function counts (arena without memory) and carves.
template <class T>
struct ModelMemory {
  ModelHeader* header = nullptr;
  T* origin = nullptr;
  T* alpha = nullptr;
  T* root = nullptr;
  T* centres = nullptr;
  void* whole_centres = nullptr;
};

// Bytes of one coordinate of a centre.
template <class T>
constexpr size_t coordinate_bytes(size_t centre_bytes) {
  return centre_bytes == 0 ? sizeof(T) : centre_bytes;
}

template <class T>
constexpr ModelMemory<T> layout_model(Arena& arena, size_t n, size_t d, size_t r, size_t c,
                                      Metric metric, size_t centre_bytes = 0) {
  ModelMemory<T> memory;
  memory.header = arena.take<ModelHeader>(1);
  memory.origin = arena.take<T>(d);
  memory.alpha = arena.take<T>(saturating_multiply(c, padded(n)));
  memory.root = arena.take<T>(root_size(metric, r, d));
  const size_t coordinates = saturating_multiply(padded(n), r);
  if (centre_bytes == 0) {
    memory.centres = arena.take<T>(coordinates);
  } else {
    memory.whole_centres =
        arena.take<unsigned char>(saturating_multiply(coordinates, centre_bytes));
  }
  return memory;
}

// The model reads the arrays of `memory`.
template <class T>
void point_to(const ModelMemory<T>& memory, Model<T>* model) {
  model->origin = memory.origin;
  model->alpha = memory.alpha;
  model->root = memory.root;
  model->centres = memory.centres;
}

// Bytes of a model of n rows, d columns and c outputs at full rank: what a fit needs to be given.
template <class T>
constexpr size_t model_bytes(size_t n, size_t d, size_t c, Metric metric = Metric::full) {
  if (n > UINT32_MAX - panel || d > UINT32_MAX || c > UINT32_MAX) return impossible;
  Arena arena;
  layout_model<T>(arena, n, d, d, c, metric);
  return rounded_up(arena.bytes());
}

// Finds the kernel a model names; any_kernel<T> knows all of them, a device's own function perhaps
// just one.
template <class T>
using KernelFinder = Kernel<T> (*)(KernelId id, const KernelParameters<T>& parameters);

// The checksum that belongs into the header of a whole model.
inline uint32_t model_checksum(const unsigned char* model, size_t bytes) {
  constexpr size_t summed = offsetof(ModelHeader, bytes);
  return crc32(model + summed, bytes - summed);
}

namespace detail {

inline bool array_inside(uint64_t offset, size_t bytes, size_t total) {
  return offset % alignment == 0 && offset >= sizeof(ModelHeader) && bytes <= total &&
         offset <= total - bytes;
}

// Sizes and offsets agree with each other and with the number of bytes there are.
template <class T>
bool sound(const ModelHeader& h, size_t total) {
  if (h.n == 0 || h.d == 0 || h.c == 0 || h.r > h.d || h.n > UINT32_MAX - panel ||
      h.centre_bytes > 2)
    return false;
  if (h.metric < 0 || h.metric > static_cast<int32_t>(Metric::identity)) return false;
  const auto metric = static_cast<Metric>(h.metric);
  if (metric != Metric::full && h.r != h.d) return false;
  if (h.extra_bytes > total || (h.extra == 0 && h.extra_bytes > 0)) return false;
  if (h.extra > 0 && !array_inside(h.extra, static_cast<size_t>(h.extra_bytes), total))
    return false;
  const size_t points = padded(h.n),
               end = h.extra > 0 ? static_cast<size_t>(h.extra) : total;  // of the machine's own
  const auto bytes = [](size_t count) { return saturating_multiply(count, sizeof(T)); };
  return array_inside(h.origin, bytes(h.d), end) &&
         array_inside(h.alpha, bytes(saturating_multiply(h.c, points)), end) &&
         (metric == Metric::identity ||
          array_inside(h.root, bytes(root_size(metric, h.r, h.d)), end)) &&
         array_inside(h.centres,
                      saturating_multiply(saturating_multiply(points, h.r),
                                          coordinate_bytes<T>(h.centre_bytes)),
                      end);
}

}  // namespace detail

// Completes the bytes of a model whose arrays lie where its layout puts them: header and checksum.
// T is the type of the arrays; the parameters may have more digits.
template <class T, class Parameter>
[[gnu::always_inline]] inline void write_header(const ModelMemory<T>& memory, KernelId kernel,
                                                const KernelParameters<Parameter>& parameters,
                                                Metric metric, size_t n, size_t d, size_t r,
                                                size_t c, size_t centre_bytes = 0) {
  const auto* base = reinterpret_cast<const unsigned char*>(memory.header);
  const auto offset = [base](const void* array) {
    return static_cast<size_t>(static_cast<const unsigned char*>(array) - base);
  };
  ModelHeader& h = *memory.header;
  memcpy(h.magic, "RFMmodel", sizeof h.magic);
  h.version = model_version;
  h.scalar_bytes = sizeof(T);
  h.centre_bytes = static_cast<uint16_t>(centre_bytes);
  h.kernel = static_cast<int32_t>(kernel);
  h.metric = static_cast<int32_t>(metric);
  h.depth = parameters.depth;
  h.bandwidth = static_cast<double>(parameters.bandwidth);
  h.exponent = static_cast<double>(parameters.exponent);
  h.bias = static_cast<double>(parameters.bias);
  h.n = static_cast<uint32_t>(n);
  h.d = static_cast<uint32_t>(d);
  h.r = static_cast<uint32_t>(r);
  h.c = static_cast<uint32_t>(c);
  h.origin = offset(memory.origin);
  h.alpha = offset(memory.alpha);
  h.root = offset(memory.root);
  const size_t centres =
      offset(centre_bytes == 0 ? static_cast<const void*>(memory.centres) : memory.whole_centres);
  const size_t bytes = centres + padded(n) * r * coordinate_bytes<T>(centre_bytes);
  h.centres = centres;
  h.bytes = bytes;
  h.checksum = model_checksum(base, bytes);
}

// Verifies `bytes` bytes and points `model` into them; nothing is copied. The memory must be
// aligned to 16 bytes. Trailing bytes behind the model are allowed, so a model can be read from a
// flash page.
template <class T>
Status open(const void* memory, size_t bytes, KernelFinder<T> find, Model<T>* model) {
  if (memory == nullptr || find == nullptr || model == nullptr) return Status::null_pointer;
  if (!aligned(memory)) return Status::misaligned;
  const auto* base = static_cast<const unsigned char*>(memory);
  if (bytes < sizeof(ModelHeader)) {
    const size_t known = bytes < 8 ? bytes : 8;
    return known > 0 && memcmp(base, "RFMmodel", known) == 0 ? Status::truncated
                                                             : Status::not_a_model;
  }
  ModelHeader h;
  memcpy(&h, base, sizeof h);
  if (memcmp(h.magic, "RFMmodel", 8) != 0) return Status::not_a_model;
  if (h.version != model_version) return Status::unknown_version;
  if (h.bytes > bytes) return Status::truncated;
  if (h.bytes < sizeof(ModelHeader)) return Status::damaged;
  const auto total = static_cast<size_t>(h.bytes);
  if (model_checksum(base, total) != h.checksum) return Status::damaged;
  if (h.scalar_bytes != sizeof(T)) return Status::wrong_type;
  if (!detail::sound<T>(h, total)) return Status::damaged;

  const KernelParameters<T> parameters{static_cast<T>(h.bandwidth), static_cast<T>(h.exponent),
                                       static_cast<T>(h.bias), h.depth};
  const Kernel<T> kernel = find(static_cast<KernelId>(h.kernel), parameters);
  if (kernel.functions == nullptr) return Status::wrong_kernel;
  if (!valid(kernel)) return Status::bad_kernel;
  const auto metric = static_cast<Metric>(h.metric);
  const auto array = [&](uint64_t offset) { return reinterpret_cast<const T*>(base + offset); };
  *model = {with_engine(kernel, fastest<T>()),
            metric,
            h.n,
            h.d,
            h.r,
            h.c,
            array(h.origin),
            array(h.alpha),
            metric == Metric::identity ? nullptr : array(h.root),
            h.centre_bytes == 0 ? array(h.centres) : nullptr,
            h.extra_bytes == 0 ? nullptr : base + h.extra,
            static_cast<size_t>(h.extra_bytes),
            fastest<T>(),
            h.centre_bytes == 0 ? nullptr : base + h.centres,
            h.centre_bytes};
  return Status::ok;
}

}  // namespace rfm
