// Kernels and their titles. Written by toolchains/lists.py from
// lib/rfm/core/kernels/facts.hpp.
export const KERNELS = [
  ['laplace', 'Laplace'],
  ['gaussian', 'Gaussian'],
  ['matern32', 'Matérn 3/2'],
  ['matern52', 'Matérn 5/2'],
  ['lpq', 'Lpq: powers of coordinates'],
  ['brownian', 'Brownian, no bandwidth'],
  ['nngp', 'Network, Gaussian process'],
  ['ntk', 'Network, tangent'],
] as const
