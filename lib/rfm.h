/* The C interface that allocates nothing. This path is the same in the tree, in an installation, in
 * the two-file drop-in and in each package; "rfm/c/rfm.h" is another name for it. */
#pragma once
#include "rfm/c/rfm.h"
