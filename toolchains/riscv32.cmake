# 32-bit RISC-V with a float unit and compressed instructions, bare metal with picolibc, on QEMU's
# virt. Debian has no C++ library for it, and none is needed: programs are linked by the C compiler.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR riscv32)
set(CMAKE_C_COMPILER riscv64-unknown-elf-gcc)
set(CMAKE_CXX_COMPILER riscv64-unknown-elf-g++)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_C_FLAGS_INIT "-march=rv32imafc -mabi=ilp32f --specs=picolibc.specs -ffunction-sections -fdata-sections")
set(CMAKE_CXX_FLAGS_INIT "${CMAKE_C_FLAGS_INIT} -fno-exceptions -fno-rtti -fno-threadsafe-statics -fno-use-cxa-atexit")
string(CONCAT CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,--gc-sections -Wl,--defsym=__flash=0x80000000"
  " -Wl,--defsym=__flash_size=0x200000 -Wl,--defsym=__ram=0x80200000 -Wl,--defsym=__stack_size=2048")
set(CMAKE_CXX_LINK_EXECUTABLE
  "<CMAKE_C_COMPILER> <FLAGS> <CMAKE_CXX_LINK_FLAGS> <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
set(RFM_RAM_BYTES 0x200000)
set(RFM_BOARD_SOURCES "${CMAKE_CURRENT_LIST_DIR}/boards/semihosting.c")
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-system-riscv32 -M virt -m 16M -bios none -display none -monitor none -serial none
  -semihosting-config enable=on,target=native -kernel)
