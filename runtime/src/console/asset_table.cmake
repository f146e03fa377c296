# Writes the table of the console's files as C++:
#   cmake -DFOLDER=<assets> -DOUTPUT=<file> -P asset_table.cmake
# Each file stands in it twice: as it is, and in gzip's form. Equal files give an equal table on
# every machine.
cmake_minimum_required(VERSION 3.25)

# Leaves the time out of gzip's form.
set(ENV{SOURCE_DATE_EPOCH} 0)

# Sets `variable` to the bytes of `file` as the inside of a C++ literal, and `size` to their number.
function(read_bytes file variable size)
  file(SIZE ${file} count)
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" bytes "${bytes}")
  set(${variable} "${bytes}" PARENT_SCOPE)
  set(${size} ${count} PARENT_SCOPE)
endfunction()

set(types
  html "text/html"
  css "text/css"
  js "text/javascript"
  svg "image/svg+xml")

file(GLOB_RECURSE names RELATIVE ${FOLDER} ${FOLDER}/*)
list(FILTER names EXCLUDE REGEX "\\.d\\.ts$")  # types for the check of the pages
list(SORT names)
set(rows "")
foreach(name IN LISTS names)
  string(REGEX REPLACE "^.*\\." "" ending ${name})
  list(FIND types ${ending} at)
  if(at LESS 0)
    message(FATAL_ERROR "${FOLDER}/${name} has no known type; give its ending a row in asset_table.cmake")
  endif()
  math(EXPR at "${at} + 1")
  list(GET types ${at} type)
  if(type MATCHES "^text/")
    string(APPEND type "; charset=utf-8")
  endif()
  file(SHA256 ${FOLDER}/${name} hash)
  read_bytes(${FOLDER}/${name} bytes size)
  file(ARCHIVE_CREATE OUTPUT ${OUTPUT}.gz PATHS ${FOLDER}/${name} FORMAT raw COMPRESSION GZip COMPRESSION_LEVEL 9)
  read_bytes(${OUTPUT}.gz gzip gzip_size)
  set(path "/${name}")
  if(name STREQUAL "index.html")
    set(path "/")
  endif()
  string(APPEND rows "    Asset{\"${path}\", \"${type}\", \"${hash}\",\n          std::string_view(\"${bytes}\", ${size}),\n          std::string_view(\"${gzip}\", ${gzip_size})},\n")
endforeach()
file(REMOVE ${OUTPUT}.gz)

file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT "// Written by asset_table.cmake.
#include \"console/asset_table.hpp\"

#include <array>

namespace iam::console {
namespace {

constexpr std::array k_assets{
@rows@};

}  // namespace

std::span<const Asset> assets() noexcept {
    return k_assets;
}

}  // namespace iam::console
")
