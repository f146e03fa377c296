// Catalogues of tools as files: the manifest of a build, the committed lock, the list of a server.
#pragma once

#include <iam/core/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace iam::gen::contract {

/// The accepted catalogues of a reader.
enum class Accept : bool {
    /// Also a server's answer to tools/list, or its result: an object with an array "tools".
    ours,  ///< manifests and locks: "iam": 1 at the root
    any,
};

struct Catalogue {
    OrderedJson document;  ///< has the array "tools" of objects with unique names
    bool is_ours = false;  ///< "iam": 1 at its root; never for an answer of a server

    std::vector<OrderedJson> tools() const;
};

/// Errors: not JSON, not a catalogue of tools, or one page of several. The message names the fault,
/// the pointer its place. The caller adds the file.
Result<Catalogue> read_catalogue(std::string_view text, Accept accept = Accept::ours);

/// A catalogue and its name.
struct NamedCatalogue {
    std::string name;
    Catalogue catalogue;
};

/// Unites catalogues of ours. The tools are ordered by name, so the order of the catalogues does
/// not matter. A tool found alike in several catalogues appears once. The first catalogue gives the
/// other members. Error: two different tools have one name.
Result<Catalogue> united(std::vector<NamedCatalogue> catalogues);

/// The text of the lock file for this manifest: the same document without places in the sources,
/// since every edit moves them.
std::string lock_text(const OrderedJson& manifest);

}  // namespace iam::gen::contract
