# Makes find_package(iam) work from an install tree: targets, the CMake function and the modules
# that find what Debian ships without a CMake package.
include(CMakePackageConfigHelpers)

if(TARGET iam::store_postgres)
  set(IAM_FIND_POSTGRES "find_dependency(PostgreSQL)")
endif()
set(iam_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/iam)
install(EXPORT iamTargets NAMESPACE iam:: DESTINATION ${iam_cmake_dir})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/iamConfig.cmake.in ${PROJECT_BINARY_DIR}/iamConfig.cmake
  INSTALL_DESTINATION ${iam_cmake_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/iamConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/iamConfig.cmake ${PROJECT_BINARY_DIR}/iamConfigVersion.cmake
  ${CMAKE_CURRENT_LIST_DIR}/IamGen.cmake ${CMAKE_CURRENT_LIST_DIR}/IamHeaders.cmake ${CMAKE_CURRENT_LIST_DIR}/IamPregenerated.cmake
  ${CMAKE_CURRENT_LIST_DIR}/FindLibEdit.cmake ${CMAKE_CURRENT_LIST_DIR}/FindMd4c.cmake ${CMAKE_CURRENT_LIST_DIR}/FindRE2.cmake ${CMAKE_CURRENT_LIST_DIR}/FindUtf8proc.cmake
  DESTINATION ${iam_cmake_dir})
