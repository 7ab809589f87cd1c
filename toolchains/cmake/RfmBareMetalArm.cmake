# What all Cortex-M toolchain files share: arm-none-eabi-gcc with newlib-nano, no libc but
# memory functions and arithmetic, programs run by QEMU with semihosting. The toolchain
# file sets RFM_CPU, RFM_BOARD, RFM_FLASH and RFM_RAM ("origin,bytes") first,
# RFM_BOARD_OPTIONS when the board needs any.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_CXX_COMPILER arm-none-eabi-g++)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_C_FLAGS_INIT "${RFM_CPU} -ffunction-sections -fdata-sections")
set(CMAKE_CXX_FLAGS_INIT "${CMAKE_C_FLAGS_INIT} -fno-exceptions -fno-rtti -fno-threadsafe-statics -fno-use-cxa-atexit")

string(REPLACE "," ";" flash "${RFM_FLASH}")
string(REPLACE "," ";" ram "${RFM_RAM}")
list(GET flash 0 flash_origin)
list(GET flash 1 flash_bytes)
list(GET ram 0 ram_origin)
list(GET ram 1 ram_bytes)
get_filename_component(boards "${CMAKE_CURRENT_LIST_DIR}/../boards" ABSOLUTE)
string(CONCAT CMAKE_EXE_LINKER_FLAGS_INIT "-nostartfiles --specs=nano.specs -Wl,--gc-sections -T ${boards}/cortex_m.ld"
  " -Wl,--defsym=flash_origin=${flash_origin} -Wl,--defsym=flash_bytes=${flash_bytes} -Wl,--defsym=ram_origin=${ram_origin}")
set(RFM_RAM_BYTES "${ram_bytes}")
set(RFM_BOARD_SOURCES "${boards}/start_cortex_m.c;${boards}/semihosting.c")
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-system-arm -M ${RFM_BOARD} ${RFM_BOARD_OPTIONS} -display none -monitor none -serial none
  -semihosting-config enable=on,target=native -kernel)
