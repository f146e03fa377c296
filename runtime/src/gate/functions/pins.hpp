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

/// The files that the preview pinned, in order.
std::vector<FilePin> pins_of(const Context& context);
/// Shows the pinned files in the preview, so that a person sees which files the call will use.
void tell_pins(Preview& preview, const std::vector<FilePin>& pins);

/// The member "pins" of a preview's text.
void write_pins(JsonWriter& writer, const std::vector<FilePin>& pins);
/// Reads the member "pins" of a preview's text. An empty text has no pins. Error: corrupt.
Result<std::vector<FilePin>> read_pins(std::string_view preview_text);

/// Also true for a question that says it pinned no file.
bool has_pins(std::string_view preview_text);

/// If a person was asked, opens the files that the question pinned. Refuses (stale_approval) if a
/// file has changed.
std::optional<Refusal> hold_pins(CallState& call);

}  // namespace iam::gate
