#[=[
iam_generate_tools
------------------

Makes tools for language models from the tagged functions of a target's headers.

  iam_generate_tools(<target>
    HEADERS <header>...          # every header that holds a tag; relative to the current source folder
    [TAG_MACROS <name>...]       # macros for tags that are defined in none of these headers
    [LOCK <file>]                # the committed contracts; relative to the current source folder
    [PROFILE portable|full]      # which schemas the manifest has; portable, if nothing is said
    [NAME_PREFIX namespace|<text>]  # goes before the names of tools without a .name
    [ROOT <folder>]              # paths in the output are below it; without it, the project
    [LINT <profile>...]          # openai, openai-strict, anthropic, anthropic-strict, gemini, ollama
    [SILENCE <id>...]            # warnings that are not for this target, such as IAM6010
    [PREGENERATED <folder>]      # the committed generated files, for whoever has no iam-gen
    [REQUIRE_DOCS])              # missing documentation is an error

At build time `iam-gen` parses the headers once, with the include paths, definitions and language standard of <target>, and writes
to ${CMAKE_CURRENT_BINARY_DIR}/iam-generated[/<config>]/:

  <stem>.iam.cpp             one per header: the functions behind the tools; <stem>-2.iam.cpp for a second header of this stem
  <target>.iam.hpp           iam::Result<void> register_<target>_tools(iam::Registry&, …)
  <target>.iam.register.cpp  its definition
  <target>.tools.json        the manifest: MCP tool objects sorted by name, with their digests

  iam_collect_tools(<name>
    FROM <target>...)            # targets that iam_generate_tools() was called for

The target <name>, part of every build, writes <name>.tools.json beside the generated files of its folder: the tools of all of them, as a program that
links them has. Two tools of one name fail the build with both their places. The property IAM_MANIFEST of each target names its file, for install().

The sources become part of <target>, `#include <<target>.iam.hpp>` works there, and <target> links iam::tool. An error in a header or in
a tag fails the build and leaves the last outputs as they were. A build where nothing changed runs nothing.

Where a header asks which compiler reads it, CMAKE_CXX_COMPILER preprocesses the headers too, with the same flags: a tagged declaration that it reads
differently than iam-gen is an error (docs/builds.md says more).

Headers that cannot hold a tag cost nothing: those are read that have the word iam, a word that begins with IAM_, or a macro that one of the headers, a
definition of the target or TAG_MACROS says stands for a tag. From the second run on the standard headers that the headers begin with
are precompiled, in the folder `prefix` beside the generated files (10 to 30 MB for a target); IAM_GEN_PREFIX=OFF does without.

A tool without a `.name` is called as its function, in snake_case. NAME_PREFIX puts a text and a _ before that, or, as `namespace`, the names of the namespaces
around the function: `audio::Mixer::setLevel` becomes audio_set_level. Another prefix is another tool to whoever calls it and to the lock.

With LOCK the target <target>_lock rewrites the lock file from the manifest, and CTest gets the case `<target>.tools.lock`, which
fails on any difference, says what it does to callers and to standing permissions, and names tool, place and the command that accepts it.
A stale or missing lock never fails the build. Several targets may name one LOCK: the case of the first one is for the tools of all of
them, and each target <target>_lock writes all of it.
(The project must call enable_testing(), as for every CTest case.)

With LINT, CTest gets a case `<target>.tools.lint.<profile>` for each profile, which fails where that provider would refuse a tool, and
prints what it would drop.

With PREGENERATED, who has no iam-gen (or sets IAM_USE_PREGENERATED) builds the files of that folder instead. They carry the digests of all files
of the project that they were made from; where one differs, the configure step stops and names it. Who has iam-gen gets the target
<target>_pregenerated, which writes the folder, and the CTest case `<target>.tools.pregenerated`, which fails where the folder is out of date.
The definitions that the files were made under are those of the build that wrote them.

