#include "iam/process/find_program.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstddef>

namespace iam::process {

Result<std::string> find_program(const std::string& name, const std::string& path) {
    if (name.starts_with('/')) return name;
    const bool is_name = !name.empty() && name.find('/') == std::string::npos;
    for (std::size_t at = 0; is_name && at <= path.size();) {
        const std::size_t end = std::min(path.find(':', at), path.size());
        const std::string candidate = path.substr(at, end - at) + "/" + name;
        if (candidate.starts_with('/') && ::access(candidate.c_str(), X_OK) == 0) return candidate;
        at = end + 1;
    }
    return fail(
        Errc::invalid_argument,
        "the program " + name + " is in no folder of PATH; install it, or write its whole path.");
}

}  // namespace iam::process
