#include "rfm/cli/console.hpp"

#include <stdio.h>

#include <exception>
#include <new>
#include <stdexcept>
#include <vector>

#include "rfm/data/bytes_needed.hpp"
#include "rfm/data/options.hpp"
#include "rfm/data/read/csv.hpp"
#include "rfm/data/text/utf8.hpp"
#include "rfm/host/engine_choice.hpp"
#include "rfm/host/files.hpp"
#include "rfm/host/interrupt.hpp"
#include "rfm/host/memory.hpp"
#include "rfm/host/threads.hpp"

namespace rfm::cli {

using data::failure;
using data::Outcome;

namespace {

constexpr const char* out_of_memory = "rfm: out of memory: use fewer rows or columns\n";

// Whether this machine has the variant that RFM_ENGINE names; says so if not.
bool engine_exists() {
  const Engine<float>* engine = nullptr;
  std::string problem;
  if (choose_engine(engine_from_environment(), &engine, &problem)) return true;
  say("rfm: RFM_ENGINE: " + problem);
  return false;
}

bool threads_are_sound() {
  if (threads_variable_is_sound()) return true;
  say("rfm: RFM_THREADS is not a number from 1 to 1024");
  return false;
}

int read_and_run(Program& program, const std::vector<std::string>& words) {
  const Request request = program.read(words);
  if (request.action)
    return engine_exists() && threads_are_sound() ? request.action() : exit_misused;
  const Outcome outcome = host::write_file("-", request.text);
  return outcome.ok() ? exit_done : fail(outcome);
}

}  // namespace

void begin() {
  host::watch_signals();
  host::end_in_words(out_of_memory);
}

int run(Program& program, int count, char** words) {
  try {
    return read_and_run(program,
                        std::vector<std::string>(words + (count > 0 ? 1 : 0), words + count));
  } catch (const Misuse& error) {
    say(program.name() + ": " + error.what());
    say("Run with --help for more information.");
    return exit_misused;
  } catch (const std::bad_alloc&) {
    fputs(out_of_memory, stderr);
  } catch (const std::length_error&) {  // more than any memory
    fputs(out_of_memory, stderr);
  } catch (const std::exception& error) {
    say(std::string("rfm: ") + error.what());
  }
  return exit_failed;
}

void say(const std::string& words) { fprintf(stderr, "%s\n", data::shown(words).c_str()); }

int fail(const Outcome& outcome) {
  say("rfm: " + outcome.words);
  return exit_failed;
}

int misused(const std::string& words) {
  say("rfm: " + words);
  return exit_misused;
}

void keep_apart(std::initializer_list<NamedFile> read, std::initializer_list<NamedFile> written) {
  const auto each_pair = [](std::initializer_list<NamedFile> files, const auto& work) {
    for (const NamedFile* a = files.begin(); a != files.end(); ++a)
      for (const NamedFile* b = a + 1; b != files.end(); ++b)
        if (!a->path.empty() && !b->path.empty()) work(*a, *b);
  };
  each_pair(read, [](const NamedFile& a, const NamedFile& b) {
    if (a.path == "-" && b.path == "-")
      throw Misuse(a.argument, std::string("and ") + b.argument + " both want the standard input");
  });
  each_pair(written, [](const NamedFile& a, const NamedFile& b) {
    if (a.path == "-" && b.path == "-")
      throw Misuse(a.argument, std::string("and ") + b.argument + " both want the standard output");
    if (host::same_file(a.path, b.path))
      throw Misuse(a.argument,
                   std::string("and ") + b.argument + " would both write '" + b.path + "'");
  });
  for (const NamedFile& from : read)
    for (const NamedFile& to : written)
      if (!from.path.empty() && !to.path.empty() && host::same_file(from.path, to.path))
        throw Misuse(to.argument, "'" + to.path + "' is what " + from.argument +
                                      " names, and would be written over");
}

Outcome load_table(const std::string& path, data::TextTable& table, const data::CsvOptions& options,
                   data::Findings* facts) {
  std::string text;
  if (Outcome outcome = host::read_text(path, text); !outcome.ok()) return outcome;
  Outcome outcome = data::read_csv(text, options, table, facts);
  if (!outcome.ok()) outcome.words = host::input_name(path) + ": " + outcome.words;
  return outcome;
}

void add_reading_arguments(Command& command, data::CsvOptions& options) {
  using Read = Outcome (*)(std::string_view, data::CsvOptions&);
  const auto add = [&](const char* name, const char* form, Read read, const char* words) {
    command.add(
        name,
        Reader{Reader::Takes::one, form,
               [&options, read](const std::string& text) { return read(text, options).words; }},
        words);
  };
  command.heading("How tables are read");
  add("--separator", " TEXT=auto", data::read_separator,
      "What stands between cells, one character or tab");
  add("--charset", " TEXT:{auto,utf-8,utf-16,windows-1252}=auto", data::read_charset,
      "What bytes mean");
  add("--header", " TEXT=auto", data::read_header, "The line of the names, or no");
  add("--decimal", " TEXT:{auto,.,,}=auto", data::read_decimal,
      "What stands before decimals, . or ,");
}

void add_memory_argument(Command& command, std::size_t& bytes) {
  const auto read = [&bytes](const std::string& text) {
    data::OptionValue given;
    given.text = text;
    const Outcome outcome =
        read_value({data::OptionType::bytes, 1, data::no_limit, nullptr}, false, given);
    bytes = given.count();
    return outcome.words;
  };
  command.add("--memory", Reader{Reader::Takes::one, " BYTES=auto", read},
              "What it may take, as in 500M or 2G; auto: half of what the machine has");
}

Outcome within_memory(const char* what, std::size_t needed, std::size_t asked) {
  return data::within_memory(what, needed, asked > 0 ? asked : host::machine_memory() / 2);
}

void say_reading(const std::string& path, const data::Findings& facts) {
  const std::string words = data::reading_sentence(facts);
  if (!words.empty()) say(host::input_name(path) + ": " + words);
}

namespace {

template <class T>
Status open_as(LoadedModel& model, bool portable) {
  return open_model_file(model.bytes.data(), model.size, portable,
                         &model.file.emplace<data::ModelFile<T>>());
}

}  // namespace

Outcome open_loaded(bool portable, LoadedModel& model) {
  const bool wide = data::number_bytes(model.bytes.data(), model.size) == sizeof(double);
  const Status status = wide ? open_as<double>(model, portable) : open_as<float>(model, portable);
  return status == Status::ok ? Outcome{} : failure(words(status));
}

Outcome load_model(const std::string& path, bool portable, LoadedModel& model) {
  if (Outcome outcome = host::read_bytes(path, model.bytes, model.size); !outcome.ok())
    return outcome;
  Outcome outcome = open_loaded(portable, model);
  if (!outcome.ok()) outcome.words = host::input_name(path) + ": " + outcome.words;
  return outcome;
}

Outcome load_encoded_model(const std::string& path, bool portable, LoadedModel& model) {
  if (Outcome outcome = load_model(path, portable, model); !outcome.ok()) return outcome;
  if (std::visit([](const auto& file) { return file.encoded; }, model.file)) return {};
  return failure(
      host::input_name(path) +
      ": the model has no encoding, so it cannot read tables: it was not written by rfm train");
}

std::string stem_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos || dot == 0 ? name : name.substr(0, dot);
}

std::string grouped(std::size_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t k = digits.size(); k > 3; k -= 3) digits.insert(k - 3, ",");
  return digits;
}

std::string counted(std::size_t number, const char* one, const char* many) {
  return grouped(number) + " " + (number == 1 ? one : many);
}

}  // namespace rfm::cli
