// What programs and their commands share: running, speaking to the user, loading tables and models.
#pragma once
#include <cstddef>
#include <initializer_list>
#include <string>
#include <variant>

#include "rfm/cli/arguments.hpp"
#include "rfm/data/findings.hpp"
#include "rfm/data/model_file.hpp"
#include "rfm/data/outcome.hpp"
#include "rfm/data/read/reading.hpp"
#include "rfm/data/table/text_table.hpp"

namespace rfm::cli {

// What main does first: the end of the program, by a signal or for want of memory, is orderly.
void begin();

// Reads the words of main and does what they ask for, with every error told; returns the exit code.
int run(Program& program, int count, char** words);

// A line on the error stream; what names and cells bring with them cannot end or change it.
void say(const std::string& words);

// "rfm: words" on the error stream; returns exit_failed.
int fail(const data::Outcome& outcome);

// The same for a wrong use of options that only the file could show; returns exit_misused.
int misused(const std::string& words);

// A file that a command reads or writes, and the argument that names it.
struct NamedFile {
  const char* argument;
  const std::string& path;  // empty: there is none
};

// Throws Misuse where a command would write over what it reads, write two things to one file, or
// read two from the standard input. To be asked before anything is read.
void keep_apart(std::initializer_list<NamedFile> read, std::initializer_list<NamedFile> written);

// Errors name the file, and the line and column where there is one. What was found that is not the
// ordinary thing goes into `facts`.
data::Outcome load_table(const std::string& path, data::TextTable& table,
                         const data::CsvOptions& options = {}, data::Findings* facts = nullptr);

// --separator, --charset, --header and --decimal.
void add_reading_arguments(Command& command, data::CsvOptions& options);

// --memory, for commands that could be asked for more than there is: see within_memory.
void add_memory_argument(Command& command, std::size_t& bytes);
data::Outcome within_memory(const char* what, std::size_t needed, std::size_t asked);

// Says how a table was read, unless that was the ordinary thing.
void say_reading(const std::string& path, const data::Findings& facts);

struct LoadedModel {
  data::AlignedBytes bytes;
  std::size_t size = 0;
  std::variant<data::ModelFile<float>, data::ModelFile<double>> file;
};

data::Outcome load_model(const std::string& path, bool portable, LoadedModel& model);

// Opens bytes that are in memory already.
data::Outcome open_loaded(bool portable, LoadedModel& model);

// Like load_model, and refuses a file that does not say how cells become features.
data::Outcome load_encoded_model(const std::string& path, bool portable, LoadedModel& model);

// "dir/house.csv" -> "house".
std::string stem_of(const std::string& path);

// "1,234,567".
std::string grouped(std::size_t number);

// "1 row", "2 rows".
std::string counted(std::size_t number, const char* one, const char* many);

}  // namespace rfm::cli
