/* The C interface from tables to answers, which uses the heap; "rfm/c_table/rfm_table.h" is another
 * name for it. */
#pragma once
#include "rfm/c_table/rfm_table.h"
