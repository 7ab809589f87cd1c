// rfm export: a model as a C header, as JSON or as ONNX.
#include <memory>

#include "rfm/cli/command.hpp"
#include "rfm/cli/console.hpp"
#include "rfm/data/export/c_text.hpp"
#include "rfm/data/export/export.hpp"
#include "rfm/host/files.hpp"

namespace rfm::cli {
namespace {

using data::Outcome;

struct ExportArguments {
  std::string model, name, header, json, onnx;
};

// The header's file name made a C name: "build/my-house.h" -> "my_house".
std::string name_from(const std::string& path) {
  std::string name = data::c_word(stem_of(path));
  for (char& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return data::c_name(name) ? name : "model";
}

template <class T>
Outcome write_header(const ExportArguments& arguments, const data::ModelFile<T>& file) {
  std::string text;
  const std::string name = arguments.name.empty() ? name_from(arguments.header) : arguments.name;
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
  keep_apart({{"model", arguments.model}},
             {{"--c", arguments.header}, {"--json", arguments.json}, {"--onnx", arguments.onnx}});
  for (const std::string* path : {&arguments.header, &arguments.json, &arguments.onnx})
    if (!path->empty())
      if (Outcome outcome = host::check_writable(*path); !outcome.ok()) return fail(outcome);
  if (!arguments.name.empty() && !data::c_name(arguments.name))
    return misused("--name: '" + arguments.name + "' cannot begin the names of C functions");
  LoadedModel model;
  if (Outcome outcome = load_model(arguments.model, false, model); !outcome.ok())
    return fail(outcome);
  const auto each = [&](const auto& file) {
    Outcome outcome;
    if (!arguments.header.empty()) outcome = write_header(arguments, file);
    if (outcome.ok() && !arguments.json.empty()) outcome = write_json(arguments, file);
    if (outcome.ok() && !arguments.onnx.empty()) outcome = write_onnx(arguments, file);
    return outcome;
  };
  const Outcome outcome = std::visit(each, model.file);
  return outcome.ok() ? exit_done : fail(outcome);
}

constexpr const char* examples =
    R"(The C header is C99 and C++17, has no memory but the stack, and answers with the bits of --portable predictions:
raw cells in (numbers; a category as its number; NAN for a missing cell), NAME_predict, NAME_predict_proba and
NAME_interval out. JSON holds the whole model. ONNX is a graph of standard operators (opset 13): cells (rows, columns)
as for C in, value or probabilities and label out.

Examples
  rfm export houses.rfm --c houses.h
  rfm export houses.rfm --json houses.json
  rfm export houses.rfm --onnx houses.onnx)";

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
  command.footer(examples);
  command.action([arguments] {
    if (arguments->header.empty() && arguments->json.empty() && arguments->onnx.empty())
      throw Misuse("export", "needs --c, --json or --onnx");
    return run(*arguments);
  });
}

}  // namespace rfm::cli
