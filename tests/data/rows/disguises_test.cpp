// A table means the same however it is written: a clean one in random disguises of conventions,
// units, tokens, charsets and separators gives the same machine, bit for bit.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "rfm/core/base/random.hpp"
#include "rfm/data/model_file.hpp"
#include "rfm/data/read/csv.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/data/train.hpp"

BOOST_AUTO_TEST_SUITE(disguises)

namespace {

using rfm::Random;
using rfm::data::TextTable;

// Cells in hundredths, so that every convention can write them in full; 0 stands for missing.
struct Clean {
  std::vector<long> size, rate, price;
  std::vector<std::string> town;
};

Clean clean_table(Random& random) {
  constexpr const char* towns[] = {"York", "Hull", "Köln"};
  Clean table;
  for (int k = 0; k < 40; ++k) {
    const auto size = static_cast<long>(random.below(900000000) + 100);
    table.size.push_back(k % 9 == 4 ? 0 : random.below(4) == 0 ? -size : size);
    table.rate.push_back(static_cast<long>(random.below(9999) + 1));
    table.price.push_back(size / 1000 + static_cast<long>(random.below(1000)) + 1);
    table.town.push_back(k % 13 == 5 ? "" : towns[k % 3]);
  }
  return table;
}

// How a column of numbers is written.
struct Writing {
  std::string decimal = ".", thousands, before, behind, minus = "-";
  bool parentheses = false, minus_behind = false, indian = false;
};

std::string grouped(std::string digits, const Writing& how) {
  if (how.thousands.empty()) return digits;
  std::size_t size = 3;
  for (std::size_t end = digits.size(); end > size;) {
    end -= size;
    digits.insert(end, how.thousands);
    size = how.indian ? 2 : 3;
  }
  return digits;
}

std::string written(long hundredths, const Writing& how) {
  const bool negative = hundredths < 0;
  const long all = negative ? -hundredths : hundredths;
  const std::string cents = std::to_string(all % 100 + 100).substr(1);
  const std::string number =
      how.before + grouped(std::to_string(all / 100), how) + how.decimal + cents + how.behind;
  if (!negative) return number;
  if (how.parentheses) return "(" + number + ")";
  if (how.minus_behind) return number + how.minus;
  return how.minus + number;
}

template <class... Words>
std::string any_of(Random& random, Words... words) {
  const std::vector<std::string> all{words...};
  return all[random.below(all.size())];
}

Writing any_writing(Random& random, bool comma) {
  Writing how;
  how.decimal = comma ? "," : ".";
  how.thousands = any_of(random, "", comma ? "." : ",", " ", "\u00a0", "\u202f", "'", "’");
  how.indian = how.thousands == "," && random.below(2) == 0;
  how.minus = any_of(random, "-", "−");
  how.parentheses = random.below(4) == 0;
  how.minus_behind = !how.parentheses && random.below(5) == 0;
  const std::string unit = any_of(random, "", "", "$", "€", "CHF ");
  if (random.below(2) == 0) {
    how.before = unit;
  } else if (!how.minus_behind) {
    how.behind = any_of(random, "", " kg", "%", " " + (unit.empty() ? std::string("m²") : unit));
  }
  return how;
}

std::string quoted(const std::string& cell, char separator) {
  return cell.find(separator) == std::string::npos ? cell : "\"" + cell + "\"";
}

struct Style {
  Writing size, rate, price;
  std::string missing, missing_town, end = "\n";
  char separator = ',';
  int charset = 0;    // 0 UTF-8, 1 with a mark, 2 UTF-16
  bool loud = false;  // towns in various letter cases
};

Style any_style(Random& random) {
  const bool comma = random.below(2) == 0;
  Style style;
  style.separator = ",;\t|"[random.below(4)];
  style.size = any_writing(random, comma);
  style.rate = any_writing(random, comma);
  style.price = any_writing(random, comma);
  style.missing =
      any_of(random, "", "NA", "None", "n.a.", "--", "#DIV/0!", "\\N", "k.A.", "not measured");
  style.missing_town = any_of(random, "", "NA", "None", "unknown", "(blank)");
  style.end = any_of(random, "\n", "\r\n", "\r");
  style.charset = static_cast<int>(random.below(3));
  style.loud = random.below(2) == 0;
  return style;
}

std::string in_utf16(const std::string& text) {
  std::string bytes = "\xFF\xFE";
  for (std::size_t k = 0; k < text.size(); ++k) {
    const auto c = static_cast<unsigned char>(text[k]);
    unsigned point = c;
    const auto next = [&] { return static_cast<unsigned char>(text[++k]) & 0x3Fu; };
    if (c >= 0xE0) {
      point = (c & 0xFu) << 12;
      point |= next() << 6;
      point |= next();
    } else if (c >= 0xC0) {
      point = (c & 0x1Fu) << 6;
      point |= next();
    }
    bytes += static_cast<char>(point & 0xFF);
    bytes += static_cast<char>(point >> 8);
  }
  return bytes;
}

std::string csv_of(const Clean& table, const Style& style, Random& random) {
  const std::string s(1, style.separator);
  std::string csv = "size" + s + "town" + s + "rate" + s + "price" + style.end;
  for (std::size_t k = 0; k < table.size.size(); ++k) {
    std::string town = table.town[k].empty() ? style.missing_town : table.town[k];
    // Every town is met as it is most often.
    if (style.loud && !table.town[k].empty() && k % 4 == 3 && random.below(2) == 0)
      std::transform(town.begin(), town.end(), town.begin(),
                     [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    const auto cell = [&](long number, const Writing& how) {
      return quoted(number == 0 ? style.missing : written(number, how), style.separator);
    };
    csv += cell(table.size[k], style.size) + s + town + s + cell(table.rate[k], style.rate) + s +
           cell(table.price[k], style.price) + style.end;
  }
  return style.charset == 0 ? csv : style.charset == 1 ? "\xEF\xBB\xBF" + csv : in_utf16(csv);
}

rfm::data::Trained trained_on(const std::string& csv) {
  TextTable table;
  rfm::data::TrainOptions options;
  rfm::data::Outcome outcome = read_csv(csv, {}, table, &options.reading);
  BOOST_TEST_REQUIRE(outcome.ok(), outcome.words << "\n" << csv);
  options.portable = true;
  options.search.wishes.kernel = rfm::KernelId::laplace;
  options.search.wishes.rounds = 1;
  options.search.wishes.ridge = 0.01;
  options.search.wishes.bandwidth = 3;
  options.search.wishes.metric = rfm::Metric::diagonal;
  options.plan.task = rfm::Task::regression;
  rfm::data::Trained trained;
  outcome = rfm::data::train<float>(table, options, trained);
  BOOST_TEST_REQUIRE(outcome.ok(), outcome.words << "\n" << csv);
  return trained;
}

// The numbers of the machine, and how answers come from its outputs.
std::vector<float> machine_of(const rfm::data::Trained& trained) {
  rfm::data::ModelFile<float> file;
  BOOST_TEST_REQUIRE(
      (open_model_file(trained.file.data(), trained.file.size(), true, &file) == rfm::Status::ok));
  const rfm::Model<float>& m = file.model();
  std::vector<float> all(m.alpha, m.alpha + m.n);
  all.insert(all.end(), m.origin, m.origin + m.d);
  all.insert(all.end(), m.root, m.root + m.d);
  all.insert(all.end(), file.encoding.target, file.encoding.target + 2);
  all.insert(all.end(), file.encoding.mean, file.encoding.mean + file.encoding.features);
  return all;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_table_in_disguise_gives_the_same_machine) {
  Random random(17);
  const Clean table = clean_table(random);
  const std::vector<float> machine = machine_of(trained_on(csv_of(table, {}, random)));
  for (int k = 0; k < 60; ++k) {
    const std::string csv = csv_of(table, any_style(random), random);
    const rfm::data::Trained trained = trained_on(csv);
    std::string said;
    for (const std::string& note : trained.notes) said += note + "\n";
    BOOST_TEST(machine_of(trained) == machine, k << ": " << said << csv.substr(0, 300));
  }
}

BOOST_AUTO_TEST_SUITE_END()
