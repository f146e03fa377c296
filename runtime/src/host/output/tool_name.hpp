// Names of tools, as people type them on this command line.
#pragma once

#include <iam/question/tool_name.hpp>

namespace iam::host {

using question::origin_in;
using question::spelled;
using question::tool_named;

}  // namespace iam::host
