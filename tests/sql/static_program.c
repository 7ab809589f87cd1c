/* A program with SQLite in itself: the static part, for every connection that it opens. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

#include "rfm/sql/rfm_sql.h"

/* Prints the first cell of what the statement, with the path bound, answers. */
static int answer(sqlite3* connection, const char* sql, const char* path) {
  sqlite3_stmt* statement = NULL;
  int code = sqlite3_prepare_v2(connection, sql, -1, &statement, NULL);
  if (code == SQLITE_OK && path != NULL)
    code = sqlite3_bind_text(statement, 1, path, -1, SQLITE_STATIC);
  if (code == SQLITE_OK) code = sqlite3_step(statement);
  if (code == SQLITE_ROW)
    printf("%s\n", (const char*)sqlite3_column_text(statement, 0));
  else
    printf("%s\n", sqlite3_errmsg(connection));
  sqlite3_finalize(statement);
  return code == SQLITE_ROW ? 0 : 1;
}

int main(int count, char** arguments) {
  sqlite3 *one = NULL, *other = NULL;
  if (count != 2) return 2;
  sqlite3_auto_extension((void (*)(void))sqlite3_rfmsql_init);
  if (sqlite3_open(":memory:", &one) != SQLITE_OK) return 3;
  if (sqlite3_open(":memory:", &other) != SQLITE_OK) return 3;
  if (answer(one, "select rfm_load('houses', rfm_model(?))", arguments[1]) != 0) return 4;
  if (answer(one, "select rfm_predict('houses', 120, 3, 20, 'south', 'yes')", NULL) != 0) return 5;
  if (answer(other, "select rfm_predict('houses', 120, 3, 20, 'south', 'yes')", NULL) == 0)
    return 6;
  if (sqlite3_close(one) != SQLITE_OK) return 7;
  return sqlite3_close(other) == SQLITE_OK ? 0 : 8;
}
