// iam-gen collect
#pragma once

#include <string>
#include <vector>

namespace iam::gen::cli {

struct CollectArguments {
    std::string out;
    std::vector<std::string> manifests;
};

/// Writes one manifest of all, unless two tools have one name: then it names the places of both and writes nothing. The result is the
/// exit code.
int collect(const CollectArguments& arguments);

}  // namespace iam::gen::cli
