# 64-bit ARM Linux, such as a Raspberry Pi 3 to 5: static programs.
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(RFM_TRIPLET aarch64-linux-gnu)
set(RFM_QEMU qemu-aarch64-static)
include("${CMAKE_CURRENT_LIST_DIR}/cmake/RfmCrossLinux.cmake")
