/* The version that was linked is the version of the headers, by the path that is the same
 * everywhere. */
#include "rfm.h"

#include <string.h>

int main(void) { return strcmp(rfm_version(), RFM_VERSION) == 0 ? 0 : 1; }
