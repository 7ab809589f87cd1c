#include "tests/c_table/tables.hpp"

namespace rfm_test {

std::string houses_csv(std::size_t rows, bool with_price) {
  static const char* const towns[] = {"Jena", "Gera", "Ulm"};
  std::string csv = with_price ? "town,area,rooms,price\n" : "town,area,rooms\n";
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t town = i * 7 % 3, area = 40 + i * 37 % 90, rooms = 1 + i * 5 % 6;
    csv += std::string(towns[town]) + "," + std::to_string(area) + "," + std::to_string(rooms);
    if (with_price) csv += "," + std::to_string(1000 * area + 20000 * town + 500 * rooms);
    csv += "\n";
  }
  return csv;
}

Own<rfm_training> training_with(const std::vector<std::string>& options) {
  Own<rfm_training> training = new_training();
  for (const std::string& option : options) {
    const std::size_t middle = option.find('=');
    const std::string name = option.substr(0, middle), value = option.substr(middle + 1);
    const rfm_status status = rfm_training_set(training.get(), name.c_str(), value.c_str());
    BOOST_REQUIRE_MESSAGE(status == RFM_OK, rfm_training_words(training.get()));
  }
  return training;
}

std::vector<unsigned char> model_of(const rfm_training* training) {
  size_t size = 0;
  const auto* bytes = static_cast<const unsigned char*>(rfm_training_model(training, &size));
  BOOST_REQUIRE(bytes != nullptr);
  return {bytes, bytes + size};
}

Own<rfm_predictor> opened(const std::vector<unsigned char>& model) {
  Own<rfm_predictor> predictor = new_predictor();
  const rfm_status status = rfm_predictor_open(predictor.get(), model.data(), model.size());
  BOOST_REQUIRE_MESSAGE(status == RFM_OK, rfm_predictor_words(predictor.get()));
  return predictor;
}

}  // namespace rfm_test
