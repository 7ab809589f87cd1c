// The models of one connection, opened once and kept by name, and the cells of a row on their way
// to one. All functions of a connection share them; SQLite calls a connection from one thread at a
// time.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rfm/c_table/rfm_table.h"
#include "rfm/sql/sqlite.hpp"

namespace rfm::sql {

// An opened model and room for one row.
class Model {
 public:
  // Null, with a sentence in `trouble`, when these are not the bytes of a model.
  static std::shared_ptr<Model> opened(const void* bytes, size_t size, std::string& trouble);

  const rfm_predictor* predictor() const { return predictor_.get(); }
  size_t columns() const { return cells_.size(); }
  bool classifies() const { return !shares_.empty(); }

  // The index of a column or class; SIZE_MAX when there is none of that name.
  size_t find_column(const std::string& name) const;
  size_t find_class(const std::string& name) const;

  // Every cell missing.
  void clear();
  // Text is read where it lies, until the answer. False for a blob, which is no cell.
  bool set(size_t column, sqlite3_value* value);
  void set(size_t column, const std::string& text) {
    cells_[column] = {text.data(), text.size(), 0};
  }

  // False, with a sentence in `trouble`, when there is no answer.
  bool answer(std::string& trouble);
  bool tell_novelty(std::string& trouble);
  double value() const { return value_; }
  double novelty() const { return novelty_; }
  double share(size_t index) const { return shares_[index]; }

 private:
  struct Free {
    void operator()(rfm_predictor* predictor) const { rfm_predictor_free(predictor); }
  };
  std::unique_ptr<rfm_predictor, Free> predictor_;
  std::vector<rfm_cell> cells_;  // (columns)
  std::vector<double> shares_;   // (classes)
  double value_ = 0, novelty_ = 0;
};

struct Models {
  std::map<std::string, std::shared_ptr<Model>, std::less<>> by_name;
  sqlite3* connection = nullptr;

  // The model of that name, which rfm_load has opened; null with a sentence in `trouble`.
  std::shared_ptr<Model> find(sqlite3_value* name, std::string& trouble) const;
};

// Names, and the words for them.
std::string text_of(sqlite3_value* value);
std::string listed(const Model& model);

// A function of SQL that says what is wrong in a sentence.
void fail(sqlite3_context* context, const std::string& sentence);

// rfm_importance, a table of the columns of a model.
int add_importance(sqlite3* connection, const std::shared_ptr<Models>& models);

}  // namespace rfm::sql
