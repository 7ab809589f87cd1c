/* Models in SQL: functions for SQLite over rfm_table.h. A program that has SQLite in itself calls
 * this for each connection, or once by
 *
 *     sqlite3_auto_extension((void (*)(void))sqlite3_rfmsql_init);
 *
 * and links rfm_sql_static; everywhere else `select load_extension('rfm_sql')` does it. What the
 * functions are is in lib/docs/SQL. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

struct sqlite3;
struct sqlite3_api_routines;

/* SQLITE_OK, or its code of what went wrong with a sentence in *error, to be freed by sqlite3_free.
 * `routines` may be NULL in a program that is linked with SQLite. */
int sqlite3_rfmsql_init(struct sqlite3* connection, char** error,
                        const struct sqlite3_api_routines* routines);

#ifdef __cplusplus
} /* extern "C" */
#endif
