# The headers of iam_generate_tools(): the roots that their paths are below, and the search for tags
# outside of them. Included by IamGen.cmake.
include_guard(GLOBAL)

# "a file below one of the roots" → the path that #include and the manifest use, and the root; empty
# if it is below none. A path by its letters comes first, then the place that links lead to.
function(_iam_relative_path out out_root file)
  file(REAL_PATH "${file}" real_file)
  foreach(kind IN ITEMS letters links)
    foreach(root IN LISTS ARGN)
      set(base "${root}")
      set(place "${file}")
      if(kind STREQUAL "links")
        file(REAL_PATH "${root}" base)
        set(place "${real_file}")
      endif()
      cmake_path(IS_PREFIX base "${place}" NORMALIZE below)
      if(below)
        cmake_path(RELATIVE_PATH place BASE_DIRECTORY "${base}" OUTPUT_VARIABLE relative)
        set(${out} "${relative}" PARENT_SCOPE)
        set(${out_root} "${root}" PARENT_SCOPE)
        return()
      endif()
    endforeach()
  endforeach()
  set(${out} "" PARENT_SCOPE)
endfunction()

# The folder that holds both, to name it in a message.
function(_iam_common_folder out one other)
  cmake_path(GET other PARENT_PATH folder)
  cmake_path(IS_PREFIX folder "${one}" NORMALIZE holds)
  while(NOT holds)
    cmake_path(GET folder PARENT_PATH folder)
    cmake_path(IS_PREFIX folder "${one}" NORMALIZE holds)
  endwhile()
  set(${out} "${folder}" PARENT_SCOPE)
endfunction()

# Sets iam_source_root and iam_build_root for the caller: the folder that paths of headers in the
# output are below, and the same of headers that the build makes.
function(_iam_choose_roots target root)
  set(iam_source_root "${PROJECT_SOURCE_DIR}")
  set(iam_build_root "${PROJECT_BINARY_DIR}")
  if(root)
    cmake_path(ABSOLUTE_PATH root BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE OUTPUT_VARIABLE iam_source_root)
    if(NOT IS_DIRECTORY "${iam_source_root}")
      message(FATAL_ERROR "iam_generate_tools(${target}): ROOT names ${iam_source_root}, and there is no such folder.")
    endif()
    string(REGEX REPLACE "(.)/$" "\\1" iam_source_root "${iam_source_root}")
    set(iam_build_root "${CMAKE_BINARY_DIR}")
  endif()
  foreach(header IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH header BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE OUTPUT_VARIABLE absolute)
    _iam_relative_path(relative found "${absolute}" "${iam_build_root}" "${iam_source_root}")
    if(NOT relative AND NOT root)
      set(iam_source_root "${CMAKE_SOURCE_DIR}")
      set(iam_build_root "${CMAKE_BINARY_DIR}")
    endif()
  endforeach()
  set(iam_source_root "${iam_source_root}" PARENT_SCOPE)
  set(iam_build_root "${iam_build_root}" PARENT_SCOPE)
endfunction()

# The headers as absolute paths below the chosen roots, and their paths from there.
function(_iam_list_headers out_headers out_relatives target)
  set(headers "")
  set(relatives "")
  foreach(header IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH header BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE OUTPUT_VARIABLE absolute)
    _iam_relative_path(relative root "${absolute}" "${iam_build_root}" "${iam_source_root}")
    if(NOT relative)
      _iam_common_folder(common "${iam_source_root}" "${absolute}")
      message(FATAL_ERROR "iam_generate_tools(${target}): ${absolute} lies outside of ${iam_source_root} (and of the build folder "
        "${iam_build_root}), and paths in the generated files are below such a folder, to be the same on every machine. Name one "
        "that holds the header: ROOT ${common}")
    endif()
    if(relative IN_LIST relatives)
      message(FATAL_ERROR "iam_generate_tools(${target}): HEADERS names ${header} twice; name it once.")
    endif()
    get_source_file_property(is_generated "${absolute}" GENERATED)
    cmake_path(IS_PREFIX iam_build_root "${absolute}" NORMALIZE is_built)
    if(NOT EXISTS "${absolute}" AND NOT is_generated AND NOT is_built)
      message(FATAL_ERROR "iam_generate_tools(${target}): there is no file ${absolute}; HEADERS are relative to the folder of the "
        "CMakeLists.txt that names them.")
    endif()
    list(APPEND headers "${root}/${relative}")
    list(APPEND relatives "${relative}")
  endforeach()
  set(${out_headers} "${headers}" PARENT_SCOPE)
  set(${out_relatives} "${relatives}" PARENT_SCOPE)
