#include "rfm/sql/models.hpp"

#include <cmath>
#include <cstdint>
#include <string_view>

namespace rfm::sql {

namespace {

std::string_view view_of(sqlite3_value* value) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
  if (text == nullptr) return {};
  return {text, static_cast<size_t>(sqlite3_value_bytes(value))};
}

}  // namespace

std::string text_of(sqlite3_value* value) { return std::string(view_of(value)); }

std::shared_ptr<Model> Model::opened(const void* bytes, size_t size, std::string& trouble) {
  auto model = std::make_shared<Model>();
  model->predictor_.reset(rfm_predictor_new());
  rfm_predictor* predictor = model->predictor_.get();
  if (predictor == nullptr) {
    trouble = "out of memory";
    return nullptr;
  }
  const unsigned char nothing = 0;
  if (rfm_predictor_open(predictor, bytes == nullptr ? &nothing : bytes, size) != RFM_OK) {
    trouble = rfm_predictor_words(predictor);
    return nullptr;
  }
  model->cells_.resize(rfm_predictor_columns(predictor));
  model->shares_.resize(rfm_predictor_classes(predictor));
  return model;
}

size_t Model::find_column(const std::string& name) const {
  for (size_t k = 0; k < columns(); ++k)
    if (name == rfm_predictor_column(predictor(), k)) return k;
  return SIZE_MAX;
}

size_t Model::find_class(const std::string& name) const {
  for (size_t k = 0; k < shares_.size(); ++k)
    if (name == rfm_predictor_class(predictor(), k)) return k;
  return SIZE_MAX;
}

void Model::clear() {
  for (rfm_cell& cell : cells_) cell = {nullptr, 0, std::nan("")};
}

bool Model::set(size_t column, sqlite3_value* value) {
  rfm_cell& cell = cells_[column];
  switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER:
    case SQLITE_FLOAT:
      cell = {nullptr, 0, sqlite3_value_double(value)};
      return true;
    case SQLITE_TEXT: {
      const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
      if (text == nullptr) return false;  // no memory to turn it into UTF-8
      cell = {text, static_cast<size_t>(sqlite3_value_bytes(value)), 0};
      return true;
    }
    case SQLITE_NULL:
      cell = {nullptr, 0, std::nan("")};
      return true;
    default:
      return false;
  }
}

bool Model::answer(std::string& trouble) {
  const rfm_status status = rfm_predictor_answer_row(predictor_.get(), cells_.data(), &value_,
                                                     classifies() ? shares_.data() : nullptr);
  if (status != RFM_OK) trouble = rfm_predictor_words(predictor_.get());
  return status == RFM_OK;
}

bool Model::tell_novelty(std::string& trouble) {
  const rfm_status status = rfm_predictor_novelty_row(predictor_.get(), cells_.data(), &novelty_);
  if (status != RFM_OK) trouble = rfm_predictor_words(predictor_.get());
  return status == RFM_OK;
}

std::shared_ptr<Model> Models::find(sqlite3_value* name, std::string& trouble) const {
  const auto found = by_name.find(view_of(name));
  if (found != by_name.end()) return found->second;
  trouble = "no model '" + text_of(name) + "' is loaded: rfm_load(name, model) does that";
  return nullptr;
}

std::string listed(const Model& model) {
  std::string names;
  for (size_t k = 0; k < model.columns(); ++k)
    names += (k == 0 ? "" : ", ") + std::string(rfm_predictor_column(model.predictor(), k));
  return names;
}

void fail(sqlite3_context* context, const std::string& sentence) {
  sqlite3_result_error(context, ("rfm: " + sentence).c_str(), -1);
}

}  // namespace rfm::sql
