// The files that a preview pinned: in the record of the question, and looked at again before the call runs.
#pragma once

#include "call_state.hpp"
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

/// What the library alone asks of a Context and gives to it.
class ContextAccess {
 public:
    using Pins = std::vector<std::shared_ptr<const PinnedFile>>;
    static const Pins& pins(const Context& context) noexcept { return context.pins_; }
    /// These and no others, from now on.
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
    /// Each try of an undo is a call of its own, and one thing to whoever must not do it twice.
    static void name_undo(Context& context, std::string id) { context.key_id_ = std::move(id); }
    using States = std::map<std::string, std::string, std::less<>>;
    /// `key` outlives the context. What the function says of states from now on is kept.
    static void keep_states(Context& context, const SecretKey& key) { context.state_key_ = &key; }
    static const States& states(const Context& context) noexcept { return context.states_; }
    /// What the call that is undone left.
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

/// What a preview pinned, in that order.
std::vector<FilePin> pins_of(const Context& context);
/// So that a person sees what it is that they agree to.
void tell_pins(Preview& preview, const std::vector<FilePin>& pins);

/// The member "pins" of a preview's text.
void write_pins(JsonWriter& writer, const std::vector<FilePin>& pins);
/// The inverse, of the whole text; no text has none. Corrupt: they cannot be read.
Result<std::vector<FilePin>> read_pins(std::string_view preview_text);

/// True also where it pinned none, of a question that says so.
bool has_pins(std::string_view preview_text);

/// Opens what the question pinned, where a person was asked. A refusal (stale_approval) where one of them is not what it was.
std::optional<Refusal> hold_pins(CallState& call);

}  // namespace iam::gate
