# 64-bit RISC-V Linux: static programs.
set(CMAKE_SYSTEM_PROCESSOR riscv64)
set(RFM_TRIPLET riscv64-linux-gnu)
set(RFM_QEMU qemu-riscv64-static)
include("${CMAKE_CURRENT_LIST_DIR}/cmake/RfmCrossLinux.cmake")
