// An entry as canonical JSON, written straight to text: this runs twice in every call. And whether
// what a store files it under is what the text says.
#include <iam/core/assert.hpp>
#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/ledger/entry.hpp>

#include <utility>

namespace iam::ledger {
namespace {

/// Each byte that belongs to no well-formed sequence becomes U+FFFD: an entry can always be
/// written.
std::string repaired(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t length = 1;
        while (length <= 4 && !is_valid_utf8(text.substr(at, length))) ++length;
        if (length <= 4) {
            out += text.substr(at, length);
            at += length;
        } else {
            out += "\xEF\xBF\xBD";
            ++at;
        }
    }
    return out;
}

// The names of members and the words of our own need no escapes.

void put_text(JsonWriter& out, std::string_view key, std::string_view text) {
    if (text.empty()) return;
    out.plain_key(key);
    if (!out.try_string(text)) out.string(repaired(text));
}

void put_word(JsonWriter& out, std::string_view key, std::string_view word) {
    out.plain_member(key, word);
}

void put_digest(JsonWriter& out, std::string_view key, const Digest& digest) {
    out.plain_key(key);
    out.hex(digest.bytes);
}

void put_digest(JsonWriter& out, std::string_view key, const std::optional<Digest>& digest) {
    if (digest) put_digest(out, key, *digest);
}

void put_approver(JsonWriter& out, const consent::Approver& approver) {
    out.plain_key("approver");
    out.begin_object();
    put_text(out, "channel", approver.channel);
    put_word(out, "kind", to_string(approver.kind));
    put_text(out, "locale", approver.locale);
    put_text(out, "login", approver.login);
    put_text(out, "uid", approver.uid);
    out.end_object();
}

void put_contract(JsonWriter& out, const ContractDigests& digests) {
    out.plain_key("contract");
    out.begin_object();
    put_digest(out, "behaviour", digests.behaviour);
    put_digest(out, "consent", digests.consent);
    put_digest(out, "wire", digests.wire);
    out.end_object();
}

void put_decision(JsonWriter& out, const consent::Decision& decision) {
    out.plain_key("decision");
    out.begin_object();
    put_word(out, "effect", to_string(decision.effect));
    put_text(out, "place", decision.place);
    put_text(out, "reason", decision.reason);
    put_word(out, "source", to_string(decision.source));
    put_text(out, "source_id", decision.source_id);
    out.end_object();
}

void put_proposer(JsonWriter& out, const Proposer& proposer) {
    out.plain_key("proposer");
    out.begin_object();
    put_text(out, "conversation_id", proposer.conversation_id);
    put_word(out, "kind", to_string(proposer.kind));
    put_text(out, "model", proposer.model);
    put_text(out, "provider", proposer.provider);
    put_text(out, "request_id", proposer.request_id);
    out.end_object();
}

void put_subject(JsonWriter& out, const Subject& subject) {
    if (subject == Subject{}) return;
    out.plain_key("subject");
    out.begin_object();
    put_text(out, "agent", subject.agent);
    put_text(out, "session", subject.session);
    put_text(out, "user", subject.user);
    put_text(out, "workspace", subject.workspace);
    out.end_object();
}

void put_tool(JsonWriter& out, const ToolId& tool) {
    out.plain_key("tool");
    out.begin_object();
    put_text(out, "name", tool.name);
    put_text(out, "origin", tool.origin);
    out.end_object();
}

/// Looks at each value of a draft, stored or not.
template <class Function>
void for_each_value(const EntryDraft& draft, Function function) {
    for (const Payload& payload : draft.payloads) function(payload);
    for (const Payload& payload : draft.commitments) function(payload);
}

/// The value whose name comes next after that of `before` in canonical order; nullptr after the last. There are few of them.
const Payload* next_value(const EntryDraft& draft, const Payload* before) {
    const Payload* next = nullptr;
    for_each_value(draft, [&](const Payload& value) {
        if (before != nullptr && !utf16_less(before->name, value.name)) {
            // Two values under one name could stand for each other, and the text could not be read.
            IAM_ASSERT(before == &value || before->name != value.name);
            return;
        }
        if (next == nullptr || utf16_less(value.name, next->name)) next = &value;
    });
    return next;
}

bool is_among(const std::vector<Payload>& values, const Payload* value) {
    return std::any_of(values.begin(), values.end(),
                       [&](const Payload& one) { return &one == value; });
}

void put_fields(JsonWriter& out, const EntryDraft& draft) {
    const Payload* value = next_value(draft, nullptr);
    if (value == nullptr) return;
    out.plain_key("fields");
    out.begin_object();
    for (; value != nullptr; value = next_value(draft, value)) {
        IAM_ASSERT(is_valid_utf8(value->name));
        IAM_ASSERT(is_never_stored(value->name) == is_among(draft.commitments, value));
        out.key(value->name);
        out.hex(commitment(*value).bytes);
    }
    out.end_object();
}

// The members in their canonical order, in three parts.

void put_answer_to_duration(JsonWriter& out, const Entry& entry) {
    put_text(out, "answer", entry.answer);
    put_text(out, "application", entry.application);
    put_text(out, "approval", entry.approval);
    if (entry.approver) put_approver(out, *entry.approver);
    put_digest(out, "arguments_digest", entry.arguments_digest);
    put_text(out, "build", entry.build);
    put_text(out, "call", entry.call_id);
    put_text(out, "code", entry.code);
    if (entry.contract) put_contract(out, *entry.contract);
    if (entry.count) {
        out.plain_key("count");
        out.integer(*entry.count);
    }
    if (entry.decision) put_decision(out, *entry.decision);
    if (entry.duration) {
        out.plain_key("duration_us");
        out.integer(std::int64_t{entry.duration->count()});
    }
}

void put_grant_to_policy(JsonWriter& out, const Entry& entry, const EntryId& id) {
    put_text(out, "generator", entry.generator);
    put_text(out, "grant", entry.grant);
    put_word(out, "id", to_string(id));
    put_text(out, "instance", entry.instance);
    put_word(out, "kind", to_string(entry.kind));
    if (entry.late) {
        out.plain_key("late");
        out.boolean(true);
    }
    if (entry.lazily_synced) {
        out.plain_key("lazily_synced");
        out.boolean(true);
    }
    if (entry.of) put_word(out, "of", to_string(*entry.of));
    put_text(out, "permission", entry.permission);
    if (entry.policy) put_word(out, "policy", to_string(*entry.policy));
}

void put_proposer_to_tool(JsonWriter& out, const Entry& entry) {
    if (entry.proposer) put_proposer(out, *entry.proposer);
    if (entry.risk) put_word(out, "risk", to_string(*entry.risk));
    put_digest(out, "rules", entry.rules);
    put_digest(out, "shown_digest", entry.shown_digest);
    put_subject(out, entry.subject);
    if (entry.success) {
        out.plain_key("success");
        out.boolean(*entry.success);
    }
    // Milliseconds since 1970 rather than a date: every moment has exactly one spelling.
    out.plain_key("time_ms");
    out.integer(std::int64_t{entry.time.time_since_epoch().count()});
    if (entry.tool) put_tool(out, *entry.tool);
}

}  // namespace

std::optional<std::string> why_misfiled(const Filing& filing, const Entry& entry) {
    if (filing.kind != to_string(entry.kind))
        return "it is filed as another kind of entry than its text says";
    if (repaired(filing.call_id) != entry.call_id)
        return "it is filed under another call than its text names";
    if (filing.of != entry.of) return "it is filed under another entry than its text refers to";
    return std::nullopt;
}

std::string encode(const EntryDraft& draft, const EntryId& id) {
    // The usual lengths of an intent, with its contract and decision, and of an outcome.
    constexpr std::size_t k_intent_bytes = 900;
    constexpr std::size_t k_outcome_bytes = 350;
    JsonWriter out;
    out.reserve(draft.entry.contract ? k_intent_bytes : k_outcome_bytes);
    out.begin_object();
    put_answer_to_duration(out, draft.entry);
    put_fields(out, draft);
    put_grant_to_policy(out, draft.entry, id);
    put_proposer_to_tool(out, draft.entry);
    out.end_object();
    IAM_ASSERT(out.ok());
    return out.take();
}

}  // namespace iam::ledger
