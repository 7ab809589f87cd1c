// Fuzzes the C functions of the WebAssembly module, built for this machine: the first bytes choose
// calls, the rest are what JavaScript hands over. Handles are those that the module gave.
#include <algorithm>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/bytes.hpp"
#include "wasm/cpp/tables.hpp"

namespace rfm::wasm {
struct OpenModel;
class Watched;
}  // namespace rfm::wasm

using rfm::wasm::OpenModel;
using rfm::wasm::TextTable;
using rfm::wasm::Watched;

extern "C" {
// What the module calls in JavaScript.
int tell_progress(const char*, std::size_t) { return 0; }
double now() {
  static double clock = 0;
  return clock += 1e-3;
}
// What JavaScript calls in the module.
int describe(TextTable*, const char*, std::size_t, std::size_t threads);
int sizes(double rows, double columns, double outputs, int metric);
int model_facts(const OpenModel*);
int model_matrix(const OpenModel*);
int model_directions(const OpenModel*);
int model_explain(const OpenModel*, const TextTable*);
int model_export(const OpenModel*, int form, const char*, std::size_t);
int model_shrink(const OpenModel*, std::size_t bytes, const char*, std::size_t);
OpenModel* model_open(const unsigned char*, std::size_t);
void model_free(const OpenModel*);
const void* model_data(const OpenModel*);
std::size_t model_size(const OpenModel*);
int model_names(const OpenModel*);
int model_history(const OpenModel*);
float model_interval(const OpenModel*, float coverage);
int model_predict(const OpenModel*, const TextTable*);
int model_evaluate(const OpenModel*, TextTable*);
const void* outbox_data(int which);
std::size_t outbox_size(int which);
void outbox_clear();
int version();
Watched* rounds_start(TextTable*, const TextTable*, const char*, std::size_t, double limit);
int rounds_next(Watched*);
void rounds_free(const Watched*);
TextTable* table_new();
void table_free(const TextTable*);
int table_csv(TextTable*, const char*, std::size_t, int delimiter, int header, int decimal);
int table_add_text(TextTable*, const char*, std::size_t, const char* cells, std::size_t);
int table_add_numbers(TextTable*, const char*, std::size_t, const double*, std::size_t rows,
                      std::size_t stride);
int train(TextTable*, TextTable*, const char*, std::size_t, double limit);
}

namespace {

// The bytes that are left, taken from the front.
class Given {
 public:
  Given(const uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  unsigned byte() { return size_ == 0 ? 0 : (--size_, *data_++); }
  // At most `most` bytes, in memory of just that size.
  std::vector<char> text(std::size_t most) {
    const std::size_t size = std::min({std::size_t{byte()}, most, size_});
    std::vector<char> taken(data_, data_ + size);
    data_ += size;
    size_ -= size;
    return taken;
  }
  std::vector<char> rest() const { return {data_, data_ + size_}; }

 private:
  const uint8_t* data_;
  std::size_t size_;
};

struct Table {
  TextTable* table = table_new();
  Table() = default;
  ~Table() { table_free(table); }
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  // Columns as JavaScript adds them: all of one length, which it checks.
  bool sound() const {
    for (const auto& column : table->columns)
      if (column.size() != table->rows()) return false;
    return table->rows() < 80 && table->columns.size() < 12;
  }

  void fill(Given& given) {
    const unsigned count = given.byte() % 4;
    for (unsigned k = 0; k < count; ++k) {
      const std::vector<char> name = given.text(12), cells = given.text(200);
      if (given.byte() % 2 == 0) {
        table_add_text(table, name.data(), name.size(), cells.data(), cells.size());
      } else {
        std::vector<double> numbers(cells.size() / sizeof(double));
        if (!numbers.empty())
          std::memcpy(numbers.data(), cells.data(), numbers.size() * sizeof(double));
        table_add_numbers(table, name.data(), name.size(), numbers.data(), numbers.size(), 1);
      }
    }
    if (count > 0) return;
    const int delimiter = ",;\t\0"[given.byte() & 3], decimal = ".,\0\0"[given.byte() & 3],
              header = static_cast<int>(given.byte() % 4) - 1;
    const std::vector<char> csv = given.rest();
    table_csv(table, csv.data(), csv.size(), delimiter, header, decimal);
  }
};

// What is left must be readable to its last byte.
void look() {
  unsigned sum = 0;
  for (int which = 0; which < 3; ++which) {
    const auto* bytes = static_cast<const unsigned char*>(outbox_data(which));
    for (std::size_t k = 0; k < outbox_size(which); ++k) sum += bytes[k];
  }
  if (sum == 1) version();
  outbox_clear();
}

void use(const OpenModel* model, Given& given) {
  if (model == nullptr) return look();
  Table rows;
  rows.fill(given);
  model_facts(model), look();
  model_names(model), look();
  model_history(model), look();
  model_directions(model), look();
  static_cast<void>(model_interval(model, 0.9f));
  if (model_size(model) == 0 || model_data(model) == nullptr) __builtin_trap();
  const std::vector<char> name = given.text(20);
  for (int form = 0; form < 3; ++form) model_export(model, form, name.data(), name.size()), look();
  if (model_size(model) < 20000) {
    model_matrix(model), look();
    model_shrink(model, model_size(model) / 2, "{}", 2), look();
  }
  if (!rows.sound()) return;
  model_predict(model, rows.table), look();
  if (rows.table->rows() > 0) model_explain(model, rows.table), look();
  model_evaluate(model, rows.table), look();
}

void learn(Given& given) {
  std::vector<char> options = given.text(80);
  constexpr std::string_view soon("budget\0001", 8);
  options.insert(options.end(), soon.begin(), soon.end());
  const bool watched = given.byte() % 2 == 0;
  Table table;
  table.fill(given);
  if (!table.sound()) return;
  constexpr double limit = 6e7;
  describe(table.table, options.data(), options.size(), 1 + given.byte() % 4), look();
  if (watched) {
    Watched* rounds = rounds_start(table.table, table.table, options.data(), options.size(), limit);
    for (int k = 0; rounds != nullptr && k < 2; ++k) rounds_next(rounds), look();
    rounds_free(rounds);
  } else if (train(table.table, nullptr, options.data(), options.size(), limit) == 1) {
    std::vector<unsigned char> file(outbox_size(0));
    std::memcpy(file.data(), outbox_data(0), file.size());
    look();
    const OpenModel* model = model_open(file.data(), file.size());
    if (model == nullptr) __builtin_trap();
    use(model, given);
    model_free(model);
  }
  look();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const OpenModel* model = nullptr;
  try {
    if (data[0] == 'R') {
      const auto bytes = model_of(data, size);
      model = model_open(bytes.data(), size);
      Given given(data + size / 2, size - size / 2);
      use(model, given);
    } else {
      Given given(data, size);
      sizes(given.byte() * 1e7, given.byte() * 300.0, given.byte(), 0), look();
      learn(given);
    }
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
  model_free(model);
  return 0;
}
