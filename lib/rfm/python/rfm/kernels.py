"""Kernels by the numbers that model files use; in the names of lpq and brownian stands p in hundredths.
Written by toolchains/lists.py from lib/rfm/core/kernels/facts.hpp."""
KERNELS = {
    "laplace": 0,
    "gaussian": 1,
    "matern32": 2,
    "matern52": 3,
    "lpq100": 4,
    "lpq125": 5,
    "lpq150": 6,
    "lpq175": 7,
    "lpq200": 8,
    "brownian100": 11,
    "brownian150": 12,
    "brownian200": 13,
    "nngp": 9,
    "ntk": 10,
}
