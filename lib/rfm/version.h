/* The version of these headers; rfm_version() is that of the library. Written by
 * toolchains/lists.py from the one number in CMakeLists.txt. */
#pragma once
#define RFM_VERSION "0.1.0"
#define RFM_VERSION_MAJOR 0
#define RFM_VERSION_MINOR 1
#define RFM_VERSION_PATCH 0
