// The lock file: the contracts of a target as a person accepted them, and how the present ones differ.
#pragma once

#include <iam/core/json.hpp>

#include <string>
#include <vector>

namespace iam::gen::contract {

/// One place where the manifest is not what the lock says.
struct Difference {
    std::string tool;     ///< empty: about the file itself
    std::string pointer;  ///< JSON Pointer into the tool object; "" = the whole tool
    std::string before;   ///< canonical text of what the lock has; empty: nothing there
    std::string after;    ///< canonical text of what the manifest has; empty: nothing there
    friend bool operator==(const Difference&, const Difference&) = default;
};

/// Reads a manifest or a lock file (they have one form). Errors: not JSON, or not a catalogue of tools; the message says what is
/// wrong, the caller says where.
Result<OrderedJson> read_catalogue(std::string_view text);

/// What the lock file holds for this manifest: the same document without the places in the sources, which move with every edit.
std::string lock_text(const OrderedJson& manifest);

/// All differences, tool by tool in the order of their names. Order of members counts as no difference, order of elements does.
std::vector<Difference> differences(const OrderedJson& lock, const OrderedJson& manifest);

/// A line for people: "echo: /inputSchema/properties/repeat/maximum was 10, is 20".
std::string to_text(const Difference& difference);

}  // namespace iam::gen::contract
