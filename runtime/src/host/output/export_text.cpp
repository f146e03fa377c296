// One list of facts serves the table and the log records. JSON lines carry the chained text itself,
// so their reader can recompute the hashes.
#include "host/output/export_text.hpp"

#include "host/output/json_member.hpp"
#include "host/output/tool_name.hpp"
#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/question/entry_text.hpp>
#include <iam/question/escape.hpp>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace iam::host {

using question::escape_for_display;
using question::json_without_controls;
using question::put_values;

namespace {

using ledger::Entry;
using ledger::EntryKind;

enum class FactType { text, number, truth };

struct Fact {
    const char* column;
    const char* attribute;  ///< of OpenTelemetry
    std::string value{};    ///< "" if the entry does not have the fact
    FactType type = FactType::text;
};

std::string word_of_truth(const std::optional<bool>& truth) {
    return !truth ? "" : *truth ? "true" : "false";
}

void add_people(const Entry& entry, std::vector<Fact>& facts) {
    const Proposer proposer = entry.proposer.value_or(Proposer{});
    const consent::Approver approver = entry.approver.value_or(consent::Approver{});
    facts.push_back({"user", "enduser.id", entry.subject.user});
    const bool names_nobody = entry.subject == Subject{};
    facts.push_back({"workspace", "iam.workspace",
                     names_nobody ? "" : std::string(spelled_workspace(entry.subject.workspace))});
    facts.push_back({"session", "session.id", entry.subject.session});
    facts.push_back({"agent", "gen_ai.agent.id", entry.subject.agent});
    facts.push_back({"proposer", "iam.proposer.kind",
                     entry.proposer ? std::string(to_string(proposer.kind)) : ""});
    facts.push_back({"provider", "gen_ai.provider.name", proposer.provider});
    facts.push_back({"model", "gen_ai.request.model", proposer.model});
    facts.push_back({"conversation", "gen_ai.conversation.id", proposer.conversation_id});
    facts.push_back({"answer", "iam.answer", entry.answer});
    facts.push_back({"approver", "iam.approver.kind",
                     entry.approver ? std::string(to_string(approver.kind)) : ""});
    facts.push_back({"approver_login", "iam.approver.login", approver.login});
}

void add_decision(const Entry& entry, std::vector<Fact>& facts) {
    const consent::Decision decision = entry.decision.value_or(consent::Decision{});
    const bool said = entry.decision.has_value();
    facts.push_back(
        {"effect", "iam.decision.effect", said ? std::string(to_string(decision.effect)) : ""});
    facts.push_back(
        {"decided_by", "iam.decision.source", said ? std::string(to_string(decision.source)) : ""});
    facts.push_back({"decided_by_id", "iam.decision.source_id", decision.source_id});
    facts.push_back({"reason", "iam.decision.reason", decision.reason.english()});
    facts.push_back({"place", "iam.decision.place", decision.place});
    facts.push_back(
        {"risk", "iam.risk", entry.risk ? std::string(to_string(*entry.risk)) : std::string()});
}

void add_result(const Entry& entry, std::vector<Fact>& facts) {
    facts.push_back({"of", "iam.entry.of", entry.of ? to_string(*entry.of) : ""});
    facts.push_back({"success", "iam.success", word_of_truth(entry.success), FactType::truth});
    facts.push_back({"code", "error.type", entry.code});
    facts.push_back({"duration_us", "iam.duration_us",
                     entry.duration ? std::to_string(entry.duration->count()) : "",
                     FactType::number});
    facts.push_back({"late", "iam.late", entry.late ? "true" : "", FactType::truth});
    facts.push_back({"approval", "iam.approval.id", entry.approval});
    facts.push_back({"grant", "iam.grant.id", entry.grant});
    facts.push_back({"permission", "iam.permission.id", entry.permission});
    facts.push_back(
        {"policy", "iam.policy", entry.policy ? std::string(to_string(*entry.policy)) : ""});
}

/// The facts of an entry, in the order of the columns. Every entry gives the same columns.
std::vector<Fact> facts_of_export(const ledger::StoredEntry& stored, const Entry* entry) {
    const Entry none;
    const Entry& said = entry != nullptr ? *entry : none;
    std::vector<Fact> facts;
    facts.push_back({"id", "iam.entry.id", to_string(stored.id)});
    facts.push_back({"time", "iam.time", entry != nullptr ? to_rfc3339(said.time) : ""});
    facts.push_back({"kind", "iam.entry.kind",
                     entry != nullptr ? std::string(to_string(said.kind)) : "unreadable"});
    facts.push_back({"application", "service.name", said.application});
    facts.push_back({"call", "gen_ai.tool.call.id", said.call_id});
    facts.push_back({"tool", "gen_ai.tool.name", said.tool ? spelled(*said.tool) : ""});
    add_people(said, facts);
    add_decision(said, facts);
    add_result(said, facts);
    facts.push_back({"previous", "iam.entry.previous", stored.previous.hex()});
    facts.push_back({"hash", "iam.entry.hash", stored.hash.hex()});
    return facts;
}

std::string values_text(const ledger::StoredEntry& entry) {
    JsonWriter out;
    put_values(out, entry);
    return out.take();
}

std::string as_jsonl(const ledger::StoredEntry& stored, bool is_readable, bool values) {
    JsonWriter out;
    out.begin_object();
    if (is_readable) {
        out.key("entry");
        out.raw(stored.text);
    }
    put(out, "hash", stored.hash.hex());
    put(out, "id", to_string(stored.id));
    put(out, "previous", stored.previous.hex());
    if (!is_readable) {
        out.key("unreadable");
        out.boolean(true);
    }
    if (values) {
        out.key("values");
        put_values(out, stored);
    }
    out.end_object();
    return json_without_controls(out.text()) + "\n";
}

std::string as_csv(const ledger::StoredEntry& stored, const std::vector<Fact>& facts, bool values) {
    std::string row;
    for (const Fact& fact : facts) row += (row.empty() ? "" : ",") + csv_cell(fact.value);
    if (values) row += "," + csv_cell(values_text(stored));
    return row + "\r\n";
}

void put_attribute(JsonWriter& out, const Fact& fact) {
    out.begin_object();
    put(out, "key", fact.attribute);
    out.key("value");
    out.begin_object();
    if (fact.type == FactType::truth) {
        out.key("boolValue");
        out.boolean(fact.value == "true");
    } else {
        // OpenTelemetry's JSON spells 64-bit integers as strings.
        put(out, fact.type == FactType::number ? "intValue" : "stringValue", fact.value);
    }
    out.end_object();
    out.end_object();
}

void put_attributes(JsonWriter& out, const std::vector<Fact>& facts, bool of_resource) {
    out.key("attributes");
    out.begin_array();
    for (const Fact& fact : facts) {
        const bool is_of_resource = std::string_view(fact.attribute) == "service.name";
        if (is_of_resource == of_resource && !fact.value.empty()) put_attribute(out, fact);
    }
    out.end_array();
}

/// ERROR for a failure or an unreadable entry, WARN for a refusal, else INFO.
std::pair<std::uint64_t, const char*> severity_of(const Entry* entry) {
    if (entry == nullptr || !entry->success.value_or(true)) return {17, "ERROR"};
    if (entry->kind == EntryKind::decision) return {13, "WARN"};
    return {9, "INFO"};
}

std::string nanoseconds_of(const Entry* entry) {
    const auto ms = entry == nullptr ? 0 : entry->time.time_since_epoch().count();
    return ms > 0 ? std::to_string(ms) + "000000" : "0";
}

void put_record(JsonWriter& out, const ledger::StoredEntry& stored, const Entry* entry,
                const std::vector<Fact>& facts, bool values) {
    out.begin_object();
    put_attributes(out, facts, false);
    if (values) {
        out.key("body");
        out.begin_object();
        put(out, "stringValue", values_text(stored));
        out.end_object();
    }
    put(out, "eventName",
        "iam.ledger." + (entry != nullptr ? std::string(to_string(entry->kind)) : "unreadable"));
    const auto [number, word] = severity_of(entry);
    out.key("severityNumber");
    out.integer(number);
    put(out, "severityText", word);
    put(out, "timeUnixNano", nanoseconds_of(entry));
    out.end_object();
}

/// A request to OpenTelemetry's log service for each entry, one a line.
std::string as_otel(const ledger::StoredEntry& stored, const Entry* entry,
                    const std::vector<Fact>& facts, bool values) {
    JsonWriter out;
    out.begin_object();
    out.key("resourceLogs");
    out.begin_array();
    out.begin_object();
    out.key("resource");
    out.begin_object();
    put_attributes(out, facts, true);
    out.end_object();
    out.key("scopeLogs");
    out.begin_array();
    out.begin_object();
    out.key("logRecords");
    out.begin_array();
    put_record(out, stored, entry, facts, values);
    out.end_array();
    out.key("scope");
    out.begin_object();
    put(out, "name", "iam.ledger");
    out.end_object();
    out.end_object();
    out.end_array();
    out.end_object();
    out.end_array();
    out.end_object();
    return json_without_controls(out.text()) + "\n";
}

/// True if the text begins with a sign of formulas, also one of full width, also behind spaces.
bool looks_like_formula(std::string_view text) {
    constexpr std::array<std::string_view, 8> k_signs = {
        "=", "+", "-", "@", "\xEF\xBC\x9D", "\xEF\xBC\x8B", "\xEF\xBC\x8D", "\xEF\xBC\xA0"};
    const auto begin = text.find_first_not_of(' ');
    if (begin == std::string_view::npos) return false;
    const std::string_view rest = text.substr(begin);
    return std::any_of(k_signs.begin(), k_signs.end(),
                       [&](std::string_view sign) { return rest.substr(0, sign.size()) == sign; });
}

}  // namespace

