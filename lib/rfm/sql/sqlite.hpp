// SQLite as the files of this folder see it: through the table of routines that a loadable
// extension is given, which is defined in extension.cpp, or directly in the static part
// (SQLITE_CORE).
#pragma once
#include <sqlite3ext.h>
#ifndef SQLITE_CORE
extern "C" {
extern const sqlite3_api_routines* sqlite3_api;
}
#endif