Where iam-gen does not run on the machine that is built for, -DIAM_GEN_PROGRAM=<path> names one of the same version for this machine.

Generated code includes the headers by their path below a root, so that its bytes are the same on every machine. The root is the innermost project (its
PROJECT_SOURCE_DIR, or its build folder); where a header lies outside of that, the whole project (CMAKE_SOURCE_DIR). ROOT names another folder, for
headers outside of both. Links are followed where a path by itself does not lead below the root. Call the function in the folder that makes <target>, once.

Another command of each build looks for tags that make no tool, since their file is not among HEADERS: in the sources and header sets of
<target>, and in headers below the root that these include. Each such file is a warning (IAM1011, which SILENCE takes). It runs when one of these files has
changed and reads text only. Sources that are named by a generator expression, or that the build makes, are not looked at.
]=]
include_guard(GLOBAL)
include("${CMAKE_CURRENT_LIST_DIR}/IamPregenerated.cmake")
set(_iam_pregenerated_script "${CMAKE_CURRENT_LIST_DIR}/IamPregenerated.cmake" CACHE INTERNAL "")

option(IAM_GEN_PREFIX "Keep precompiled standard headers for iam-gen in the build folder" ON)
option(IAM_USE_PREGENERATED "Build committed generated files also where iam-gen is there" OFF)

# Programs of another build, for this machine: iam-gen, and iam-schema where it is beside it.
set(IAM_GEN_PROGRAM "" CACHE FILEPATH "An iam-gen of the same version that runs here, where none is built or the package's own does not run")
function(_iam_import_program name file)
  if(NOT TARGET iam::${name})
    add_executable(iam::${name} IMPORTED GLOBAL)
  endif()
  get_target_property(configurations iam::${name} IMPORTED_CONFIGURATIONS)
  set_target_properties(iam::${name} PROPERTIES IMPORTED_LOCATION "${file}")
  foreach(configuration IN LISTS configurations)
    if(configuration)
      set_target_properties(iam::${name} PROPERTIES IMPORTED_LOCATION_${configuration} "${file}")
    endif()
  endforeach()
endfunction()
if(IAM_GEN_PROGRAM AND NOT TARGET iam_gen)
  if(NOT EXISTS "${IAM_GEN_PROGRAM}")
    message(FATAL_ERROR "IAM_GEN_PROGRAM: there is no file ${IAM_GEN_PROGRAM}.")
  endif()
  _iam_import_program(gen "${IAM_GEN_PROGRAM}")
  cmake_path(REPLACE_FILENAME IAM_GEN_PROGRAM iam-schema OUTPUT_VARIABLE _iam_schema_program)
  if(EXISTS "${_iam_schema_program}" AND NOT TARGET iam_schema_cli)
    _iam_import_program(schema_cli "${_iam_schema_program}")
  endif()
endif()

