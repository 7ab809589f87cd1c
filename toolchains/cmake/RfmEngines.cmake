# The engines: lib/rfm/simd/engine.cpp compiled once for each instruction set, with options that no
# other file gets, so that nothing else can contain such instructions. What each is called, and what
# a processor must have to run it, is a line of RFM_EACH_ENGINE in lib/rfm/core/engine.hpp.

# RFM_BUILT becomes the names of the engines of this target; `objects` their
# objects, and those that choose.
function(rfm_engines objects)
  set(fused "")
  if(NOT RFM_PORTABLE)
    set(fused RFM_FUSED=1)
  endif()
  set(wide_x86 x86_64)
  if(RFM_PORTABLE)
    set(wide_x86 none)  # nothing fuses: the engines that must not are the same
  endif()
  # name, target, options of the compiler, definitions
  rfm_engine(baseline "any" "" "")
  rfm_engine(avx2 x86_64 "-mavx2;-mfma" "${fused}")
  rfm_engine(avx512 x86_64 "-mavx512f;-mavx512dq;-mavx512vl;-mfma" "${fused}")
  rfm_engine(avx2_unfused "${wide_x86}" "-mavx2;-mfma" "")
  rfm_engine(avx512_unfused "${wide_x86}" "-mavx512f;-mavx512dq;-mavx512vl;-mfma" "")
  rfm_engine(neon aarch64 "" "${fused}")

  set(RFM_BUILT "${RFM_BUILT}" PARENT_SCOPE)
  set(found "")
  if(RFM_BUILT)
    list(TRANSFORM RFM_BUILT REPLACE "(.+)" "X(\\1)" OUTPUT_VARIABLE built)
    list(JOIN built " " built)
    set(found "${CMAKE_CURRENT_SOURCE_DIR}/rfm/simd/engines.cpp" "${CMAKE_CURRENT_SOURCE_DIR}/rfm/simd/fastest.cpp")
    set_source_files_properties("${CMAKE_CURRENT_SOURCE_DIR}/rfm/simd/engines.cpp" PROPERTIES
      COMPILE_DEFINITIONS "RFM_BUILT_ENGINES=${built}")
    foreach(name IN LISTS RFM_BUILT)
      list(APPEND found "$<TARGET_OBJECTS:rfm_${name}>")
    endforeach()
  endif()
  set(${objects} "${found}" PARENT_SCOPE)
endfunction()

# Always optimised: at -O0 its loops over registers would take minutes where a test takes seconds.
# Never instrumented: sanitizers make compiling the unrolled loops take minutes, and canaries and
# poisoned buffers watch their memory instead.
function(rfm_engine name target options definitions)
  if(NOT RFM_SIMD OR CMAKE_SYSTEM_NAME STREQUAL "Generic")
    return()
  elseif(EMSCRIPTEN)
    set(this wasm)
    if(NOT CMAKE_CXX_FLAGS MATCHES "-msimd128")
      return()
    endif()
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
    set(this x86_64)
  elseif(CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64")
    set(this aarch64)
  else()
    return()
  endif()
  if(NOT target MATCHES "^(any|${this})$")
    return()
  endif()
  set(RFM_BUILT "${RFM_BUILT};${name}")
  list(REMOVE_ITEM RFM_BUILT "")
  set(RFM_BUILT "${RFM_BUILT}" PARENT_SCOPE)
  add_library(rfm_${name} OBJECT "${CMAKE_CURRENT_SOURCE_DIR}/rfm/simd/engine.cpp")
  target_compile_features(rfm_${name} PUBLIC cxx_std_17)
  set_target_properties(rfm_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_EXTENSIONS OFF)
  target_include_directories(rfm_${name} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
  target_compile_definitions(rfm_${name} PRIVATE RFM_ENGINES RFM_ENGINE_NAMESPACE=engine_${name} RFM_ENGINE=${name}
    ${definitions})
  target_compile_options(rfm_${name} PRIVATE ${RFM_CORE_OPTIONS} -O3 -g0 -fno-sanitize=all ${options})
  rfm_arithmetic(rfm_${name} PRIVATE)
  rfm_warnings(rfm_${name})
endfunction()
