// A failing preview does not stop the question: the person reads why there is none.
#include "gate/steps/show_effect.hpp"

#include "gate/functions/pins.hpp"
#include "gate/record/records.hpp"
#include "gate/undo/recipe_call.hpp"
#include <iam/core/value_text.hpp>
#include <iam/words/catalogue.hpp>

#include <utility>

namespace iam::gate {
namespace {

// A pin not recorded in full could not be compared later, least of all by another process.
Result<void> check_pins(const CallState& call, const std::vector<FilePin>& pins,
                        const std::string& recorded) {
    IAM_TRY(kept, read_pins(recorded));
    bool is_whole = kept == pins;
    for (const FilePin& pin : pins) {
        is_whole = is_whole && scrub_text(pin.path, call.value.redaction.texts) == pin.path;
    }
    if (is_whole) return {};
    return fail(Errc::invalid_argument, english(words::Id::preview_pin));
}

Result<std::string> recorded_preview(const CallState& call, const Preview& preview,
                                     const std::vector<FilePin>& pins) {
    IAM_TRY(text, encode_preview(preview, {.pins = pins}));
    if (text.size() > call.basis.settings.preview_bytes_max) {
        return fail(Errc::invalid_argument, english(words::Id::preview_too_long));
    }
    IAM_CHECK(ask_recorders(call, "preview", text));
    IAM_CHECK(check_pins(call, pins, text));
    return std::move(text);
}

/// The call that a recipe makes, since the question's arguments are those of the undone call.
std::vector<PreviewField> fields_of_undo(const CallState& call) {
    constexpr std::size_t k_arguments_bytes_max = 4096;
    const auto made = recipe_call_of(call);
    if (!made) return {};
    return {{"The undo calls", display_name(made->tool)},
            {"with", shown(made->arguments, k_arguments_bytes_max)}};
}

}  // namespace

void show_effect(CallState& call, PreviewThreads& previewers) {
    // A second question about the call must not show an old preview.
    call.question.preview.reset();
    call.question.preview_text.clear();
    call.question.preview_failure = {};
    std::vector<FilePin> pins;
    if (call.proposal.undo) {
        const std::string entry = to_string(call.proposal.undo->original);
        call.question.preview =
            Preview{english(words::Id::preview_undo, {{"entry", entry}}), fields_of_undo(call), {}};
    } else if (call.tool.contract->has_preview) {
        auto made = make_preview(call, previewers, call.proposal.call.arguments);
        if (!made) {
            call.question.preview_failure = words::recognised(
                scrub_text(std::move(made.error().message), call.value.redaction.texts));
            return;
        }
        scrub_preview(made->preview, call.value.redaction.texts);
        call.question.preview = std::move(made->preview);
        pins = std::move(made->pins);
    } else {
        return;
    }
    auto text = recorded_preview(call, *call.question.preview, pins);
    if (text) {
        call.question.preview_text = *std::move(text);
        return;
    }
    call.question.preview_failure =
        words::recognised(scrub_text(text.error().message, call.value.redaction.texts));
    call.question.preview.reset();
}

}  // namespace iam::gate