# A function runs under the policies that held where it was written. CMP0116 is the one that
# matters: how depfiles are read.
cmake_policy(PUSH)
cmake_policy(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/IamHeaders.cmake")

# How iam-gen's own clang finds the headers that the compiler in use finds. Of GCC: its standard
# library, which need not be the newest one of the machine, nor one that makes programs for it;
# clang's own search goes by the name of the machine. Of every compiler: the folders that it has by
# itself, such as that of <omp.h>, behind clang's own, since intrinsics and <stddef.h> must be
# clang's.
function(_iam_reader_options out)
  set(flags "")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-libgcc-file-name
      OUTPUT_VARIABLE library OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -dumpmachine
      OUTPUT_VARIABLE machine OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(machine)
      list(APPEND flags "--target=${machine}")
    endif()
    if(EXISTS "${library}")
      cmake_path(GET library PARENT_PATH folder)
      list(APPEND flags "--gcc-install-dir=${folder}")
    endif()
  endif()
  foreach(folder IN LISTS CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)
    # clang knows the standard library's and the system's, which follow the sysroot.
    if(NOT folder MATCHES "/c\\+\\+(/|$)" AND NOT folder MATCHES "/usr/(local/)?include(/|$)")
      list(APPEND flags "-idirafter${folder}")
    endif()
  endforeach()
  list(TRANSFORM flags PREPEND "--reader-flag=")
  set(${out} "${flags}" PARENT_SCOPE)
endfunction()

# The command that compiles, for headers that depend on the compiler. Drivers with the command line
# of MSVC are not asked.
function(_iam_compiler_options out)
  set(words "")
  if(NOT MSVC AND NOT CMAKE_CXX_COMPILER_FRONTEND_VARIANT STREQUAL "MSVC")
    separate_arguments(further NATIVE_COMMAND "${CMAKE_CXX_COMPILER_ARG1}")
    set(words "${CMAKE_CXX_COMPILER}" ${further})
    list(TRANSFORM words PREPEND "--compiler=")
  endif()
  set(${out} "${words}" PARENT_SCOPE)
endfunction()

# The headers that <target> includes before everything else, precompiled or not.
function(_iam_precompiled_headers out target)
  set(owner "")
  get_target_property(lender ${target} PRECOMPILE_HEADERS_REUSE_FROM)
  if(lender)
    set(owner "${lender},")
  endif()
  set(${out} "$<TARGET_PROPERTY:${owner}PRECOMPILE_HEADERS>" PARENT_SCOPE)
  get_target_property(disabled ${target} DISABLE_PRECOMPILE_HEADERS)
  if(disabled)
    set(${out} "" PARENT_SCOPE)
  endif()
endfunction()

# The imported libraries behind <target>: CMake takes what they export for folders of system
# headers.
function(_iam_imported_libraries out target)
  set(found "")
  set(seen "")
  set(open ${target})
  while(open)
    list(POP_FRONT open library)
    if(library IN_LIST seen OR NOT TARGET "${library}")
      continue()
    endif()
    list(APPEND seen "${library}")
    get_target_property(imported ${library} IMPORTED)
    get_target_property(no_system ${library} IMPORTED_NO_SYSTEM)
    if(imported AND NOT no_system)
      list(APPEND found "${library}")
    endif()
    foreach(property IN ITEMS LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
      get_target_property(libraries ${library} ${property})
      if(libraries)
        list(APPEND open ${libraries})
      endif()
    endforeach()
  endwhile()
  get_target_property(no_system ${target} NO_SYSTEM_FROM_IMPORTED)
  if(no_system)
    set(found "")
  endif()
  set(${out} "${found}" PARENT_SCOPE)
endfunction()

# One flag per line for everything that changes what the headers of <target> declare. Called at the
# end of the folder, when all libraries are linked.
function(_iam_write_flags target rsp_base)
  set(standard "$<IF:$<BOOL:$<TARGET_PROPERTY:CXX_STANDARD>>,$<TARGET_PROPERTY:CXX_STANDARD>,20>")
  # A feature asks for at least its standard; the generated code itself needs C++20.
  set(features "$<TARGET_PROPERTY:COMPILE_FEATURES>")
  set(standard "$<IF:$<OR:$<IN_LIST:cxx_std_26,${features}>,$<STREQUAL:${standard},26>>,26,$<IF:$<OR:$<IN_LIST:cxx_std_23,${features}>,$<STREQUAL:${standard},23>>,23,20>>")
  set(dialect "$<IF:$<STREQUAL:$<UPPER_CASE:$<TARGET_PROPERTY:CXX_EXTENSIONS>>,OFF>,c++,gnu++>")

  separate_arguments(lines NATIVE_COMMAND "${CMAKE_CXX_FLAGS}")
  foreach(config IN LISTS CMAKE_CONFIGURATION_TYPES CMAKE_BUILD_TYPE)
    string(TOUPPER "${config}" upper)
    separate_arguments(flags NATIVE_COMMAND "${CMAKE_CXX_FLAGS_${upper}}")
    if(flags)
      list(JOIN flags "\n" flags)
      list(APPEND lines "$<$<CONFIG:${config}>:${flags}>")
    endif()
  endforeach()
  if(CMAKE_SYSROOT)
    list(APPEND lines "--sysroot=${CMAKE_SYSROOT}")
  endif()
  if(CMAKE_CXX_COMPILER_TARGET AND CMAKE_CXX_COMPILE_OPTIONS_TARGET)
    list(APPEND lines "--target=${CMAKE_CXX_COMPILER_TARGET}")
  endif()
  # A folder that is given both ways is one of system headers.
  set(items "-D COMPILE_DEFINITIONS" "-I INCLUDE_DIRECTORIES" "-isystem SYSTEM_INCLUDE_DIRECTORIES" " COMPILE_OPTIONS")
  _iam_imported_libraries(imported ${target})
  list(TRANSFORM imported REPLACE "(.+)" "-isystem \\1,INTERFACE_INCLUDE_DIRECTORIES")
  # As CMake does: named once more, a folder that the compiler has by itself would come before the
  # standard library's.
  string(REGEX REPLACE "([+.])" "\\\\\\1" implicit "${CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES}")
  string(REPLACE ";" "|" implicit "${implicit}")
  foreach(item IN LISTS items imported)
    string(REGEX MATCH "^([^ ]*) (.+)$" item "${item}")
    set(flag "${CMAKE_MATCH_1}")
    set(values "$<TARGET_PROPERTY:${CMAKE_MATCH_2}>")
    if(flag STREQUAL "-isystem" AND implicit)
      set(values "$<FILTER:${values},EXCLUDE,^(${implicit})/?$>")
    endif()
    list(APPEND lines "$<$<BOOL:${values}>:${flag}$<JOIN:${values},\n${flag}>>")
  endforeach()
  _iam_precompiled_headers(precompiled ${target})
  if(precompiled)
    list(APPEND lines "$<$<BOOL:${precompiled}>:-include$<JOIN:${precompiled},\n-include>>")
  endif()
  # Last, as CMake puts it: it wins over one among the flags.
  list(APPEND lines "-std=${dialect}${standard}")
  list(JOIN lines "\n" content)
  # The language is part of the name: without it file(GENERATE) stops as soon as a property of a
  # dependency asks for it.
  file(GENERATE OUTPUT "${rsp_base}.$<COMPILE_LANGUAGE>.rsp" CONTENT "${content}\n" TARGET ${target})
endfunction()

# The files of <folder> as sources of <target>; stops if they are not those of the headers as they
# are now.
function(_iam_take_pregenerated target folder)
  _iam_pregenerated_faults(faults ${target} "${folder}" "${iam_source_root}" ${ARGN})
  if(faults)
    list(JOIN faults "\n  " faults)
    message(FATAL_ERROR "iam_generate_tools(${target}): the generated files in ${folder} are not those of these headers:\n  ${faults}\n"
      "Where iam-gen is there, build the target ${target}_pregenerated and commit that folder; or take folder and headers from one revision.")
  endif()
  # Whatever was edited is looked at before the next build.
  file(STRINGS "${folder}/${target}.sources.sha256" lines ENCODING UTF-8)
  list(TRANSFORM lines REPLACE "^[a-z0-9]+  " "${iam_source_root}/")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${lines} "${folder}/${target}.sources.sha256")
endfunction()

# Writes the folder of committed files, and tells when it is out of date.
function(_iam_add_pregenerated target generated folder)
  _iam_build_command(accept ${target}_pregenerated)
  set(run "${CMAKE_COMMAND}" -DTARGET=${target} "-DGENERATED=${generated}" "-DHEADERS=${ARGN}" "-DFOLDER=${folder}"
    "-DROOT=${iam_source_root}" "-DACCEPT=${accept}")
  add_custom_target(${target}_pregenerated
    COMMAND ${run} -DMODE=write -P "${_iam_pregenerated_script}"
    DEPENDS "${generated}/${target}.stamp"
    COMMENT "Writing the generated files of ${target} to ${folder}"
    VERBATIM)
  add_dependencies(${target}_pregenerated ${target})
  add_test(NAME ${target}.tools.pregenerated COMMAND ${run} -DMODE=check -P "${_iam_pregenerated_script}")
endfunction()

# What to type to build <target>.
function(_iam_build_command out target)
  set(build_dir "${CMAKE_BINARY_DIR}")
  if(build_dir MATCHES "[^A-Za-z0-9/._+-]")
    set(build_dir "'${build_dir}'")
  endif()
  set(${out} "cmake --build ${build_dir} --target ${target}" PARENT_SCOPE)
endfunction()

function(_iam_add_lock target manifest lock)
  cmake_path(ABSOLUTE_PATH lock BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
  # The first target that names a lock has the command and the case of all of them; the others add
  # their manifest.
  string(SHA256 key "${lock}")
  get_property(writer GLOBAL PROPERTY IAM_LOCK_WRITER_${key})
  if(writer)
    set_property(TARGET ${writer} APPEND PROPERTY IAM_MANIFESTS "${manifest}")
    add_dependencies(${writer} ${target})
    add_custom_target(${target}_lock)
    add_dependencies(${target}_lock ${writer})
    return()
  endif()
  set(writer ${target}_lock)
  set_property(GLOBAL PROPERTY IAM_LOCK_WRITER_${key} ${writer})
  set(manifests "$<TARGET_GENEX_EVAL:${writer},$<TARGET_PROPERTY:${writer},IAM_MANIFESTS>>")
  add_custom_target(${writer}
    COMMAND iam::schema_cli lock "${manifests}" "${lock}"
    COMMENT "Writing the contracts to ${lock}"
    COMMAND_EXPAND_LISTS
    VERBATIM)
  set_property(TARGET ${writer} APPEND PROPERTY IAM_MANIFESTS "${manifest}")
  add_dependencies(${writer} ${target})
  _iam_build_command(accept ${writer})
  add_test(NAME ${target}.tools.lock
    COMMAND $<TARGET_FILE:iam::schema_cli> check "${manifests}" "${lock}" --accept-with "${accept}"
    COMMAND_EXPAND_LISTS)
endfunction()

# A case for each provider: what a request with these tools would come to.
function(_iam_add_lints target manifest)
  foreach(profile IN LISTS ARGN)
    add_test(NAME ${target}.tools.lint.${profile} COMMAND $<TARGET_FILE:iam::gen> lint --profile ${profile} "${manifest}")
  endforeach()
endfunction()

# Stops with what is wrong about a call and the way out. A macro, so that it sees the arguments of
# its caller.
macro(_iam_check_arguments)
  if(NOT TARGET ${target})
    message(FATAL_ERROR "iam_generate_tools(${target}): there is no such target; call add_executable or add_library first.")
  endif()
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "iam_generate_tools(${target}): unknown argument ${arg_UNPARSED_ARGUMENTS}; known are HEADERS, LOCK, PROFILE, "
      "NAME_PREFIX, ROOT, LINT, SILENCE, TAG_MACROS, PREGENERATED and REQUIRE_DOCS.")
  endif()
  if(NOT arg_HEADERS)
    message(FATAL_ERROR "iam_generate_tools(${target}): HEADERS is empty; name every header that holds an [[iam::…]] tag.")
  endif()
  if(arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "iam_generate_tools(${target}): ${arg_KEYWORDS_MISSING_VALUES} wants a value.")
  endif()
  if(arg_PROFILE AND NOT arg_PROFILE MATCHES "^(portable|full)$")
    message(FATAL_ERROR "iam_generate_tools(${target}): there is no PROFILE ${arg_PROFILE}; known are portable and full.")
  endif()
  if(arg_NAME_PREFIX AND NOT arg_NAME_PREFIX MATCHES "^[A-Za-z0-9_-]+$")
    message(FATAL_ERROR "iam_generate_tools(${target}): NAME_PREFIX takes the word namespace, or letters, digits, _ and -, and not "
      "'${arg_NAME_PREFIX}'.")
  endif()
  list(REMOVE_DUPLICATES arg_LINT)
  foreach(profile IN LISTS arg_LINT)
    if(NOT profile MATCHES "^(openai|openai-strict|anthropic|anthropic-strict|gemini|ollama)$")
      message(FATAL_ERROR "iam_generate_tools(${target}): there is no profile ${profile} for LINT; known are openai, openai-strict, "
        "anthropic, anthropic-strict, gemini and ollama.")
    endif()
  endforeach()
  get_target_property(aliased ${target} ALIASED_TARGET)
  get_target_property(imported ${target} IMPORTED)
  if(aliased OR imported)
    message(FATAL_ERROR "iam_generate_tools(${target}): this is an alias or an imported target, to which no source can be added; "
      "name the target that add_executable or add_library made.")
  endif()
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "INTERFACE_LIBRARY")
    message(FATAL_ERROR "iam_generate_tools(${target}): an INTERFACE library compiles nothing; add a library ${target}_tools that "
      "links it, and generate the tools for that one.")
  endif()
  get_target_property(home ${target} SOURCE_DIR)
  if(NOT home STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    message(FATAL_ERROR "iam_generate_tools(${target}): the target is made in ${home}; call this function there, since CMake runs "
      "the generator for targets of the same folder only.")
  endif()
  get_target_property(manifest ${target} IAM_MANIFEST)
  if(manifest)
    message(FATAL_ERROR "iam_generate_tools(${target}): was called for it already; name all HEADERS in one call.")
  endif()
  string(MAKE_C_IDENTIFIER "${target}" identifier)
  get_property(registered GLOBAL PROPERTY IAM_REGISTERED_AS_${identifier})
  if(registered)
    message(FATAL_ERROR "iam_generate_tools(${target}): ${registered} has a function register_${identifier}_tools already; give one of "
      "the two targets a name that differs in letters or digits.")
  endif()
  set_property(GLOBAL PROPERTY IAM_REGISTERED_AS_${identifier} ${target})
  if(IAM_USE_PREGENERATED AND NOT arg_PREGENERATED)
    message(FATAL_ERROR "iam_generate_tools(${target}): IAM_USE_PREGENERATED is set; name the folder of committed generated files with "
      "PREGENERATED, or unset it.")
  endif()
  if(NOT TARGET iam::gen AND NOT arg_PREGENERATED)
    message(FATAL_ERROR "iam_generate_tools(${target}): the generator iam::gen is missing; this build of iam was configured with "
      "IAM_BUILD_GENERATOR=OFF. Install libclang-19-dev and llvm-19-dev and configure it again, name an iam-gen of another build "
      "with -DIAM_GEN_PROGRAM=<path>, or name committed generated files with PREGENERATED.")
  endif()
endmacro()

# Generated code names headers by their path below the chosen roots. Those names are found for the
# generated sources first of all, for the target's other sources (which include <target>.iam.hpp)
# last of all, so that no header of the user's is taken for another one.
function(_iam_add_include_roots target type)
  set(roots "${iam_source_root}" "${iam_build_root}")
  if(MSVC)
    set_source_files_properties(${ARGN} PROPERTIES INCLUDE_DIRECTORIES "${roots}")
    target_include_directories(${target} PRIVATE ${roots})
    return()
  endif()
  list(TRANSFORM roots PREPEND "-iquote" OUTPUT_VARIABLE first)
  list(TRANSFORM roots PREPEND "-idirafter" OUTPUT_VARIABLE last)
  set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS "${first}")
  target_compile_options(${target} PRIVATE ${last})
  if(NOT type STREQUAL "EXECUTABLE")
    list(TRANSFORM last REPLACE "(.+)" "$<BUILD_INTERFACE:\\1>")
    target_compile_options(${target} INTERFACE ${last})
  endif()
