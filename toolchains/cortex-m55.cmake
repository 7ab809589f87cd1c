# Cortex-M55 with float and double units and the vector extension MVE, on Arm's MPS3.
set(RFM_CPU "-mcpu=cortex-m55 -mthumb -mfloat-abi=hard -mfpu=auto")
set(RFM_BOARD mps3-an547)
set(RFM_FLASH "0x0,0x80000")
set(RFM_RAM "0x20000000,0x80000")
include("${CMAKE_CURRENT_LIST_DIR}/cmake/RfmBareMetalArm.cmake")
