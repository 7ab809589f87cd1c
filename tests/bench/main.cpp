// rfm_bench [--quick] [--only WORK] [--json FILE]: how fast this build is beside OpenBLAS, as a
// table of ratios with their bars. A quiet machine and some minutes, or --quick for a second on
// small sizes, which shows that everything runs and judges nothing.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "tests/bench/peer.hpp"
#include "tests/bench/works.hpp"

int main(int count, char** arguments) {
  bool quick = false;
  const char* json = nullptr;
  const char* only = nullptr;
  for (int i = 1; i < count; ++i) {
    if (std::strcmp(arguments[i], "--quick") == 0) {
      quick = true;
    } else if (std::strcmp(arguments[i], "--json") == 0 && i + 1 < count) {
      json = arguments[++i];
    } else if (std::strcmp(arguments[i], "--only") == 0 && i + 1 < count) {
      only = arguments[++i];
    } else if (std::strcmp(arguments[i], "--fit") == 0 && i + 2 < count) {
      rfm_bench::fit_once(std::strtoul(arguments[i + 1], nullptr, 10),
                          std::strtoul(arguments[i + 2], nullptr, 10));
      return 0;
    } else {
      std::fprintf(stderr,
                   "usage: rfm_bench [--quick] [--only cholesky|predict|fit|stages|growth|memory] "
                   "[--json FILE]\n");
      return 2;
    }
  }
  std::printf("peer: %s\n", rfm_bench::peer_in_words().c_str());
  rfm_bench::Table table(quick);
  const auto wanted = [&](const char* work) {
    return only == nullptr || std::strcmp(only, work) == 0;
  };
  if (wanted("cholesky")) rfm_bench::measure_cholesky(table, quick);
  if (wanted("predict")) rfm_bench::measure_prediction(table, quick);
  if (wanted("fit")) rfm_bench::measure_fits(table, quick);
  if (wanted("stages")) rfm_bench::measure_stages(table, quick);
  if (wanted("growth") && !quick) rfm_bench::measure_growth(table);
  if (wanted("memory") && !quick) rfm_bench::measure_memory(table);
  if (!quick) std::printf("%zu bars missed\n", table.missed());
  if (json != nullptr && !table.write_json(json)) {
    std::fprintf(stderr, "cannot write %s\n", json);
    return 1;
  }
  return 0;
}
