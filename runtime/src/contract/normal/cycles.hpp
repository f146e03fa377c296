// Which references of a schema lead back to themselves.
#pragma once

#include <map>
#include <set>
#include <string>

namespace iam::contract {

/// From a reference to those that its target holds. Each of these is a key itself.
using ReferenceGraph = std::map<std::string, std::set<std::string>>;

/// The references that take part in a cycle. Linear in the graph up to the search of names, and
/// without recursion: the schema may be of somebody else.
std::set<std::string> on_cycles(const ReferenceGraph& graph);

}  // namespace iam::contract
