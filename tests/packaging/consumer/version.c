/* The version that was linked is the version of the headers. */
#include <string.h>

#include "rfm/c/rfm.h"
#include "rfm/version.h"

int main(void) { return strcmp(rfm_version(), RFM_VERSION) == 0 ? 0 : 1; }
