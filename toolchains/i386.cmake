# 32-bit x86 Linux: static programs, which 64-bit ones run as they are. The arithmetic is that of
# SSE, since x87 rounds to 80 bits.
set(CMAKE_SYSTEM_PROCESSOR i686)
set(RFM_TRIPLET i686-linux-gnu)
set(RFM_QEMU qemu-i386-static)
include("${CMAKE_CURRENT_LIST_DIR}/cmake/RfmCrossLinux.cmake")
string(APPEND CMAKE_C_FLAGS_INIT " -msse2 -mfpmath=sse")
string(APPEND CMAKE_CXX_FLAGS_INIT " -msse2 -mfpmath=sse")
if(CMAKE_HOST_SYSTEM_PROCESSOR STREQUAL "x86_64")
  set(CMAKE_CROSSCOMPILING_EMULATOR "")
endif()
