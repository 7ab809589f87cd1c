# 32-bit ARM Linux with a float unit, such as a Raspberry Pi 2 and later: static programs.
set(CMAKE_SYSTEM_PROCESSOR arm)
set(RFM_TRIPLET arm-linux-gnueabihf)
set(RFM_QEMU qemu-arm-static)
include("${CMAKE_CURRENT_LIST_DIR}/cmake/RfmCrossLinux.cmake")
