#include "console/api/tools/tool_requests.hpp"

#include "console/api/asked.hpp"
#include "console/api/consent/consent_views.hpp"
#include "console/http/answers.hpp"
#include "console/http/json_members.hpp"
#include <iam/consent/risk.hpp>
#include <iam/core/json.hpp>
#include <iam/core/utf8.hpp>
#include <iam/question/text.hpp>
#include <iam/question/tool_search.hpp>

#include <array>
#include <string>
#include <utility>

namespace iam::console {
namespace {

using Kind = Member::Kind;

constexpr std::size_t k_tools_max = 500;
constexpr std::size_t k_listed_description_max = 400;

constexpr std::array k_listed_tools{
    Member{"search",
           Kind::text,
           false,
           k_word_max,
           {},
           "The tools with all of these words in their name, title and description."},
    Member{"limit", Kind::integer, false, k_tools_max, {}, "100 if absent."}};

constexpr std::array k_one_tool{k_origin_member, k_name_member};

std::string_view trust_name(consent::OriginTrust trust) {
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

void put_hint(JsonWriter& out, std::string_view name, const std::optional<bool>& hint) {
    if (hint) put_flag(out, name, *hint);
}

void put_hints(JsonWriter& out, const Hints& hints) {
    out.key("hints");
    out.begin_object();
    put_hint(out, "destructive", hints.destructive);
    put_hint(out, "idempotent", hints.idempotent);
    put_hint(out, "open_world", hints.open_world);
    put_hint(out, "read_only", hints.read_only);
    out.end_object();
}

Result<void> put_facts(JsonWriter& out, const Parts& parts, const Contract& contract) {
    const Subject subject = subject_of(parts);
    IAM_TRY(outlook, parts.runtime.consent().policy_outlook(contract.id, subject));
    IAM_TRY(standing, parts.store.standing(contract.id, subject));
    const consent::OriginTrust trust = consent::origin_trust(contract, standing.trust);
    put_texts(out, "changes", outlook.changes, parts.locale);
    put_contract(out, contract);
    put_flag(out, "has_preview", contract.has_preview);
    put_flag(out, "has_undo", contract.has_undo);
    put_hints(out, contract.hints);
    out.key("now");
    out.begin_object();
    put_decision(out, outlook.now, parts.locale);
    out.end_object();
    const consent::Risk risk = consent::risk_of(contract, consent::is_believed(trust));
    put(out, "risk", to_string(risk));
    put(out, "risk_words", question::label_of(risk, parts.locale));
    put(out, "title", contract.title);
    if (parts.estimate_tokens) {
        out.key("tokens");
        out.integer(parts.estimate_tokens(contract.document.size()));
    }
    put_tool(out, contract.id);
    put(out, "trust", trust_name(trust));
    return {};
}

Result<std::string> listed_tools(const Parts& parts, const Asked& asked) {
    const auto limit = asked.integers.find("limit");
    const std::size_t most = limit == asked.integers.end() ? 100 : limit->second;
    const auto catalogue = parts.registry.snapshot();
    const auto found = question::tools_with(catalogue->contracts(), asked.text("search"));
    JsonWriter out;
    out.begin_object();
    put(out, "application", catalogue->application());
    put_flag(out, "can_connect", static_cast<bool>(parts.connect_servers));
    put_count(out, "matched", found.size());
    out.key("tools");
    out.begin_array();
    for (std::size_t i = 0; i < std::min(most, found.size()); ++i) {
        out.begin_object();
        put(out, "description", first_bytes(found[i]->description, k_listed_description_max));
        put_flag(out, "is_shortened", found[i]->description.size() > k_listed_description_max);
        IAM_CHECK(put_facts(out, parts, *found[i]));
        out.end_object();
    }
    out.end_array();
    out.end_object();
    return out.take();
}

/// JSON text for people: of one member a line, without hidden characters.
std::string readable(const std::string& json) {
    const auto value = parse_ordered_json(json, limits_of_own_text(json.size()));
    const std::string text =
        value ? value->dump(2, ' ', false, OrderedJson::error_handler_t::replace) : json;
    return question::json_without_controls(text);
}

void put_form(JsonWriter& out, const Parts& parts, std::string_view name,
              const Result<std::string>& text) {
    out.begin_object();
    put(out, "name", name);
    if (text) {
        out.key("text");
        out.string(readable(*text));
        if (parts.estimate_tokens) {
            out.key("tokens");
            out.integer(parts.estimate_tokens(text->size()));
        }
    } else {
        put(out, "refused_because", text.error().message);
    }
    out.end_object();
}

Result<std::string> shown_tool(const Parts& parts, const Contract& contract) {
    JsonWriter out;
    out.begin_object();
    put(out, "description", contract.description);
    IAM_CHECK(put_facts(out, parts, contract));
    out.key("forms");
    out.begin_array();
    put_form(out, parts, "mcp", contract.document);
    for (const ToolForm& form : parts.tool_forms)
        put_form(out, parts, form.name, form.text(contract));
    out.end_array();
    out.end_object();
    return out.take();
}

net::Response list_tools(const ApiParts& api, const Asked& asked) {
    auto text = listed_tools(api.parts, asked);
    return text ? json_answer(*std::move(text)) : refusal(text.error());
}

net::Response show_tool(const ApiParts& api, const Asked& asked) {
    const ToolId tool = tool_of(asked);
    const auto catalogue = api.parts.registry.snapshot();
    const Contract* const contract = catalogue->find(tool);
    if (contract == nullptr)
        return refusal(404, "not_found",
                       "There is no such tool here; connect to its server, or load the list "
                       "anew.");
    auto text = shown_tool(api.parts, *contract);
    return text ? json_answer(*std::move(text)) : refusal(text.error());
}

net::Response connect_servers(const ApiParts& api, const Asked&) {
    if (!api.parts.connect_servers) return not_here("This program has no servers to connect to.");
    const auto done = api.parts.connect_servers();
    if (!done) return refusal(done.error());
    return object_answer([&](JsonWriter& out) {
        put_count(out, "tools", api.parts.registry.snapshot()->contracts().size());
    });
}

constexpr std::array k_tool_routes{
    Route{.method = "GET",
          .path = "/api/tools",
          .respond = list_tools,
          .members = k_listed_tools,
          .summary = "Lists the tools of this program and of its connected servers.",
          .answer = "application, can_connect, matched, tools: changes (since it was allowed), "
                    "contract, description, has_preview, has_undo, hints, is_shortened, name, "
                    "now, origin, risk, risk_words, title, tokens (estimated), tool, trust"},
    Route{.method = "GET",
          .path = "/api/tool",
          .respond = show_tool,
          .members = k_one_tool,
          .summary = "Gives one tool whole, with its text for each model API.",
          .answer = "as in the list, and forms: name, refused_because, text, tokens"},
    Route{.method = "POST",
          .path = "/api/tools/connect",
          .respond = connect_servers,
          .summary = "Connects to the servers, and waits for their tools.",
          .answer = "tools (their number)"}};

}  // namespace

std::span<const Route> tool_routes() noexcept {
    return k_tool_routes;
}

}  // namespace iam::console
