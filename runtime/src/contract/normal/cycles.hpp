// Finds references of a schema in cycles.
#pragma once

#include <map>
#include <set>
#include <string>

namespace iam::contract {

/// Maps a reference to the references in its target. Each of these is a key itself.
using ReferenceGraph = std::map<std::string, std::set<std::string>>;

/// The references in cycles. Linear in the graph, apart from the search of names. It does not
/// recurse, since the schema may come from outside.
std::set<std::string> on_cycles(const ReferenceGraph& graph);

}  // namespace iam::contract
