// The public class: how a call enters and how its answer leaves.
#include "iam/gate/runtime.hpp"

#include "gate/consent/recipe_tools.hpp"
#include "gate/engine/engine.hpp"
#include "gate/functions/previews.hpp"
#include "gate/functions/replies.hpp"
#include "gate/record/records.hpp"
#include "gate/run_steps.hpp"
#include "gate/steps/look_up.hpp"
#include "gate/steps/read_value.hpp"
#include "gate/undo/undo.hpp"
#include <iam/gate/consent.hpp>
#include <iam/gate/records.hpp>

#include <utility>

namespace iam::gate {
namespace {

/// Calls `begin` and waits for the answer. The steps after a question run on this thread.
template <class Begin>
ToolResult and_wait(const std::shared_ptr<Engine>& engine, Call&& call, CallOptions&& options,
                    Begin begin) {
    ToolResult result;  // One object for every return: it is built in the caller's place.
    const auto pass = engine->entrance.enter();
    if (!pass) {
        result = reply_after_the_end();
        return result;
    }
    const CallPointer state = make_call(engine, std::move(call), std::move(options), {});
    Mailbox& mailbox = state->caller.own_mailbox.emplace(result);
    state->caller.mailbox = &mailbox;
    begin(state);
    mailbox.wait();
    return result;
}

/// A preview for a caller that only looks: neither recorded nor asked about.
Reply preview_alone(CallState& state, std::optional<Preview>& preview,
                    std::vector<ValueError>& errors) {
    const Settings& settings = state.basis.settings;
    Prepared prepared = state.tool.handler->prepare(state.proposal.call.arguments);
    if (!prepared) {
        errors = std::move(prepared).error();
        return Reply::failed(code::invalid_arguments, "The arguments are not valid.");
    }
    if (prepared->size() > settings.arguments_bytes_max) {
        return Reply::failed(code::invalid_arguments,
                             "The text of the arguments with its defaults is too long.");
    }
    if (!state.tool.contract->has_preview) return Reply::done();
    const auto& secret = state.tool.contract->secret_arguments;
    if (!secret.empty()) state.value.redaction = redact(*prepared, secret, Marker::plain);
    auto made = make_preview(state, state.engine->previewers, *prepared);
    if (!made) return std::move(made).error();
    scrub_preview(made->preview, state.value.redaction.texts);
    const auto text = encode_preview(made->preview, {.pins = made->pins});
    if (!text) return Reply::failed(code::tool_failed, text.error().message);
    if (text->size() > settings.preview_bytes_max) {
        return Reply::failed(code::tool_failed, "The preview is too long to be shown.");
    }
    preview = std::move(made->preview);
    return Reply::done();
}

}  // namespace

Runtime::Runtime(Parts parts, Settings settings)
    : engine_(std::make_shared<Engine>(std::move(parts), settings)) {}

Runtime::~Runtime() {
    engine_->end();
}

void Runtime::start(Call call, CallOptions options, Completion on_result) {
    const auto pass = engine_->entrance.enter();
    if (!pass) {
        static_cast<void>(run_hook([&] {
            if (on_result) on_result(reply_after_the_end());
        }));
        return;
    }
    go_on(make_call(engine_, std::move(call), std::move(options), std::move(on_result)),
          Reading::current);
}

ToolResult Runtime::call(Call&& call, CallOptions options) {
    return and_wait(engine_, std::move(call), std::move(options),
                    [](const CallPointer& state) { go_on(state, Reading::current); });
}

ToolResult Runtime::undo(UndoRequest request) {
    Call call = call_for(request);
    return and_wait(engine_, std::move(call), std::move(request.options),
                    [&request](const CallPointer& state) { start_undo(state, request); });
}

ToolResult Runtime::redo(UndoRequest request) {
    Call call = call_for(request);
    return and_wait(
        engine_, std::move(call), std::move(request.options),
        [entry = request.entry](const CallPointer& state) { start_redo(state, entry); });
}

tl::expected<std::optional<Preview>, ToolResult> Runtime::preview(Call call) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return tl::unexpected(reply_after_the_end());
    CallState state(engine_, std::move(call), {});
    state.tool = find_tool(*engine_, state.proposal.call.tool);
    auto refusal = check_limits(state);
    if (!refusal) refusal = check_arguments_size(state);
    if (refusal) return tl::unexpected(as_result(*std::move(refusal)));
    if (!state.tool) {
        return tl::unexpected(as_result(
            Refusal(code::tool_not_found,
                    "There is no tool \"" + display_name(state.proposal.call.tool) + "\".")));
    }
    state.standing.now = engine_->clock.now();
    if (auto denial = check_recipe_preview(state))
        return tl::unexpected(as_result(*std::move(denial)));
    std::optional<Preview> preview;
    std::vector<ValueError> errors;
    Ran ran = run_guarded([&] { return preview_alone(state, preview, errors); });
    if (ran.reply.success) return preview;
    keep_to_the_rules(ran, state.value.redaction.texts);
    ToolResult result = as_result(Refusal(ran.reply.code, std::move(ran.reply.message)));
    result.errors = std::move(errors);
    return tl::unexpected(std::move(result));
}

Consent Runtime::consent() const {
    return Consent(engine_);
}

Records Runtime::records() const {
    return Records(engine_);
}

std::shared_ptr<void> Records::listen(Listener listener) {
    return engine_->listeners.add(std::move(listener));
}

}  // namespace iam::gate
