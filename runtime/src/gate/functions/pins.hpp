// Files pinned by a preview: recorded with the question and compared again before the function
// runs.
#pragma once

#include "gate/state/call_state.hpp"
#include <iam/core/json_writer.hpp>
#include <iam/core/result.hpp>
#include <iam/tool/context.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::gate {

/// Access to the parts of a Context that only the library uses.
class ContextAccess {
 public:
    using Pins = std::vector<std::shared_ptr<const PinnedFile>>;
    static const Pins& pins(const Context& context) noexcept { return context.pins_; }
    /// The function sees these pins and no others from now on.
    static void give_pins(Context& context, Pins pins) {
        context.pins_ = std::move(pins);
        context.pins_are_given_ = true;
    }
    static void give_inputs(Context& context, std::vector<InputValue> values) {
        context.takes_inputs_ = true;
        context.inputs_ = std::move(values);
    }
    /// `listener` outlives the context.
    static void tell_progress(Context& context, const Progress::Listener& listener) {
        context.progress_.listener_ = &listener;
    }
    /// Each attempt to undo is a call of its own, but a function that must not act twice sees one
    /// id for all of them.
    static void name_undo(Context& context, std::string id) { context.key_id_ = std::move(id); }
    using States = std::map<std::string, std::string, std::less<>>;
    /// `key` outlives the context. From now on the states that the function reports are kept.
    static void keep_states(Context& context, const SecretKey& key) { context.state_key_ = &key; }
    static const States& states(const Context& context) noexcept { return context.states_; }
    /// The states that the undone call left.
    static void give_left(Context& context, States left) { context.left_ = std::move(left); }
    static const std::vector<InputRequest>& asked(const Context& context) noexcept {
        return context.asked_;
    }
};

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
