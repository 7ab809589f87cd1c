// Written by toolchains/lists.py from lib/rfm/core/kernels/facts.hpp.
export type KernelName = 'laplace' | 'gaussian' | 'matern32' | 'matern52' | 'lpq' | 'nngp' | 'ntk' | `lpq-${string}`
