#include "console/api/consent/consent_views.hpp"

#include "console/api/api.hpp"
#include "console/api/asked.hpp"
#include "console/http/answers.hpp"
#include "console/http/json_members.hpp"
#include <iam/gate/runtime.hpp>
#include <iam/question/tool_name.hpp>
#include <iam/words/locale.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace iam::console {

ToolId tool_of(const Asked& asked) {
    return {asked.text("origin"), asked.text("name")};
}

Result<std::optional<Digest>> shown_contract(const Asked& asked) {
    if (asked.texts.count("contract") == 0) return std::nullopt;
    const auto digest = Digest::from_hex(asked.text("contract"));
    if (digest) return *digest;
    return fail(Errc::invalid_argument,
                "\"contract\" must be the member contract of the tool; load the list anew.");
}

Subject subject_of(const Parts& parts) {
    Subject subject = parts.subject;
    if (subject.user.empty()) subject.user = parts.approver.login;
    return subject;
}

gate::Consent consent_of(const Parts& parts) {
    return parts.runtime.consent().as(web_approver(parts));
}

net::Response object_answer(const std::function<void(JsonWriter&)>& put) {
    JsonWriter out;
    out.begin_object();
    put(out);
    out.end_object();
    return json_answer(out.take());
}

net::Response refused_consent(const Parts& parts, const ToolId& tool,
                              const std::optional<Digest>& shown, const Error& error) {
    if (error.code == Errc::not_found)
        return refusal(404, "not_found", "There is no such tool here; load the list anew.");
    const auto catalogue = parts.registry.snapshot();
    const Contract* const contract = catalogue->find(tool);
    const bool is_shown = !shown || (contract != nullptr && contract->digests.consent == *shown);
    if (error.code == Errc::conflict && !is_shown)
        return refusal(409, "stale", "The tool has changed since it was shown; look at it again.");
    return refusal(error);
}

void put_tool(JsonWriter& out, const ToolId& tool) {
    out.key("name");
    if (!out.try_string(tool.name)) out.string("");
    out.key("origin");
    if (!out.try_string(tool.origin)) out.string("");
    out.key("tool");
    out.string(question::spelled(tool));
}

void put_contract(JsonWriter& out, const Contract& contract) {
    put(out, "contract", contract.digests.consent.hex());
}

void put_texts(JsonWriter& out, std::string_view name, const std::vector<words::Sentences>& texts,
               words::Locale locale) {
    out.key(name);
    out.begin_array();
    for (const words::Sentences& one : texts)
        out.string(question::escape_for_display(one.text(locale)));
    out.end_array();
}

void put_flag(JsonWriter& out, std::string_view name, bool value) {
    out.key(name);
    out.boolean(value);
}

void put_count(JsonWriter& out, std::string_view name, std::size_t value) {
    out.key(name);
    out.integer(std::uint64_t{value});
}

void put_decision(JsonWriter& out, const consent::Decision& decision, words::Locale locale) {
    put(out, "effect", to_string(decision.effect));
    if (!decision.place.empty()) put(out, "place", decision.place);
    put(out, "reason", decision.reason.text(locale));
    put(out, "source", to_string(decision.source));
    if (!decision.source_id.empty()) put(out, "source_id", decision.source_id);
}

void put_until(JsonWriter& out, const std::optional<consent::Deadline>& deadline) {
    if (deadline) put(out, "until", to_rfc3339(deadline->wall));
}

Result<std::vector<consent::BrokenRecord>> broken_of(
    ledger::Store& store, std::initializer_list<consent::BrokenRecord::Kind> kinds) {
    IAM_TRY(all, store.broken());
    std::erase_if(all, [&](const consent::BrokenRecord& one) {
        return std::find(kinds.begin(), kinds.end(), one.kind) == kinds.end();
    });
    return std::move(all);
}

void put_broken(JsonWriter& out, const std::vector<consent::BrokenRecord>& records) {
    out.key("broken");
    out.begin_array();
    for (const consent::BrokenRecord& one : records) {
        out.begin_object();
        put(out, "about", sentence_about(one) + ".");
        put(out, "id", one.id);
        put(out, "kind", to_string(one.kind));
        put_tool(out, one.tool);
        out.end_object();
    }
    out.end_array();
}

}  // namespace iam::console
