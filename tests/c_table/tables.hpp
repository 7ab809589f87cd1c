// Tables of rfm_table.h for its tests, and owners of its objects.
#pragma once
#include <boost/test/unit_test.hpp>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "rfm/c_table/rfm_table.h"

namespace rfm_test {

using Scalars = std::tuple<float, double>;

struct FreeObject {
  void operator()(rfm_table* table) const { rfm_table_free(table); }
  void operator()(rfm_training* training) const { rfm_training_free(training); }
  void operator()(rfm_predictor* predictor) const { rfm_predictor_free(predictor); }
};
template <class Object>
using Own = std::unique_ptr<Object, FreeObject>;

inline Own<rfm_table> new_table() { return Own<rfm_table>(rfm_table_new()); }
inline Own<rfm_training> new_training() { return Own<rfm_training>(rfm_training_new()); }
inline Own<rfm_predictor> new_predictor() { return Own<rfm_predictor>(rfm_predictor_new()); }

// Houses by CSV: town, area, rooms and price, or its first three columns.
std::string houses_csv(std::size_t rows, bool with_price = true);

inline Own<rfm_table> read(const std::string& csv) {
  Own<rfm_table> table = new_table();
  const rfm_status status = rfm_table_read_csv(table.get(), csv.data(), csv.size());
  BOOST_REQUIRE_MESSAGE(status == RFM_OK, rfm_table_words(table.get()));
  return table;
}

// A training with options "name=value" that is quick.
Own<rfm_training> training_with(const std::vector<std::string>& options);

// The bytes of its model.
std::vector<unsigned char> model_of(const rfm_training* training);

Own<rfm_predictor> opened(const std::vector<unsigned char>& model);

}  // namespace rfm_test
