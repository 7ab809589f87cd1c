# Header-only libraries of the build machine for a cross-compiler: links to just those
# folders of /usr/include, because the whole folder on the include path would mix the
# machine's C library with the target's.
function(rfm_system_headers variable)
  set(folder "${PROJECT_BINARY_DIR}/system_headers")
  foreach(name IN LISTS ARGN)
    if(NOT EXISTS "/usr/include/${name}")
      message(FATAL_ERROR "/usr/include/${name} is missing: run toolchains/setup")
    endif()
    file(MAKE_DIRECTORY "${folder}")
    file(CREATE_LINK "/usr/include/${name}" "${folder}/${name}" SYMBOLIC)
  endforeach()
  set(${variable} "${folder}" PARENT_SCOPE)
endfunction()