endfunction()

# Where iam-gen writes: one folder for each configuration.
function(_iam_output_folder out)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/iam-generated")
  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(multi_config)
    string(APPEND folder "/$<CONFIG>")
  elseif(CMAKE_BUILD_TYPE)
    string(APPEND folder "/${CMAKE_BUILD_TYPE}")
  endif()
  set(${out} "${folder}" PARENT_SCOPE)
endfunction()

# The rule that runs iam-gen. ARGN: the headers and further options.
function(_iam_add_rule target folder names)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "" "HEADERS;OPTIONS")
  set(flags "${folder}/${target}")
  set(stamp "${folder}/${target}.stamp")
  cmake_language(EVAL CODE "cmake_language(DEFER CALL _iam_write_flags [[${target}]] [[${flags}]])")
  list(TRANSFORM names PREPEND "${folder}/" OUTPUT_VARIABLE files)
  # Make does not look at commands: it is a changed file that has another option run the generator.
  list(JOIN arg_OPTIONS "\n" options)
  file(GENERATE OUTPUT "${flags}.options" CONTENT "${options}\n")
  # The stamp is the output and the files are by-products that are only touched when their bytes
  # change: so a touched header runs the generator once and compiles nothing, with Make as with
  # Ninja. The stamp is a source too, or nothing would run the rule.
  add_custom_command(
    OUTPUT "${stamp}"
    BYPRODUCTS ${files}
    COMMAND iam::gen --target ${target} --out-dir "${folder}" --project-root "${iam_source_root}"
      --build-root "${iam_build_root}" --flags-file "${flags}.CXX.rsp" --stamp "${stamp}" --depfile "${stamp}.d"
      ${arg_OPTIONS} ${arg_HEADERS}
    DEPENDS ${arg_HEADERS} "${flags}.CXX.rsp" "${flags}.options" "$<TARGET_FILE:iam::gen>"
    DEPFILE "${stamp}.d"
    COMMENT "Generating tools of ${target}"
    VERBATIM)
  target_sources(${target} PRIVATE "${stamp}")
