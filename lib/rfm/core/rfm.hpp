// Recursive feature machines in memory you provide. One round of learning:
//
//     project   u = R (x - origin)                         project.hpp     (first round R = I)
//     kernel    K[i,j] = k(u_i, u_j)                       gram.hpp
//     solve     alpha = (K + ridge I)^-1 y                 solve.hpp       (Cholesky)
//     learn     M = average of grad f grad f', M = R'R     learn.hpp       (AGOP)
//
// fit does them all; start, iterate, finish do them one by one; predict answers. ALGORITHM.md has the
// mathematics.
#pragma once

#include "rfm/core/any_kernel.hpp"
#include "rfm/core/duplicates.hpp"
#include "rfm/core/fit.hpp"
#include "rfm/core/fixed.hpp"
#include "rfm/core/inspect.hpp"
#include "rfm/core/instances.hpp"
#include "rfm/core/judge.hpp"
#include "rfm/core/predict.hpp"
#include "rfm/core/refine.hpp"
#include "rfm/core/threshold.hpp"
