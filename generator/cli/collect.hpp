// The command iam-gen collect.
#pragma once

#include <string>
#include <vector>

namespace iam::gen::cli {

struct CollectArguments {
    std::string out;
    std::vector<std::string> manifests;
};

/// Writes one manifest of all tools and returns the exit code. If two tools have one name, it names
/// the places of both and writes nothing.
int collect(const CollectArguments& arguments);

}  // namespace iam::gen::cli
