#!/bin/sh
# Builds the library the way a device project does, for size and without code for particular
# processors, and checks that a program holds only what it calls: smallest.sh <source folder>
# <output>
set -eu
source=$1 output=$2/smallest
mkdir -p "$output"
cat >"$output/program.c" <<'PROGRAM'
#include "rfm/c/rfm.h"
RFM_ALIGNED static unsigned char work[RFM_PREDICT_BYTES(sizeof(float), 4, 4, 1)];
extern const unsigned char model[];
int main(void) {
  rfm_model_f32 opened;
  float row[4] = {0}, answer;
  if (rfm_model_open_only_f32(&opened, model, 4096, rfm_kernel_laplace_f32(1)) != RFM_OK) return 1;
  return rfm_model_predict_f32(&opened, rfm_rows_contiguous_f32(row, 1, 4), &answer, work, sizeof work, NULL);
}
RFM_ALIGNED const unsigned char model[4096] = {0};
PROGRAM
objects=
for file in "$source"/lib/rfm/core/*.cpp "$source"/lib/rfm/c/*.cpp; do
  object="$output/$(basename "$file" .cpp).o"
  g++ -std=c++17 -Os -ffp-contract=off -fno-math-errno -fno-exceptions -fno-rtti -ffunction-sections -fdata-sections \
    -I"$source/lib" -c "$file" -o "$object"
  objects="$objects $object"
done
gcc -std=c99 -pedantic -Wall -Wextra -Werror -Os -I"$source/lib" -c "$output/program.c" -o "$output/program.o"
# shellcheck disable=SC2086
gcc "$output/program.o" $objects -Wl,--gc-sections -o "$output/program"

nm --defined-only -C "$output/program" | awk '{ $1 = ""; print }' >"$output/symbols"
if ! grep -q 'rfm::.*Laplace<float>' "$output/symbols"; then
  echo 'the kernel that was asked for is missing'
  exit 1
fi
# Other kernels, the other type, fitting, and anything that allocates or throws.
if grep -E 'Gaussian|Matern|Lpq|Network|any_kernel|<double>|_f64|iterate|rfm::solve|factor_kernel|operator new|__cxa_throw' \
  "$output/symbols" || nm -u "$output/program" | grep -E ' (malloc|free|exp|expf|sqrt|sqrtf|_Zn|__cxa_throw)'; then
  echo 'the program holds what it does not call'
  exit 1
fi
size "$output/program"
