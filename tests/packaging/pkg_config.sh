#!/bin/sh
# Compiles and runs the consumer in C and in C++ with nothing but pkg-config: pkg_config.sh <pkgconfig folder> <sources> <output>
set -eu
export PKG_CONFIG_PATH="$1"
sources=$2
output=$3
# shellcheck disable=SC2046
cc -std=c99 -Wall -Wextra -Werror "$sources/consumer.c" $(pkg-config --cflags --libs rfm) -o "$output/pkg_config_c"
# shellcheck disable=SC2046
c++ -std=c++17 -Wall -Wextra -Werror "$sources/consumer.cpp" $(pkg-config --cflags --libs rfm) -o "$output/pkg_config_cpp"
"$output/pkg_config_c"
"$output/pkg_config_cpp"
