#include "console/api/consent/rule_requests.hpp"

#include "console/api/asked.hpp"
#include "console/api/consent/consent_views.hpp"
#include "console/http/answers.hpp"
#include "console/http/json_members.hpp"
#include <iam/consent/rules.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace iam::console {
namespace {

using Kind = Member::Kind;
using consent::Rule;

constexpr std::size_t k_rules_listed_max = 500;
constexpr std::size_t k_findings_listed_max = 100;
constexpr std::size_t k_explained_arguments_max = std::size_t{64} << 10U;

constexpr std::array k_listed_rules{
    Member{"search",
           Kind::text,
           false,
           k_word_max,
           {},
           "The rules with this text in their id, tool, origin or reason."},
    Member{"limit", Kind::integer, false, k_rules_listed_max, {}, "100 if absent."}};

constexpr std::array k_explained_call{
    k_origin_member,
    k_name_member,
    Member{"arguments", Kind::text, true, k_explained_arguments_max, {}, "JSON."},
    Member{"user", Kind::text, false, k_word_max, {}, "Absent: the console's own."},
    Member{"workspace", Kind::text, false, k_word_max, {}, "Absent: the console's own."},
    Member{"session", Kind::text, false, k_word_max, {}, "Of the call."}};

void put_finding(JsonWriter& out, const consent::RuleFinding& finding) {
    out.begin_object();
    put_count(out, "column", finding.place.text.column);
    put_flag(out, "is_error", finding.is_error);
    put_count(out, "line", finding.place.text.line);
    put(out, "message", finding.message);
    out.end_object();
}

void put_file(JsonWriter& out, const RuleFileState& file) {
    const bool is_bad = std::any_of(file.findings.begin(), file.findings.end(),
                                    [](const auto& one) { return one.is_error; });
    out.begin_object();
    put(out, "file", file.file);
    out.key("findings");
    out.begin_array();
    const std::size_t listed = std::min(file.findings.size(), k_findings_listed_max);
    for (std::size_t i = 0; i < listed; ++i) put_finding(out, file.findings[i]);
    out.end_array();
    put_count(out, "findings_left_out", file.findings.size() - listed);
    put_flag(out, "is_there", file.is_there);
    put_flag(out, "last_good_in_force", file.last_good_in_force);
    put_flag(out, "ok", !is_bad);
    put(out, "scope", to_string(file.scope));
    out.end_object();
}

void put_rule(JsonWriter& out, const Rule& rule) {
    out.begin_object();
    out.key("arguments");
    out.begin_array();
    for (const consent::Condition& condition : rule.conditions)
        out.string(question::escape_for_display(condition.pointer));
    out.end_array();
    put(out, "effect", to_string(rule.effect));
    put(out, "id", rule.id);
    put_flag(out, "only_person", rule.only_person);
    put(out, "origin", rule.origin.text());
    put(out, "place", consent::to_string(rule.place));
    put(out, "reason", rule.reason);
    put(out, "scope", to_string(rule.scope));
    put_flag(out, "has_time", rule.time.has_value());
    put(out, "tool", rule.tool.text());
    out.end_object();
}

bool has_text(const Rule& rule, const std::string& text) {
    return rule.id.find(text) != std::string::npos ||
           rule.tool.text().find(text) != std::string::npos ||
           rule.origin.text().find(text) != std::string::npos ||
           rule.reason.find(text) != std::string::npos;
}

net::Response list_rules(const ApiParts& api, const Asked& asked) {
    if (!api.parts.rules) return not_here("This program has no files of rules.");
    const RulesNow now = api.parts.rules();
    const auto limit = asked.integers.find("limit");
    const std::size_t most = limit == asked.integers.end() ? 100 : limit->second;
    std::vector<const Rule*> found;
    if (now.book)
        for (const Rule& rule : now.book->rules())
            if (has_text(rule, asked.text("search"))) found.push_back(&rule);
    return object_answer([&](JsonWriter& out) {
        out.key("files");
        out.begin_array();
        for (const RuleFileState& file : now.files) put_file(out, file);
        out.end_array();
        put_count(out, "matched", found.size());
        out.key("rules");
        out.begin_array();
        for (std::size_t i = 0; i < std::min(most, found.size()); ++i) put_rule(out, *found[i]);
        out.end_array();
    });
}

void put_line(JsonWriter& out, const gate::Explanation::Line& line) {
    out.begin_object();
    put(out, "effect", to_string(line.effect));
    put(out, "id", line.id);
    put(out, "place", line.place);
    put(out, "scope", to_string(line.scope));
    put_flag(out, "speaks", line.speaks);
    out.end_object();
}

void put_refused(JsonWriter& out, const ToolResult& result) {
    out.key("refused");
    out.begin_object();
    put(out, "code", result.code);
    out.key("errors");
    out.begin_array();
    for (const ValueError& error : result.errors) {
        out.begin_object();
        put(out, "message", error.message);
        put(out, "pointer", error.pointer);
        out.end_object();
    }
    out.end_array();
    put(out, "message", result.message);
    out.end_object();
}

/// The statements beside rules that a decision is made of.
void put_base(JsonWriter& out, const Parts& parts, const ToolId& tool, const Subject& subject) {
    const auto catalogue = parts.registry.snapshot();
    const Contract* const contract = catalogue->find(tool);
    if (contract != nullptr && contract->policy) put(out, "compiled", to_string(*contract->policy));
    const auto standing = parts.store.standing(tool, subject);
    if (!standing) return;
    put_flag(out, "frozen", standing->freeze.has_value());
    put_count(out, "grants", standing->grants.size());
    put_count(out, "permissions", standing->permissions.size());
    if (standing->stored_policy) put(out, "stored", to_string(*standing->stored_policy));
}

net::Response explain_call(const ApiParts& api, const Asked& asked) {
    const Parts& parts = api.parts;
    Call call;
    call.tool = tool_of(asked);
    call.arguments = asked.text("arguments");
    call.subject = subject_of(parts);
    if (asked.texts.count("user") != 0) call.subject.user = asked.text("user");
    if (asked.texts.count("workspace") != 0) call.subject.workspace = asked.text("workspace");
    call.subject.session = asked.text("session");
    if (parts.know_tool) parts.know_tool(call.tool);
    const ToolId tool = call.tool;
    const Subject subject = call.subject;
    const auto why = parts.runtime.consent().explain(std::move(call));
    return object_answer([&](JsonWriter& out) {
        if (!why) {
            put_refused(out, why.error());
            return;
        }
        put_decision(out, why->decision, parts.locale);
        put_base(out, parts, tool, subject);
        out.key("rules");
        out.begin_array();
        for (const auto& line : why->rules) put_line(out, line);
        out.end_array();
    });
}

constexpr std::array k_rule_routes{
    Route{.method = "GET",
          .path = "/api/rules",
          .respond = list_rules,
          .members = k_listed_rules,
          .summary = "Reads the files of rules anew, and lists their rules and mistakes.",
          .answer = "files: file, findings (column, is_error, line, message), findings_left_out, "
                    "is_there, last_good_in_force, ok, scope; matched; rules: arguments, effect, "
                    "has_time, id, only_person, origin, place, reason, scope, tool"},
    Route{.method = "POST",
          .path = "/api/explain",
          .respond = explain_call,
          .members = k_explained_call,
          .summary = "Says why a call would be allowed, asked about or denied. Runs nothing.",
          .answer = "compiled, effect, frozen, grants, permissions, place, reason, rules (effect, "
                    "id, place, scope, speaks), source, source_id, stored; or refused: code, "
                    "errors, message"}};

}  // namespace

std::span<const Route> rule_routes() noexcept {
    return k_rule_routes;
}

}  // namespace iam::console