endfunction()

# The generated files of a folder become part of the target.
function(_iam_add_sources target type folder)
  list(TRANSFORM ARGN PREPEND "${folder}/" OUTPUT_VARIABLE sources)
  # Properties belong to a file of each configuration.
  set(named "")
  foreach(config IN LISTS CMAKE_CONFIGURATION_TYPES CMAKE_BUILD_TYPE)
    string(REPLACE "$<CONFIG>" "${config}" of_config "${sources}")
    list(APPEND named ${of_config})
  endforeach()
  if(NOT named)
    set(named ${sources})
  endif()
  set_source_files_properties(${named} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON SKIP_AUTOGEN ON)
  _iam_add_include_roots(${target} ${type} ${named})
  target_sources(${target} PRIVATE ${sources})
  target_include_directories(${target} PRIVATE "${folder}")
  target_compile_features(${target} PRIVATE cxx_std_20)
  # Set as properties: target_link_libraries would forbid the plain signature to whoever uses it on
  # this target.
  set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES iam::tool iam::annotations)
  if(NOT type STREQUAL "EXECUTABLE")
    set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES iam::tool)
    set_property(TARGET ${target} APPEND PROPERTY INTERFACE_INCLUDE_DIRECTORIES "$<BUILD_INTERFACE:${folder}>")
  endif()
