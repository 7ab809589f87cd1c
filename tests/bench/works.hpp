// What is measured. Each function adds its rows to the table; `quick` takes sizes that are done in
// a second.
#pragma once
#include "rfm/host/threads.hpp"
#include "tests/bench/measure.hpp"

namespace rfm_bench {

void measure_cholesky(Table& table, bool quick);    // small_work.cpp
void measure_prediction(Table& table, bool quick);  // small_work.cpp
void measure_fits(Table& table, bool quick);        // fits.cpp
void measure_stages(Table& table, bool quick);      // fits.cpp
void measure_growth(Table& table);                  // fits.cpp
void measure_memory(Table& table);                  // memory.cpp
void fit_once(size_t n, size_t d);  // memory.cpp, what it starts: prints the bytes it took

}  // namespace rfm_bench
