// Catalogues of tools as files: the manifest of a build, the lock that a person committed, the list of a server.
#pragma once

#include <iam/core/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace iam::gen::contract {

/// Which catalogues are taken.
enum class Accept : bool {
    ours,  ///< manifests and locks: "iam": 1 at the root
    any,  ///< also what a server answers to tools/list: an object, or its result, with an array "tools"
};

struct Catalogue {
    OrderedJson document;  ///< with the array "tools", each an object with a name of its own
    bool is_ours = false;  ///< "iam": 1 at its root; what answers a request is never ours

    std::vector<OrderedJson> tools() const;
};

/// Errors: not JSON, not a catalogue of tools, or one page of several; the message says what is wrong and the pointer where, the caller names the file.
Result<Catalogue> read_catalogue(std::string_view text, Accept accept = Accept::ours);

/// A catalogue and how it is called.
struct NamedCatalogue {
    std::string name;
    Catalogue catalogue;
};

/// One catalogue of all of ours, in the order of the tools' names, so that it is the same in whichever order they are given. A tool that several
/// have alike is there once. Error: two that differ have one name. The first one's other members are the result's.
Result<Catalogue> united(std::vector<NamedCatalogue> catalogues);

/// What the lock file holds for this manifest: the same document without the places in the sources, which move with every edit.
std::string lock_text(const OrderedJson& manifest);

}  // namespace iam::gen::contract