endfunction()

function(iam_generate_tools target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "REQUIRE_DOCS" "LOCK;PROFILE;NAME_PREFIX;ROOT;PREGENERATED" "HEADERS;LINT;SILENCE;TAG_MACROS")
  _iam_check_arguments()
  _iam_choose_roots(${target} "${arg_ROOT}" ${arg_HEADERS})
  _iam_list_headers(headers relatives ${target} ${arg_HEADERS})
  _iam_generated_names(names ${target} ${relatives})
  if(arg_PREGENERATED)
    cmake_path(ABSOLUTE_PATH arg_PREGENERATED BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
  endif()

  if(IAM_USE_PREGENERATED OR NOT TARGET iam::gen)
    set(folder "${arg_PREGENERATED}")
    _iam_take_pregenerated(${target} "${folder}" ${relatives})
  else()
    _iam_output_folder(folder)
    _iam_claim_names(${target} "${folder}" ${names})
    set(shared_options "")
    foreach(id IN LISTS arg_SILENCE)
      list(APPEND shared_options --silence ${id})
    endforeach()
    foreach(macro IN LISTS arg_TAG_MACROS)
      list(APPEND shared_options --tag-macro ${macro})
    endforeach()
    _iam_reader_options(options)
    _iam_compiler_options(compiler)
    list(APPEND options ${compiler})
    if(arg_PROFILE)
      list(APPEND options --profile ${arg_PROFILE})
    endif()
    if(arg_NAME_PREFIX)
      list(APPEND options --name-prefix ${arg_NAME_PREFIX})
    endif()
    if(arg_REQUIRE_DOCS)
      list(APPEND options --require-docs)
    endif()
    if(IAM_GEN_PREFIX)
      list(APPEND options --prefix-dir "${folder}/prefix")
    endif()
    if(arg_PREGENERATED)
      list(APPEND options --sources "${folder}/${target}.sources")
      _iam_add_pregenerated(${target} "${folder}" "${arg_PREGENERATED}" ${relatives})
    endif()
    _iam_add_rule(${target} "${folder}" "${names}" HEADERS ${headers} OPTIONS ${options} ${shared_options})
    _iam_defer_search(${target} "${folder}" HEADERS ${headers} OPTIONS ${shared_options})
  endif()
  list(FILTER names INCLUDE REGEX "\\.cpp$")
  _iam_add_sources(${target} ${type} "${folder}" ${names})

  set(manifest "${folder}/${target}.tools.json")
  set_property(TARGET ${target} PROPERTY IAM_MANIFEST "${manifest}")
  if(arg_LOCK AND TARGET iam::schema_cli)
    _iam_add_lock(${target} "${manifest}" "${arg_LOCK}")
  endif()
  if(TARGET iam::gen)
    _iam_add_lints(${target} "${manifest}" ${arg_LINT})
  endif()
endfunction()

function(iam_collect_tools name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "FROM")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_FROM)
    message(FATAL_ERROR "iam_collect_tools(${name}): say FROM and the targets whose tools to collect, and nothing else.")
  endif()
  if(TARGET ${name})
    message(FATAL_ERROR "iam_collect_tools(${name}): there is a target of this name already; it needs a name of its own.")
  endif()
  if(NOT TARGET iam::gen)
    message(STATUS "iam_collect_tools(${name}): there is no iam-gen here; the tools are not collected.")
    return()
  endif()
  set(manifests "")
  foreach(target IN LISTS arg_FROM)
    set(manifest "")
    if(TARGET ${target})
      get_target_property(manifest ${target} IAM_MANIFEST)
    endif()
    if(NOT manifest)
      message(FATAL_ERROR "iam_collect_tools(${name}): ${target} has no tools; call iam_generate_tools(${target} …) before.")
    endif()
    list(APPEND manifests "${manifest}")
  endforeach()
  _iam_output_folder(folder)
  set(collected "${folder}/${name}.tools.json")
  add_custom_command(
    OUTPUT "${collected}"
    COMMAND iam::gen collect --out "${collected}" ${manifests}
    DEPENDS ${manifests} ${arg_FROM} "$<TARGET_FILE:iam::gen>"
    COMMENT "Collecting tools for ${name}"
    VERBATIM)
  add_custom_target(${name} ALL DEPENDS "${collected}")
  set_property(TARGET ${name} PROPERTY IAM_MANIFEST "${collected}")
endfunction()

cmake_policy(POP)
