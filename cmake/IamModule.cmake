# What every library of this project shares: alias, C++20, warnings, a header file set that is
# installed and checked to compile alone, and its place in the export set.
#
#   iam_add_module(<name> [SOURCES …] [HEADERS …] [PUBLIC …] [PRIVATE …])
#
# makes the static library iam_<name> with the alias iam::<name> (an interface library without
# SOURCES). HEADERS are relative to runtime/include/iam/<name>/, SOURCES to the calling folder.
include_guard(GLOBAL)

add_library(iam_warnings INTERFACE)
target_compile_options(iam_warnings INTERFACE
  $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor
  -Woverloaded-virtual -Wold-style-cast>
  # GCC 12 sees overlapping copies in "text" + std::string once it optimises (GCC bug 105651).
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>,$<NOT:$<CONFIG:Debug>>>:-Wno-restrict>
  $<$<CXX_COMPILER_ID:MSVC>:/W4>)

function(iam_add_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;HEADERS;PUBLIC;PRIVATE")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "iam_add_module(${name}): unknown argument ${arg_UNPARSED_ARGUMENTS}")
  endif()
  set(target iam_${name})
  set(include_dir ${PROJECT_SOURCE_DIR}/runtime/include)
  list(TRANSFORM arg_HEADERS PREPEND ${include_dir}/iam/${name}/)
  if(arg_SOURCES)
    set(scope PUBLIC)
    add_library(${target} STATIC ${arg_SOURCES})
    # A source names the private headers of its module by their path: "gate/steps/decide.hpp".
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/runtime/src)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:iam_warnings> ${arg_PRIVATE})
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    # A program that links with -Wl,--gc-sections keeps only what it calls.
    target_compile_options(${target} PRIVATE
      $<$<AND:$<CXX_COMPILER_ID:GNU,Clang>,$<NOT:$<CONFIG:Debug>>>:-ffunction-sections -fdata-sections>
      # Nobody puts another function in the place of one of ours when a program starts, so a call
      # within a module may be inlined.
      $<$<CXX_COMPILER_ID:GNU,Clang>:-fno-semantic-interposition>)
  else()
    set(scope INTERFACE)
    add_library(${target} INTERFACE)
  endif()
  add_library(iam::${name} ALIAS ${target})
  target_compile_features(${target} ${scope} cxx_std_20)
  target_link_libraries(${target} ${scope} ${arg_PUBLIC})
  target_sources(${target} ${scope} FILE_SET HEADERS BASE_DIRS ${include_dir} FILES ${arg_HEADERS})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} VERIFY_INTERFACE_HEADER_SETS ON)
  install(TARGETS ${target} EXPORT iamTargets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endfunction()
