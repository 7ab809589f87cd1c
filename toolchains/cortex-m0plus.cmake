# Cortex-M0+: no float unit, no division. Runs on the Cortex-M0 of a micro:bit, given more memory
# than it has for the larger tests.
set(RFM_CPU "-mcpu=cortex-m0plus -mthumb")
set(RFM_BOARD microbit)
set(RFM_FLASH "0x0,0x40000")
set(RFM_RAM "0x20000000,0x10000")
set(RFM_BOARD_OPTIONS -global nrf51-soc.sram-size=65536)
include("${CMAKE_CURRENT_LIST_DIR}/cmake/RfmBareMetalArm.cmake")
