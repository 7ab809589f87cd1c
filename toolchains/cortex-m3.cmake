# Cortex-M3: no float unit. Runs on the LM3S6965, a part with 256 KB of flash and 64 KB of memory.
set(RFM_CPU "-mcpu=cortex-m3 -mthumb")
set(RFM_BOARD lm3s6965evb)
set(RFM_FLASH "0x0,0x40000")
set(RFM_RAM "0x20000000,0x10000")
include("${CMAKE_CURRENT_LIST_DIR}/cmake/RfmBareMetalArm.cmake")
