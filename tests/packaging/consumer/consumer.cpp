// Uses the library from C++ the way a stranger would: the words of a Status come from its headers.
#include <cstring>

#include "rfm/core/status.hpp"
#include "rfm/version.h"

int main() {
  const bool told = std::strlen(rfm::words(rfm::Status::ok)) > 0;
  return told && RFM_VERSION_MAJOR == 0 ? 0 : 1;
}
