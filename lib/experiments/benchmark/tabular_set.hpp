// One folder of a collection of tables: data.csv (or data_full.csv), meta.json and, where the
// collection has them, partitions.json; each may be compressed. Reading costs one pass over the
// text.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "rfm/data/outcome.hpp"
#include "rfm/data/table/text_table.hpp"

namespace rfm::experiments {

// Row-major numbers (n, d).
struct Features {
  std::size_t n = 0, d = 0;
  std::vector<float> x;

  float* row(std::size_t i) { return x.data() + i * d; }
  const float* row(std::size_t i) const { return x.data() + i * d; }
};

struct Partition {
  std::vector<std::size_t> train, test;
};

// What meta.json and partitions.json say, before the table itself is read.
struct SetFacts {
  std::string name, folder;
  bool classification = false;
  std::size_t rows = 0;  // those that partitions speak of, or all
  std::vector<Partition>
      choice;  // one: where parameters are chosen; none when the collection has none
  std::vector<Partition> folds;  // where accuracies come from
  std::string table_file = "data.csv";
};

struct TabularSet {
  SetFacts facts;
  data::TextTable text;          // the rows as they came
  Features features;             // numbers as they are, one column for each level of a text column
  std::vector<uint32_t> labels;  // classification: 0 .. classes-1, in the order of the class names
  std::size_t classes = 0;
  std::vector<double> targets;  // regression
};

data::Outcome read_facts(const std::string& folder, SetFacts& facts);
data::Outcome read_set(const SetFacts& facts, TabularSet& set);

// The facts of every folder of a collection, by name. Folders without meta.json are none of it.
data::Outcome read_collection(const std::string& folder, std::vector<SetFacts>& sets);

// The rows named, in that order.
Features some_rows(const Features& all, const std::vector<std::size_t>& rows);
data::TextTable some_rows(const data::TextTable& all, const std::vector<std::size_t>& rows);

}  // namespace rfm::experiments
