# Test programs by Boost.Test: rfm_test_program() builds one from a folder, and after linking it
# each of its test cases becomes a ctest entry of its own, `area.suite/case`, labelled with the area
# and with the case's Boost labels.

# How every test program gets Boost.Test: the target rfm_test_main.
function(rfm_test_main)
  add_library(rfm_test_main OBJECT "${PROJECT_SOURCE_DIR}/tests/main.cpp")
  target_compile_features(rfm_test_main PUBLIC cxx_std_17)
  if(CMAKE_CROSSCOMPILING)
    include(RfmSystemHeaders)
    rfm_system_headers(headers boost)
    target_include_directories(rfm_test_main SYSTEM PUBLIC "${headers}")
    target_compile_definitions(rfm_test_main PUBLIC BOOST_TEST_DISABLE_ALT_STACK)
    target_compile_options(rfm_test_main PUBLIC -fexceptions)
    target_link_options(rfm_test_main PUBLIC -fexceptions)
  else()
    find_package(Boost 1.74 QUIET REQUIRED COMPONENTS unit_test_framework)
    target_link_libraries(rfm_test_main PUBLIC Boost::unit_test_framework)
    target_compile_definitions(rfm_test_main PUBLIC BOOST_TEST_DYN_LINK)
  endif()
endfunction()

# rfm_test_program(area [libraries...]): all C++ files in and below tests/<area>
# as the program rfm_test_<area>.
function(rfm_test_program area)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/${area}/*.cpp")
  if(CMAKE_CROSSCOMPILING)  # where there is no LAPACK to compare with
    foreach(source IN LISTS sources)
      file(STRINGS "${source}" oracle REGEX "#include .*(xtensor-blas|/matrices.hpp)")
      if(oracle)
        list(REMOVE_ITEM sources "${source}")
      endif()
    endforeach()
  endif()
  set(program rfm_test_${area})
  add_executable(${program} ${sources} "${PROJECT_SOURCE_DIR}/tests/fastest.cpp")
  set_target_properties(${program} PROPERTIES CXX_EXTENSIONS OFF)
  target_include_directories(${program} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_compile_definitions(${program} PRIVATE "RFM_SOURCE_DIR=\"${PROJECT_SOURCE_DIR}\"")
  target_link_libraries(${program} PRIVATE rfm_test_main rfm ${ARGN})
  rfm_warnings(${program})
  if(CMAKE_SIZEOF_VOID_P EQUAL 4)  # where tests draw sizes from numbers of 64 bits
    target_compile_options(${program} PRIVATE -Wno-conversion)
  endif()
  rfm_list_cases(${program} ${area})
endfunction()

# Registers the cases after each link, by running the program itself (through the
# emulator when cross-compiling).
function(rfm_list_cases program area)
  set(list "${CMAKE_CURRENT_BINARY_DIR}/${program}_cases.cmake")
  add_custom_command(TARGET ${program} POST_BUILD
    COMMAND "${CMAKE_COMMAND}" "-DPROGRAM=$<TARGET_FILE:${program}>" "-DEMULATOR=${CMAKE_CROSSCOMPILING_EMULATOR}"
            "-DAREA=${area}" "-DOUTPUT=${list}" -P "${PROJECT_SOURCE_DIR}/toolchains/cmake/list_test_cases.cmake"
    BYPRODUCTS "${list}" VERBATIM)
  set(include "${CMAKE_CURRENT_BINARY_DIR}/${program}_include.cmake")
  file(WRITE "${include}" "if(EXISTS \"${list}\")\n  include(\"${list}\")\nelse()\n"
    "  add_test([==[${area}.not_built]==] ${program}_was_not_built)\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${include}")
endfunction()

# Programs take the widest vectors that the machine has. Here each program of `areas` runs whole
# with every other engine of the build too, as one entry `engines.<area>-<engine>`; it is skipped
# where the machine lacks the instructions.
function(rfm_test_engines)
  if(NOT RFM_BUILT)
    return()
  endif()
  foreach(engine IN LISTS RFM_BUILT ITEMS plain)
    foreach(area IN LISTS ARGN)
      if(TARGET rfm_test_${area})
        set(test engines.${area}-${engine})
        add_test(NAME ${test} COMMAND rfm_test_${area} --color_output=no "--run_test=!@many_fits")
        set_tests_properties(${test} PROPERTIES ENVIRONMENT RFM_ENGINE=${engine} SKIP_RETURN_CODE 2 LABELS engines TIMEOUT 600)
      endif()
    endforeach()
  endforeach()
endfunction()

# What a program that is not ours, such as Python, needs in its environment to load a library that
# was built with the sanitizers: their runtime, first of all. Its own memory is not searched for
# leaks.
function(rfm_preloaded variable)
  if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=address")
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libclang_rt.asan-${CMAKE_SYSTEM_PROCESSOR}.so
      OUTPUT_VARIABLE runtime OUTPUT_STRIP_TRAILING_WHITESPACE)
    set(${variable} "${${variable}}" "LD_PRELOAD=${runtime}" ASAN_OPTIONS=detect_leaks=0 PARENT_SCOPE)
  endif()
endfunction()

# The functions of the WebAssembly module as the library rfm_module of this machine: its allocator
# and its engine are left out, and what the linker is told of exports means nothing here.
function(rfm_native_module)
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/wasm/cpp/*.cpp")
  list(FILTER sources EXCLUDE REGEX "/(engine|memory)\\.cpp$")
  add_library(rfm_module OBJECT ${sources})
  set_target_properties(rfm_module PROPERTIES CXX_EXTENSIONS OFF)
  target_include_directories(rfm_module PUBLIC "${PROJECT_SOURCE_DIR}/wasm/cpp")
  target_compile_options(rfm_module PRIVATE -Wno-attributes)
  target_link_libraries(rfm_module PUBLIC rfm)
endfunction()
