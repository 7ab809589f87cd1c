#!/bin/sh
# Compiles and runs the consumer's programs in C and in C++ with nothing but pkg-config, from the
# folder tests: pkg_config.sh <folder of rfm.pc> <output folder>
set -eu
export PKG_CONFIG_PATH="$1"
warnings='-Wall -Wextra -Werror'
flags=$(pkg-config --cflags --libs rfm)
# shellcheck disable=SC2086
{
  cc -std=c99 $warnings packaging/consumer/version.c $flags -o "$2/version"
  cc -std=c99 $warnings examples/quick_start.c $flags -o "$2/quick_start_c"
  c++ -std=c++17 $warnings examples/quick_start.cpp $flags -o "$2/quick_start_cpp"
}
"$2/version"
"$2/quick_start_c"
"$2/quick_start_cpp"
