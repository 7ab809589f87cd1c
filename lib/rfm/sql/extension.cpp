// The functions of SQL over opened models, and how SQLite is told of them.
#include <cstdint>
#include <new>

#include "rfm/host/files.hpp"
#include "rfm/sql/models.hpp"
#include "rfm/sql/rfm_sql.h"

#ifndef SQLITE_CORE
extern "C" {
const sqlite3_api_routines* sqlite3_api = nullptr;
}
#endif

namespace rfm::sql {
namespace {

constexpr unsigned int json = 74;  // the subtype of SQLite's own functions of JSON

// What each function holds: the models, as long as one of them is there.
using Shared = std::shared_ptr<Models>;

Models& models_of(sqlite3_context* context) {
  return **static_cast<Shared*>(sqlite3_user_data(context));
}

// Work that an exception cannot leave: only memory can be wanting.
template <class Work>
void guarded(sqlite3_context* context, const Work& work) {
  try {
    work();
  } catch (const std::bad_alloc&) {
    sqlite3_result_error_nomem(context);
  }
}

std::string no_cell(const Model& model, size_t column) {
  return std::string("column '") + rfm_predictor_column(model.predictor(), column) +
         "' is a blob: a cell is a number, a text or NULL";
}

// What is asked of a model once it has the cells of a row.
using Telling = bool (Model::*)(std::string& trouble);

// The cells of an object of JSON by the names of its members; others are missing.
bool take_members(const Models& models, Model& model, sqlite3_value* object, Telling tell,
                  std::string& trouble) {
  sqlite3_stmt* members = nullptr;
  if (sqlite3_prepare_v2(models.connection, "select key, atom from json_each(?)", -1, &members,
                         nullptr) != SQLITE_OK) {
    trouble = "this SQLite has no functions of JSON";
    return false;
  }
  const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> own(
      members, [](sqlite3_stmt* statement) { return sqlite3_finalize(statement); });
  sqlite3_bind_value(members, 1, object);
  model.clear();
  bool known = false;
  std::vector<std::string> texts(model.columns());  // those of a row do not stay
  int code = sqlite3_step(members);
  for (; code == SQLITE_ROW; code = sqlite3_step(members)) {
    const size_t column = model.find_column(text_of(sqlite3_column_value(members, 0)));
    if (column == SIZE_MAX) continue;
    known = true;
    sqlite3_value* value = sqlite3_column_value(members, 1);
    if (sqlite3_value_type(value) == SQLITE_TEXT) {
      texts[column] = text_of(value);
      model.set(column, texts[column]);
    } else {
      model.set(column, value);
    }
  }
  if (code != SQLITE_DONE) trouble = "the cells are no object of JSON";
  if (code == SQLITE_DONE && !known)
    trouble = "the object has none of the model's columns: " + listed(model);
  return trouble.empty() && (model.*tell)(trouble);
}

// The answer of model arguments[0] to the cells from arguments[first] on, by position, or to one
// object of JSON; null when there is none, and the function has failed.
std::shared_ptr<Model> answered(sqlite3_context* context, int count, sqlite3_value** arguments,
                                int first, Telling tell = &Model::answer) {
  const Models& models = models_of(context);
  std::string trouble;
  std::shared_ptr<Model> model = models.find(arguments[0], trouble);
  if (model == nullptr) return fail(context, trouble), nullptr;
  const auto cells = static_cast<size_t>(count - first);
  if (cells == 1 && sqlite3_value_subtype(arguments[first]) == json) {
    if (take_members(models, *model, arguments[first], tell, trouble)) return model;
    return fail(context, trouble), nullptr;
  }
  if (cells != model->columns()) {
    fail(context, "model '" + text_of(arguments[0]) + "' reads " +
                      std::to_string(model->columns()) + " columns, not " + std::to_string(cells) +
                      ": " + listed(*model));
    return nullptr;
  }
  for (size_t k = 0; k < cells; ++k)
    if (!model->set(k, arguments[static_cast<size_t>(first) + k]))
      return fail(context, no_cell(*model, k)), nullptr;
  if (!((*model).*tell)(trouble)) return fail(context, trouble), nullptr;
  return model;
}

void predict(sqlite3_context* context, int count, sqlite3_value** arguments) {
  guarded(context, [&] {
    if (count < 2) return fail(context, "rfm_predict takes a model and its columns");
    const auto model = answered(context, count, arguments, 1);
    if (model == nullptr) return;
    if (!model->classifies()) return sqlite3_result_double(context, model->value());
    const char* name = rfm_predictor_class(model->predictor(), static_cast<size_t>(model->value()));
    sqlite3_result_text(context, name, -1, SQLITE_TRANSIENT);
  });
}

void probability(sqlite3_context* context, int count, sqlite3_value** arguments) {
  guarded(context, [&] {
    if (count < 3) return fail(context, "rfm_probability takes a model, a class and its columns");
    const auto model = answered(context, count, arguments, 2);
    if (model == nullptr) return;
    if (!model->classifies())
      return fail(context, "model '" + text_of(arguments[0]) + "' predicts a number, no classes");
    const size_t index = model->find_class(text_of(arguments[1]));
    if (index == SIZE_MAX)
      return fail(context, "model '" + text_of(arguments[0]) + "' has no class '" +
                               text_of(arguments[1]) + "'");
    sqlite3_result_double(context, model->share(index));
  });
}

void novelty(sqlite3_context* context, int count, sqlite3_value** arguments) {
  guarded(context, [&] {
    if (count < 2) return fail(context, "rfm_novelty takes a model and its columns");
    const auto model = answered(context, count, arguments, 1, &Model::tell_novelty);
    if (model != nullptr) sqlite3_result_double(context, model->novelty());
  });
}

void interval(sqlite3_context* context, int count, sqlite3_value** arguments) {
  guarded(context, [&] {
    std::string trouble;
    const auto model = models_of(context).find(arguments[0], trouble);
    if (model == nullptr) return fail(context, trouble);
    const double coverage = sqlite3_value_double(arguments[1]);
    if (!(coverage > 0 && coverage < 1))
      return fail(context, "the coverage is a share above 0 and below 1, such as 0.9");
    if (model->classifies())
      return fail(context, "model '" + text_of(arguments[0]) + "' predicts classes, no intervals");
    if (count == 2)
      return sqlite3_result_double(context, rfm_predictor_interval(model->predictor(), coverage));
    const double value = sqlite3_value_double(arguments[2]);
    double half_width = 0;
    rfm_predictor_intervals(model->predictor(), coverage, &value, 1, &half_width);
    sqlite3_result_double(context, half_width);
  });
}

void load(sqlite3_context* context, int, sqlite3_value** arguments) {
  guarded(context, [&] {
    if (sqlite3_value_type(arguments[0]) != SQLITE_TEXT)
      return fail(context, "the name of a model is a text");
    if (sqlite3_value_type(arguments[1]) != SQLITE_BLOB)
      return fail(context,
                  "a model is a blob: the bytes of its file, as rfm_model(path) reads them");
    std::string trouble;
    const void* bytes = sqlite3_value_blob(arguments[1]);
    std::shared_ptr<Model> model =
        Model::opened(bytes, static_cast<size_t>(sqlite3_value_bytes(arguments[1])), trouble);
    if (model == nullptr) return fail(context, trouble);
    models_of(context).by_name[text_of(arguments[0])] = std::move(model);
    sqlite3_result_value(context, arguments[0]);
  });
}

void model_of_file(sqlite3_context* context, int, sqlite3_value** arguments) {
  guarded(context, [&] {
    const std::string path = text_of(arguments[0]);
    if (path.empty() || path == "-") return fail(context, "rfm_model takes the path of a file");
    data::AlignedBytes bytes;
    size_t size = 0;
    const data::Outcome outcome = host::read_bytes(path, bytes, size);
    if (!outcome.ok()) return fail(context, outcome.words);
    std::string trouble;
    if (Model::opened(bytes.data(), size, trouble) == nullptr)
      return fail(context, host::input_name(path) + ": " + trouble);
    sqlite3_result_blob64(context, bytes.data(), size, SQLITE_TRANSIENT);
  });
}

void history(sqlite3_context* context, int, sqlite3_value** arguments) {
  guarded(context, [&] {
    std::string trouble;
    const auto model = models_of(context).find(arguments[0], trouble);
    if (model == nullptr) return fail(context, trouble);
    sqlite3_result_text(context, rfm_predictor_history(model->predictor()), -1, SQLITE_TRANSIENT);
    sqlite3_result_subtype(context, json);
  });
}

struct Function {
  const char* name;
  int arguments;  // -1: any number
  int flags;
  void (*carry_out)(sqlite3_context* context, int count, sqlite3_value** arguments);
};

// What answers may stand in views and indexes; what opens models and files is for the user alone.
constexpr int pure = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
constexpr int direct = SQLITE_UTF8 | SQLITE_DIRECTONLY;
constexpr Function functions[] = {{"rfm_predict", -1, pure | SQLITE_SUBTYPE, predict},
                                  {"rfm_probability", -1, pure | SQLITE_SUBTYPE, probability},
                                  {"rfm_novelty", -1, pure | SQLITE_SUBTYPE, novelty},
                                  {"rfm_interval", 2, pure, interval},
                                  {"rfm_interval", 3, pure, interval},
                                  {"rfm_history", 1, pure, history},
                                  {"rfm_load", 2, direct, load},
                                  {"rfm_model", 1, direct, model_of_file}};

int add_functions(sqlite3* connection, const Shared& models) {
  for (const Function& function : functions) {
    const int code =
        sqlite3_create_function_v2(connection, function.name, function.arguments, function.flags,
                                   new Shared(models), function.carry_out, nullptr, nullptr,
                                   [](void* shared) { delete static_cast<Shared*>(shared); });
    if (code != SQLITE_OK) return code;
  }
  return SQLITE_OK;
}

}  // namespace
}  // namespace rfm::sql

extern "C" int sqlite3_rfmsql_init(sqlite3* connection, char** error,
                                   const sqlite3_api_routines* routines) {
#ifdef SQLITE_CORE
  static_cast<void>(routines);
#else
  sqlite3_api = routines;
#endif
  try {
    const auto models = std::make_shared<rfm::sql::Models>();
    models->connection = connection;
    int code = rfm::sql::add_functions(connection, models);
    if (code == SQLITE_OK) code = rfm::sql::add_importance(connection, models);
    if (code != SQLITE_OK && error != nullptr)
      *error =
          sqlite3_mprintf("rfm: the functions could not be added: %s", sqlite3_errmsg(connection));
    return code;
  } catch (const std::bad_alloc&) {
    return SQLITE_NOMEM;
  }
}
