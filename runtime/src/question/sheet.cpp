// Writes a request as the JSON of the permission sheet.
#include "iam/question/sheet.hpp"

#include "question/secret_marks.hpp"
#include <iam/core/clock.hpp>
#include <iam/question/card.hpp>
#include <iam/question/escape.hpp>
#include <iam/question/menus.hpp>

#include <utility>

namespace iam::question {
namespace {

using consent::PromptRequest;
using words::Locale;
using words::Sentences;

std::string_view word_of(consent::OriginTrust trust) noexcept {
    switch (trust) {
        case consent::OriginTrust::own:
            return "own";
        case consent::OriginTrust::trusted:
            return "trusted";
        case consent::OriginTrust::outdated:
            return "outdated";
        case consent::OriginTrust::none:
            break;
    }
    return "none";
}

/// Writes members with visible texts, and leaves empty ones out.
class SheetWriter {
 public:
    explicit SheetWriter(Locale locale) : locale_(locale) {}

    std::string said(const Sentences& sentences) const {
        return escape_for_display(sentences.text(locale_));
    }
    /// Of a preview: the library's own sentences stand in it in English.
    std::string said(const std::string& text) const { return said(words::recognised(text)); }

    void put(Json& out, const char* name, std::string_view text) const {
        if (!text.empty()) out[name] = escape_for_display(text);
    }
    void put_said(Json& out, const char* name, const Sentences& sentences) const {
        if (!sentences.empty()) out[name] = said(sentences);
    }

    Locale locale() const { return locale_; }

 private:
    Locale locale_;
};

void put_hints(Json& out, const Hints& hints) {
    Json members = Json::object();
#define IAM_HINT(name, mcp, if_absent, to_true, to_false) \
    if (hints.name) members[#name] = *hints.name;
#include <iam/contract/facts.def>
    out["hints"] = std::move(members);
}

void put_tool(Json& out, const PromptRequest& request, const Card& card,
              const SheetWriter& writer) {
    writer.put(out, "approval", card.approval_id);
    // A question needs a name, even an empty one.
    out["name"] = escape_for_display(card.name);
    writer.put(out, "title", card.title);
    writer.put(out, "description", request.contract.description);
    writer.put(out, "origin", card.origin);
    out["trust"] = word_of(card.trust);
    out["risk"] = to_string(card.risk);
    put_hints(out, card.hints);
    if (!card.has_undo) return;
    out["undo"] = {{"exact", card.undo_is_exact}};
    if (card.undo_window) out["undo"]["seconds"] = card.undo_window->count();
}

void put_who(Json& out, const PromptRequest& request, const Card& card, const SheetWriter& writer) {
    Json proposer = {{"kind", to_string(card.proposer.kind)}};
    writer.put(proposer, "model", card.proposer.model);
    writer.put(proposer, "provider", card.proposer.provider);
    out["proposer"] = std::move(proposer);
    writer.put(out, "session", card.subject.session);
    writer.put(out, "agent", card.subject.agent);
    writer.put_said(out, "asked_because", card.asked_because);
    Json decided = {{"source", to_string(request.decision.source)}};
    writer.put(decided, "id", request.decision.source_id);
    writer.put(decided, "place", request.decision.place);
    out["decided_by"] = std::move(decided);
    if (card.recent_runs)
        out["recent_runs"] = {{"count", card.recent_runs->count},
                              {"at_least", card.recent_runs->at_least}};
}

void put_warnings(Json& out, const Card& card, const SheetWriter& writer) {
    for (const Sentences& change : card.changes) out["changes"].push_back(writer.said(change));
    if (!card.lookalikes.empty()) out["lookalikes"] = card.lookalikes;
    if (card.more_lookalikes > 0) out["more_lookalikes"] = card.more_lookalikes;
}

void put_preview(Json& out, const Card& card, const SheetWriter& writer) {
    writer.put_said(out, "preview_failure", card.preview_failure);
    if (!card.preview) return;
    Json preview = Json::object();
    if (!card.preview->summary.empty()) preview["summary"] = writer.said(card.preview->summary);
    for (const PreviewField& field : card.preview->fields)
        preview["fields"].push_back(
            {{"label", writer.said(field.label)}, {"value", writer.said(field.value)}});
    for (const PreviewWarning& warning : card.preview->warnings)
        preview["warnings"].push_back({{"code", escape_for_display(warning.code)},
                                       {"message", escape_for_display(warning.message)}});
    out["preview"] = std::move(preview);
}

void put_records(Json& out, const PromptRequest& request, const SheetWriter& writer) {
    writer.put_said(out, "deny_only_because", request.deny_only_because);
    writer.put_said(out, "always_refused_because", request.always_refused_because);
    writer.put_said(out, "always_would_store", request.always_would_store);
    writer.put_said(out, "always_keys_would_store", request.always_keys_would_store);
    writer.put_said(out, "always_these_would_store", request.always_these_would_store);
    writer.put_said(out, "deny_always_would_store", request.deny_always_would_store);
    writer.put_said(out, "deny_always_these_would_store", request.deny_always_these_would_store);
}

void put_inputs(Json& out, const PromptRequest& request) {
    for (const InputRequest& input : request.inputs) {
        Json one = {{"key", escape_for_display(input.key)},
                    {"kind", to_string(input.kind)},
                    {"prompt", escape_for_display(input.prompt)},
                    {"wanted", escape_for_display(what_is_wanted(input))}};
        // As they are: the answer carries one of them.
        if (!input.choices.empty()) one["choices"] = input.choices;
        out["inputs"].push_back(std::move(one));
    }
}

void put_further(Json& out, const PromptRequest& request,
                 std::chrono::sys_time<std::chrono::milliseconds> now, const SheetWriter& writer) {
    writer.put_said(out, "further_refused_because", request.further_refused_because);
    if (!request.further_refused_because.empty()) return;
    for (const FurtherChoice& choice : further_choices(request, now, writer.locale())) {
        if (!choice.further) continue;
        Json one = {{"scope", name_of(choice.further->scope)},
                    {"until", to_rfc3339(choice.further->until)},
                    {"words", choice.words}};
        if (choice.asks_how_many) one["uses_max"] = k_further_uses_max;
        out["further"].push_back(std::move(one));
    }
}

}  // namespace

Json sheet_question(const PromptRequest& request,
                    std::chrono::sys_time<std::chrono::milliseconds> now, Locale locale) {
    const SheetWriter writer(locale);
    const Card card = card_of(request);
    Json out = {{"lang", words::tag_of(locale)}, {"takes_reason", true}};
    put_tool(out, request, card, writer);
    put_who(out, request, card, writer);
    put_warnings(out, card, writer);
    put_preview(out, card, writer);
    out["arguments"] = card.arguments.empty()
                           ? "{}"
                           : with_marks_in(locale, card.secret_arguments, card.arguments);
    put_records(out, request, writer);
    put_inputs(out, request);
    put_further(out, request, now, writer);
    return out;
}

std::string_view name_of(consent::CallScope scope) noexcept {
    switch (scope) {
        case consent::CallScope::keys:
            return "keys";
        case consent::CallScope::arguments:
            return "arguments";
        case consent::CallScope::tool:
            break;
    }
    return "tool";
}

}  // namespace iam::question