std::optional<ExportFormat> export_format(std::string_view name) noexcept {
    if (name == "jsonl") return ExportFormat::jsonl;
    if (name == "csv") return ExportFormat::csv;
    if (name == "otel") return ExportFormat::otel;
    return std::nullopt;
}

std::string csv_cell(std::string_view text) {
    const std::string shown = escape_for_display(text);
    std::string cell = looks_like_formula(shown) ? "\"'" : "\"";
    for (const char c : shown) {
        if (c == '"') cell += '"';
        cell += c;
    }
    return cell + "\"";
}

std::string export_head(ExportFormat format, bool values) {
    if (format != ExportFormat::csv) return "";
    std::string head;
    for (const Fact& fact : facts_of_export({}, nullptr))
        head += (head.empty() ? "" : ",") + std::string(fact.column);
    return head + (values ? ",values" : "") + "\r\n";
}

std::string export_entry(const ledger::StoredEntry& entry, ExportFormat format, bool values) {
    const auto decoded = ledger::decode(entry.text);
    if (format == ExportFormat::jsonl) return as_jsonl(entry, decoded.has_value(), values);
    const Entry* said = decoded ? &decoded->entry : nullptr;
    const std::vector<Fact> facts = facts_of_export(entry, said);
    return format == ExportFormat::csv ? as_csv(entry, facts, values)
                                       : as_otel(entry, said, facts, values);
}

}  // namespace iam::host
