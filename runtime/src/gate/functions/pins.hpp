// Files pinned by a preview: recorded with the question and compared again before the function
// runs.
#pragma once

#include "gate/functions/context_access.hpp"
#include "gate/state/call_state.hpp"
#include <iam/core/json_writer.hpp>
#include <iam/core/result.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::gate {

struct FilePin {
    std::string path{};
    FileIdentity identity{};
    friend bool operator==(const FilePin&, const FilePin&) = default;
};

/// The files pinned by the preview, in order.
std::vector<FilePin> pins_of(const Context& context);
/// Shows the pinned files in the preview, so a person sees which files the call will use.
void tell_pins(Preview& preview, const std::vector<FilePin>& pins);

/// The member "pins" of a preview's text.
void write_pins(JsonWriter& writer, const std::vector<FilePin>& pins);
/// Reads the member "pins" of a preview's text. An empty text has no pins. Error: corrupt.
Result<std::vector<FilePin>> read_pins(std::string_view preview_text);

/// True if the preview has a list of pins, an empty one too.
bool has_pins(std::string_view preview_text);

/// If a person was asked, opens the files pinned by the question. Refuses (stale_approval) if a
/// file has changed.
std::optional<Refusal> hold_pins(CallState& call);

}  // namespace iam::gate
