/* Uses the library from C the way a stranger would. */
#include <string.h>

#include "rfm/version.h"

int main(void) { return strlen(RFM_VERSION) > 0 ? 0 : 1; }
