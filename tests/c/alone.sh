#!/bin/sh
# Builds and runs the C program with a C compiler alone: alone.sh <compiler> <source
# folder> <library folder> <output>
set -eu
compiler=$1 source=$2 library=$3 output=$4
"$compiler" -std=c99 -pedantic -Wall -Wextra -Wconversion -Wshadow -Werror -I"$source/lib" -I"$source" \
  "$source/tests/c/program.c" "$source/tests/c/from_c.c" -L"$library" -lrfm -Wl,--gc-sections \
  -o "$output/alone_$compiler"
"$output/alone_$compiler"
