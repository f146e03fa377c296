// The parts of a Context hidden from its function.
#pragma once

#include <iam/tool/client.hpp>
#include <iam/tool/context.hpp>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace iam::gate {

/// Access to the parts of a Context for the library alone.
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
    /// `listener` outlives the context.
    static void tell_log(Context& context, const LogListener& listener) {
        context.log_listener_ = &listener;
    }
    /// `ask` outlives the context.
    static void let_ask(Context& context, const AskClient& ask) { context.ask_client_ = &ask; }
    /// Each attempt to undo is a call of its own. But a function must not act twice, so it sees one
    /// id for all of them.
    static void name_undo(Context& context, std::string id) { context.key_id_ = std::move(id); }
    using States = std::map<std::string, std::string, std::less<>>;
    /// `key` outlives the context. From now on the states reported by the function are kept.
    static void keep_states(Context& context, const SecretKey& key) { context.state_key_ = &key; }
    static const States& states(const Context& context) noexcept { return context.states_; }
    /// The states left by the undone call.
    static void give_left(Context& context, States left) { context.left_ = std::move(left); }
    static std::optional<std::string> take_kept(Context& context) {
        return std::exchange(context.kept_, std::nullopt);
    }
    /// The text kept by the undone call.
    static void give_kept(Context& context, std::optional<std::string> kept) {
        context.kept_before_ = std::move(kept);
    }
    /// Why the call has no undo; empty if the function ruled none out.
    static const std::string& no_undo(const Context& context) noexcept { return context.no_undo_; }
    static const std::vector<InputRequest>& asked(const Context& context) noexcept {
        return context.asked_;
    }
};

}  // namespace iam::gate
