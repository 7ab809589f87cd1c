// rfm_importance(model): a row for each column of a model, in the order that rfm_predict takes
// them, with its share of what the answers depend on. The shares stand in the model's history,
// which SQLite itself reads.
#include <new>

#include "rfm/sql/models.hpp"

namespace rfm::sql {
namespace {

constexpr int position = 0, column = 1, share = 2, hidden_model = 3;

struct Importance : sqlite3_vtab {
  std::shared_ptr<Models> models;
};

struct Cursor : sqlite3_vtab_cursor {
  std::shared_ptr<Model> model;  // stays when another takes its name
  std::string name;
  std::vector<double> shares;  // (columns)
  size_t row = 0;
};

Importance& table_of(sqlite3_vtab* table) { return *static_cast<Importance*>(table); }
Cursor& cursor_of(sqlite3_vtab_cursor* cursor) { return *static_cast<Cursor*>(cursor); }

int refuse(sqlite3_vtab* table, const std::string& sentence) {
  sqlite3_free(table->zErrMsg);
  table->zErrMsg = sqlite3_mprintf("rfm: %s", sentence.c_str());
  return SQLITE_ERROR;
}

int connect(sqlite3* connection, void* models, int, const char* const*, sqlite3_vtab** table,
            char**) {
  const int code = sqlite3_declare_vtab(
      connection, "create table t(position integer, column text, share real, model hidden)");
  if (code != SQLITE_OK) return code;
  auto* made = new (std::nothrow) Importance{};
  if (made == nullptr) return SQLITE_NOMEM;
  made->models = *static_cast<std::shared_ptr<Models>*>(models);
  *table = made;
  return SQLITE_OK;
}

int disconnect(sqlite3_vtab* table) {
  delete &table_of(table);
  return SQLITE_OK;
}

// The name of the model is what the table is called with, or what `where model = ...` says.
int plan(sqlite3_vtab* table, sqlite3_index_info* info) {
  for (int k = 0; k < info->nConstraint; ++k) {
    const auto& constraint = info->aConstraint[k];
    if (constraint.iColumn != hidden_model || constraint.op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
    if (constraint.usable == 0) return SQLITE_CONSTRAINT;
    info->aConstraintUsage[k].argvIndex = 1;
    info->aConstraintUsage[k].omit = 1;
    info->estimatedCost = 10;
    return SQLITE_OK;
  }
  return refuse(table, "rfm_importance takes a model: select * from rfm_importance('houses')");
}

int open(sqlite3_vtab*, sqlite3_vtab_cursor** cursor) {
  *cursor = new (std::nothrow) Cursor{};
  return *cursor == nullptr ? SQLITE_NOMEM : SQLITE_OK;
}

int close(sqlite3_vtab_cursor* cursor) {
  delete &cursor_of(cursor);
  return SQLITE_OK;
}

int read_shares(Models& models, Cursor& cursor) {
  sqlite3_stmt* entries = nullptr;
  int code =
      sqlite3_prepare_v2(models.connection,
                         "select json_extract(value, '$.column'), json_extract(value, '$.share') "
                         "from json_each(?, '$.importances')",
                         -1, &entries, nullptr);
  if (code != SQLITE_OK) return code;
  sqlite3_bind_text(entries, 1, rfm_predictor_history(cursor.model->predictor()), -1,
                    SQLITE_STATIC);
  cursor.shares.assign(cursor.model->columns(), 0);
  while ((code = sqlite3_step(entries)) == SQLITE_ROW) {
    const size_t found = cursor.model->find_column(text_of(sqlite3_column_value(entries, 0)));
    if (found < cursor.shares.size()) cursor.shares[found] = sqlite3_column_double(entries, 1);
  }
  sqlite3_finalize(entries);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

int filter(sqlite3_vtab_cursor* base, int, const char*, int, sqlite3_value** arguments) {
  Cursor& cursor = cursor_of(base);
  Models& models = *table_of(base->pVtab).models;
  try {
    std::string trouble;
    cursor.row = 0;
    cursor.name = text_of(arguments[0]);
    cursor.model = models.find(arguments[0], trouble);
    if (cursor.model == nullptr) return refuse(base->pVtab, trouble);
    if (read_shares(models, cursor) != SQLITE_OK)
      return refuse(base->pVtab, "the importances of model '" + cursor.name +
                                     "' cannot be read: " + sqlite3_errmsg(models.connection));
    return SQLITE_OK;
  } catch (const std::bad_alloc&) {
    return SQLITE_NOMEM;
  }
}

int next(sqlite3_vtab_cursor* cursor) {
  ++cursor_of(cursor).row;
  return SQLITE_OK;
}

int at_end(sqlite3_vtab_cursor* cursor) {
  return cursor_of(cursor).row >= cursor_of(cursor).shares.size() ? 1 : 0;
}

int cell(sqlite3_vtab_cursor* base, sqlite3_context* context, int which) {
  const Cursor& cursor = cursor_of(base);
  switch (which) {
    case position:
      sqlite3_result_int64(context, static_cast<sqlite3_int64>(cursor.row + 1));
      break;
    case column:
      sqlite3_result_text(context, rfm_predictor_column(cursor.model->predictor(), cursor.row), -1,
                          SQLITE_TRANSIENT);
      break;
    case share:
      sqlite3_result_double(context, cursor.shares[cursor.row]);
      break;
    default:
      sqlite3_result_text(context, cursor.name.c_str(), -1, SQLITE_TRANSIENT);
  }
  return SQLITE_OK;
}

int row_number(sqlite3_vtab_cursor* cursor, sqlite3_int64* row) {
  *row = static_cast<sqlite3_int64>(cursor_of(cursor).row + 1);
  return SQLITE_OK;
}

// Without `create` the table is there by itself, under its own name.
constexpr sqlite3_module module() {
  sqlite3_module m{};
  m.xConnect = connect;
  m.xBestIndex = plan;
  m.xDisconnect = disconnect;
  m.xOpen = open;
  m.xClose = close;
  m.xFilter = filter;
  m.xNext = next;
  m.xEof = at_end;
  m.xColumn = cell;
  m.xRowid = row_number;
  return m;
}
constexpr sqlite3_module importance = module();

}  // namespace

int add_importance(sqlite3* connection, const std::shared_ptr<Models>& models) {
  return sqlite3_create_module_v2(
      connection, "rfm_importance", &importance, new std::shared_ptr<Models>(models),
      [](void* shared) { delete static_cast<std::shared_ptr<Models>*>(shared); });
}

}  // namespace rfm::sql
