# Cortex-M33 with its float unit, on Arm's MPS2.
set(RFM_CPU "-mcpu=cortex-m33 -mthumb -mfloat-abi=hard -mfpu=fpv5-sp-d16")
set(RFM_BOARD mps2-an505)
set(RFM_FLASH "0x10000000,0x400000")
set(RFM_RAM "0x38000000,0x200000")
include("${CMAKE_CURRENT_LIST_DIR}/cmake/RfmBareMetalArm.cmake")
