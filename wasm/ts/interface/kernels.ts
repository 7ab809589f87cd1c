// Written by toolchains/lists.py from lib/rfm/core/kernels/facts.hpp.
export type KernelName = 'laplace' | 'gaussian' | 'matern32' | 'matern52' | 'lpq' | 'brownian' | 'nngp' | 'ntk' | `lpq-${string}` | `brownian-${string}`
