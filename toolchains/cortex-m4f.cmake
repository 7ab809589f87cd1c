# Cortex-M4 with its float unit, on Arm's MPS2.
set(RFM_CPU "-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16")
set(RFM_BOARD mps2-an386)
set(RFM_FLASH "0x0,0x400000")
set(RFM_RAM "0x20000000,0x400000")
include("${CMAKE_CURRENT_LIST_DIR}/cmake/RfmBareMetalArm.cmake")
