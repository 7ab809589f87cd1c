# Installing: headers, the library, a CMake package (find_package(rfm), component
# xtensor) and rfm.pc for pkg-config.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package "${CMAKE_INSTALL_LIBDIR}/cmake/rfm")

install(TARGETS rfm EXPORT rfm)
install(EXPORT rfm NAMESPACE rfm:: FILE rfmTargets.cmake DESTINATION "${package}")
set(layers lib/rfm/core lib/rfm/c)
if(RFM_BUILD_DATA)
  list(APPEND layers lib/rfm/data lib/rfm/c_table)
endif()
install(DIRECTORY ${layers} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/rfm"
  FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
install(FILES "${PROJECT_BINARY_DIR}/generated/rfm/version.h" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/rfm")
if(RFM_BUILD_XTENSOR)
  install(TARGETS rfm_xtensor EXPORT rfm_xtensor)
  install(EXPORT rfm_xtensor NAMESPACE rfm:: FILE rfmXtensorTargets.cmake DESTINATION "${package}")
  install(DIRECTORY lib/rfm/xtensor DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/rfm" FILES_MATCHING PATTERN "*.hpp")
endif()

configure_package_config_file(toolchains/cmake/rfmConfig.cmake.in "${PROJECT_BINARY_DIR}/generated/rfmConfig.cmake"
  INSTALL_DESTINATION "${package}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/generated/rfmConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/generated/rfmConfig.cmake" "${PROJECT_BINARY_DIR}/generated/rfmConfigVersion.cmake"
  DESTINATION "${package}")

file(RELATIVE_PATH RFM_PREFIX_FROM_PC "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
set(RFM_PC_DEFINITIONS "-D$<JOIN:$<FILTER:$<TARGET_PROPERTY:rfm,INTERFACE_COMPILE_DEFINITIONS>,EXCLUDE,^$>, -D>")
configure_file(toolchains/cmake/rfm.pc.in "${PROJECT_BINARY_DIR}/generated/rfm.pc.in" @ONLY)
file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/generated/rfm.pc" INPUT "${PROJECT_BINARY_DIR}/generated/rfm.pc.in")
install(FILES "${PROJECT_BINARY_DIR}/generated/rfm.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
if(TARGET rfm_cli)
  install(TARGETS rfm_cli)
  if(NOT CMAKE_CROSSCOMPILING)
    set(manual "${PROJECT_BINARY_DIR}/generated/rfm.1")
    add_custom_command(OUTPUT "${manual}" COMMAND rfm_cli --man > "${manual}" DEPENDS rfm_cli VERBATIM)
    add_custom_target(rfm_manual ALL DEPENDS "${manual}")
    install(FILES "${manual}" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
  endif()
endif()
if(TARGET rfm_sql)
  install(TARGETS rfm_sql LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
endif()
