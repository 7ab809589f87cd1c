# Turns a program into firmware for the emulated board of the toolchain file:
# start-up code, linker script, memory.

# rfm_board(program [ram bytes]): all of the board's memory, or a smaller part's. The linker refuses
# what does not fit beside 2 KB of stack.
function(rfm_board program)
  set(ram ${RFM_RAM_BYTES})
  if(ARGC GREATER 1)
    set(ram ${ARGV1})
  endif()
  target_sources(${program} PRIVATE ${RFM_BOARD_SOURCES})
  if(CMAKE_SYSTEM_PROCESSOR STREQUAL "arm")
    target_link_options(${program} PRIVATE "-Wl,--defsym=ram_bytes=${ram}" "-Wl,--defsym=stack_bytes=2048")
  else()
    target_link_options(${program} PRIVATE "-Wl,--defsym=__ram_size=${ram}")
  endif()
  target_link_options(${program} PRIVATE "-Wl,-Map=$<TARGET_FILE:${program}>.map")
endfunction()