endfunction()

# Two targets of one folder write to one folder.
function(_iam_claim_names target folder)
  foreach(name IN LISTS ARGN)
    string(SHA256 key "${folder}/${name}")
    get_property(owner GLOBAL PROPERTY IAM_WRITER_${key})
    if(owner)
      message(FATAL_ERROR "iam_generate_tools(${target}): ${name} is made for ${owner} of this folder already, from a header of this "
        "name; make one of the two targets in a subfolder with a CMakeLists.txt of its own, or link one library with the tools of both.")
    endif()
    set_property(GLOBAL PROPERTY IAM_WRITER_${key} ${target})
  endforeach()
endfunction()

# The rule that looks for tags in files that are not among the headers. Called at the end of the
# folder, when all sources are named. ARGN: the headers and the options that both rules have.
function(_iam_add_search target folder)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "HEADERS;OPTIONS")
  get_target_property(home ${target} SOURCE_DIR)
  get_target_property(listed ${target} SOURCES)
  foreach(property IN ITEMS HEADER_SETS INTERFACE_HEADER_SETS)
    get_target_property(sets ${target} ${property})
    foreach(name IN LISTS sets)
      if(name)
        get_target_property(files ${target} HEADER_SET_${name})
        list(APPEND listed ${files})
      endif()
    endforeach()
  endforeach()
  set(sources "")
  foreach(source IN LISTS listed)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${home}" NORMALIZE)
    cmake_path(IS_PREFIX CMAKE_BINARY_DIR "${source}" NORMALIZE is_built)
    if(NOT is_built AND source MATCHES "\\.(c|cc|cpp|cxx|c\\+\\+|h|hh|hpp|hxx|h\\+\\+|ipp|inl|ixx|cppm)$" AND EXISTS "${source}")
      list(APPEND sources "${source}")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES sources)
  set(search "${folder}/${target}.search")
  list(JOIN sources "\n" sources)
  file(GENERATE OUTPUT "${search}.sources" CONTENT "${sources}\n")
  # A header of another target is a header of tools, too; who that is, is known when everything is
  # configured.
  file(GENERATE OUTPUT "${search}.listed" CONTENT "$<JOIN:$<TARGET_PROPERTY:iam_listed_headers,IAM_HEADERS>,\n>\n")
  list(JOIN arg_OPTIONS "\n" options)
  file(GENERATE OUTPUT "${search}.options" CONTENT "${options}\n")
  add_custom_command(
    OUTPUT "${search}.stamp"
    COMMAND iam::gen unlisted --target ${target} --project-root "${iam_source_root}" --build-root "${iam_build_root}"
      --flags-file "${folder}/${target}.CXX.rsp" --sources-file "${search}.sources" --listed-file "${search}.listed"
      --stamp "${search}.stamp" --depfile "${search}.stamp.d" ${arg_OPTIONS} ${arg_HEADERS}
    DEPENDS "${search}.sources" "${search}.listed" "${search}.options" "${folder}/${target}.CXX.rsp" "$<TARGET_FILE:iam::gen>"
    DEPFILE "${search}.stamp.d"
    COMMENT "Looking for tags of ${target} outside of its HEADERS"
    VERBATIM)
  target_sources(${target} PRIVATE "${search}.stamp")
endfunction()

function(_iam_defer_search)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "HEADERS;OPTIONS")
  if(NOT TARGET iam_listed_headers)
    add_library(iam_listed_headers INTERFACE IMPORTED GLOBAL)
  endif()
  set_property(TARGET iam_listed_headers APPEND PROPERTY IAM_HEADERS ${arg_HEADERS})
  set(words "[[${iam_source_root}]] [[${iam_build_root}]]")
  foreach(word IN LISTS ARGN)
    string(APPEND words " [[${word}]]")
  endforeach()
  cmake_language(EVAL CODE "cmake_language(DEFER CALL _iam_search_below ${words})")
endfunction()

function(_iam_search_below iam_source_root iam_build_root)
  _iam_add_search(${ARGN})
endfunction()
