#!/bin/sh
# The shared library shows the functions of rfm.h, lists.h and rfm_table.h and no other name, and a
# C program needs nothing besides it: shared.sh <library> <source folder> <output folder>
set -eu
library=$1 source=$2 output=$3
nm -D --defined-only "$library" | awk '{ print $3 }' | sort >"$output/shown"
for header in rfm/c/rfm.h rfm/c/lists.h rfm/c_table/rfm_table.h; do
  sed 's,/\*.*,,; s,^ \*.*,,' "$source/lib/$header"
done | grep -v '^static' | grep -o '\brfm_[a-z0-9_]*(' | tr -d '(' | sort -u >"$output/said"
# Helpers that live in the header are no symbols.
grep -ho 'static inline [a-z0-9_]* rfm_[a-z0-9_]*' "$source/lib/rfm/c/rfm.h" | sed 's/.* //' >"$output/inline"
grep -vxF -f "$output/inline" "$output/said" >"$output/wanted"
if ! diff "$output/wanted" "$output/shown"; then
  echo 'the headers (<) and the shared library (>) have other names'
  exit 1
fi
cc -std=c99 -Wall -Wextra -Werror -I"$source/lib" "$source/tests/examples/table.c" "$library" \
  -Wl,-rpath,"$(dirname "$library")" -o "$output/with_shared"
"$output/with_shared"
