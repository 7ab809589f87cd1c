// rfm export: a model as a C header, as JSON or as ONNX.
#include <memory>

#include "rfm/cli/command.hpp"
#include "rfm/cli/commands/rows.hpp"
#include "rfm/cli/console.hpp"
#include "rfm/data/export/c_text.hpp"
#include "rfm/data/export/export.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/data/whole/whole.hpp"
#include "rfm/host/files.hpp"

namespace rfm::cli {
namespace {

using data::Outcome;

constexpr std::size_t most_room = 1000000;  // kilobytes, or bytes, which no such model takes

struct ExportArguments {
  std::string model, name, header, json, onnx, test;
  bool integers = false, quiet = false;
  data::WholeOptions room;
  data::CsvOptions reading;

  bool limited() const { return room.flash > 0 || room.ram > 0; }
};

// The header's file name made a C name: "build/my-house.h" -> "my_house".
std::string name_from(const std::string& path) {
  std::string name = data::c_word(stem_of(path));
  for (char& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return data::c_name(name) ? name : "model";
}

// What is said of a header in integers, with its score beside the model's where there is a table.
template <class T>
Outcome tell(const ExportArguments& a, const data::ModelFile<T>& file,
             const data::WholeModel& whole) {
  say(counted(whole.machine.centres(), "centre", "centres") + " in " +
      counted(whole.machine.spaces.size(), "space", "spaces") +
      ", 8 bits a coordinate: " + grouped(whole.constants) + " bytes of constants, about " +
      grouped(whole.code) + " of code and " + grouped(whole.ram) + " of stack");
  say("it repeats " + data::format_rounded(100 * whole.agreement.fidelity, 4) +
      " % of the model's variance between its centres; " + agreement_words(whole));
  if (a.test.empty()) return {};
  data::TextTable table;
  if (Outcome outcome = load_table(a.test, table, a.reading); !outcome.ok()) return outcome;
  data::Scores before, after;
  const auto model = [](const auto& f, const auto& rows) { return outputs_of(f, rows, nullptr); };
  const auto integers = [&whole](const auto& f, const auto& rows) {
    return outputs_of(whole, f, rows);
  };
  if (Outcome outcome = score_table(file, table, a.test, model, before); !outcome.ok())
    return outcome;
  if (Outcome outcome = score_table(file, table, a.test, integers, after); !outcome.ok())
    return outcome;
  const std::string rows = " on " + counted(after.rows, "row", "rows");
  say("the whole model: " + score_sentence(before) + rows);
  say("in integers: " + score_sentence(after) + rows);
  return {};
}

template <class T>
Outcome write_integers(const ExportArguments& arguments, const data::ModelFile<T>& file,
                       const std::string& name) {
  data::WholeModel whole;
  std::string text;
  if (Outcome outcome = make_whole(file, arguments.room, whole); !outcome.ok()) return outcome;
  if (Outcome outcome = export_whole(file, whole, name, text); !outcome.ok()) return outcome;
  if (Outcome outcome = host::write_file(arguments.header, text); !outcome.ok()) return outcome;
  return arguments.quiet ? Outcome{} : tell(arguments, file, whole);
}

template <class T>
Outcome write_header(const ExportArguments& arguments, const data::ModelFile<T>& file) {
  std::string text;
  const std::string name = arguments.name.empty() ? name_from(arguments.header) : arguments.name;
  if (arguments.integers) return write_integers(arguments, file, name);
  if (Outcome outcome = export_c(file, name, text); !outcome.ok()) return outcome;
  return host::write_file(arguments.header, text);
}

template <class T>
Outcome write_json(const ExportArguments& arguments, const data::ModelFile<T>& file) {
  std::string text;
  if (Outcome outcome = export_json(file, text); !outcome.ok()) return outcome;
  return host::write_file(arguments.json, text);
}

template <class T>
Outcome write_onnx(const ExportArguments& arguments, const data::ModelFile<T>& file) {
  std::string bytes;
  if (Outcome outcome = export_onnx(file, bytes); !outcome.ok()) return outcome;
  return host::write_file(arguments.onnx, bytes);
}

int run(const ExportArguments& arguments) {
  keep_apart({{"model", arguments.model}, {"--test", arguments.test}},
             {{"--c", arguments.header}, {"--json", arguments.json}, {"--onnx", arguments.onnx}});
  for (const std::string* path : {&arguments.header, &arguments.json, &arguments.onnx})
    if (!path->empty())
      if (Outcome outcome = host::check_writable(*path); !outcome.ok()) return fail(outcome);
  if (!arguments.name.empty() && !data::c_name(arguments.name))
    return misused("--name: '" + arguments.name + "' cannot begin the names of C functions");
  LoadedModel model;
  if (Outcome outcome = load_model(arguments.model, arguments.integers, model); !outcome.ok())
    return fail(outcome);
  const auto each = [&](const auto& file) {
    Outcome outcome;
    if (!arguments.header.empty()) outcome = write_header(arguments, file);
    if (outcome.ok() && !arguments.json.empty()) outcome = write_json(arguments, file);
    if (outcome.ok() && !arguments.onnx.empty()) outcome = write_onnx(arguments, file);
    return outcome;
  };
  const Outcome outcome = std::visit(each, model.file);
  if (!outcome.ok() && outcome.words.rfind("--", 0) == 0) return misused(outcome.words);
  return outcome.ok() ? exit_done : fail(outcome);
}

constexpr const char* examples =
    R"(The C header is C99 and C++17, has no memory but the stack, and answers with the bits of --portable predictions:
raw cells in (numbers; a category as its number; NAN for a missing cell), NAME_predict, NAME_predict_proba and
NAME_interval out. JSON holds the whole model. ONNX is a graph of standard operators (opset 13): cells (rows, columns)
as for C in, value or probabilities and label out.

With --int8 the header computes in integers alone: fewer centres in 8-bit numbers, chosen and weighed anew so that
they repeat what the model answers. --flash and --ram limit its bytes, code and stack included; --test tells its
score beside the model's.

Examples
  rfm export houses.rfm --c houses.h
  rfm export houses.rfm --c houses.h --int8 --flash 8k --ram 1k --test sold.csv
  rfm export houses.rfm --json houses.json
  rfm export houses.rfm --onnx houses.onnx)";

// "8k" is 8,192 bytes, as sizes of flash and memory are told.
void add_room(Command& command, const char* name, std::size_t& bytes, const char* words) {
  const auto read = [&bytes](const std::string& text) -> std::string {
    const bool kilobytes = !text.empty() && (text.back() == 'k' || text.back() == 'K');
    const std::size_t digits = text.size() - (kilobytes ? 1 : 0);
    bytes = 0;
    for (std::size_t k = 0; k < digits && bytes < most_room; ++k)
      bytes = text[k] >= '0' && text[k] <= '9'
                  ? 10 * bytes + static_cast<std::size_t>(text[k] - '0')
                  : most_room;
    if (digits == 0 || bytes == 0 || bytes >= most_room)
      return "'" + text + "' is no number of bytes, such as 6000 or 8k";
    bytes *= kilobytes ? 1024 : 1;
    return "";
  };
  command.add(name, Reader{Reader::Takes::one, " BYTES", read}, words);
}

}  // namespace

void add_export(Program& program) {
  Command& command = program.add("export", "Write a model as a C header, as JSON or as ONNX");
  auto arguments = std::make_shared<ExportArguments>();
  ExportArguments& a = *arguments;
  command.add("model", a.model, "Model file, - for the standard input").required();
  command.add("--c", a.header, "Write a C header, - for the standard output");
  command.add("--name", a.name, "What the header's names begin with; default: its file name");
  command.add("--json", a.json, "Write JSON, - for the standard output");
  command.add("--onnx", a.onnx, "Write an ONNX graph, - for the standard output");
  command.heading("Integers");
  command.add("--int8", a.integers, "The C header computes in integers, from 8-bit centres");
  add_room(command, "--flash", a.room.flash, "With --int8: bytes of flash it may take, as in 8k");
  add_room(command, "--ram", a.room.ram, "With --int8: bytes of the stack it may take, as in 1k");
  command.add("--test", a.test, "With --int8: CSV with known answers, to score both headers on");
  command.add("--quiet", a.quiet, "Nothing on the error stream but errors");
  add_reading_arguments(command, a.reading);
  command.footer(examples);
  command.action([arguments] {
    if (arguments->header.empty() && arguments->json.empty() && arguments->onnx.empty())
      throw Misuse("export", "needs --c, --json or --onnx");
    if (arguments->integers && arguments->header.empty())
      throw Misuse("--int8", "is for the C header: name it by --c");
    if (!arguments->integers && arguments->limited())
      throw Misuse("--flash and --ram", "are for --int8; rfm shrink makes other models smaller");
    if (!arguments->integers && !arguments->test.empty())
      throw Misuse("--test", "is for --int8; rfm evaluate scores a model");
    return run(*arguments);
  });
}

}  // namespace rfm::cli
