// Writes an entry as canonical JSON, directly as text, since this runs twice in every call. It also
// compares an entry's filing with its text.
#include <iam/core/assert.hpp>
#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/ledger/entry.hpp>

#include <algorithm>
#include <utility>

namespace iam::ledger {
namespace {

/// Replaces each byte outside of a well-formed sequence by U+FFFD, so an entry can always be
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

// Names of members and the project's own words need no escapes.

void put_some_text(JsonWriter& out, std::string_view key, std::string_view text) {
    out.plain_key(key);
    if (!out.try_string(text)) out.string(repaired(text));
}

inline void put_text(JsonWriter& out, std::string_view key, std::string_view text) {
    if (!text.empty()) put_some_text(out, key, text);
}

template <class Integer>
void put_integer(JsonWriter& out, std::string_view key, Integer value) {
    out.plain_key(key);
    out.integer(value);
}

void put_word(JsonWriter& out, std::string_view key, std::string_view word) {
    out.plain_member(key, word);
}

void put_id(JsonWriter& out, std::string_view key, const EntryId& id) {
    IdText room;
    put_word(out, key, text_of(id, room));
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

void put_contract(JsonWriter& out, const std::optional<ContractDigests>& digests) {
    if (!digests) return;
    out.plain_key("contract");
    out.begin_object();
    put_digest(out, "behaviour", digests->behaviour);
    put_digest(out, "consent", digests->consent);
    put_digest(out, "wire", digests->wire);
    out.end_object();
}

void put_decision(JsonWriter& out, const std::optional<consent::Decision>& decision) {
    if (!decision) return;
    out.plain_key("decision");
    out.begin_object();
    put_word(out, "effect", to_string(decision->effect));
    put_text(out, "place", decision->place);
    put_text(out, "reason", decision->reason.english());
    put_word(out, "source", to_string(decision->source));
    put_text(out, "source_id", decision->source_id);
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
    const bool is_nobody = subject.agent.empty() && subject.session.empty() &&
                           subject.user.empty() && subject.workspace.empty();
    if (is_nobody) return;
    out.plain_key("subject");
    out.begin_object();
    put_text(out, "agent", subject.agent);
    put_text(out, "session", subject.session);
    put_text(out, "user", subject.user);
    put_some_text(out, "workspace", spelled_workspace(subject.workspace));
    out.end_object();
}

void put_tool(JsonWriter& out, const std::optional<ToolId>& tool) {
    if (!tool) return;
    out.plain_key("tool");
    out.begin_object();
    put_text(out, "name", tool->name);
    put_text(out, "origin", tool->origin);
    out.end_object();
}

/// Calls `function` for each value of a draft, stored or not.
template <class Function>
void for_each_value(const EntryDraft& draft, Function function) {
    for (const Payload& payload : draft.payloads) function(payload);
    for (const Payload& payload : draft.commitments) function(payload);
}

/// The next value after `before` by name, in canonical order; nullptr after the last. A draft has
/// few values.
const Payload* next_value(const EntryDraft& draft, const Payload* before) {
    const Payload* next = nullptr;
    for_each_value(draft, [&](const Payload& value) {
        if (before != nullptr && !utf16_less(before->name, value.name)) {
            // Two values of one name could stand for each other, and the text could not be read.
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
    std::size_t left = draft.payloads.size() + draft.commitments.size();
    if (left == 0) return;
    out.plain_key("fields");
    out.begin_object();
    const Payload* value = nullptr;
    for (; left > 0; --left) {
        value = next_value(draft, value);
        IAM_ASSERT(is_never_stored(value->name) == is_among(draft.commitments, value));
        out.key(value->name);
        out.hex(commitment(*value).bytes);
    }
    out.end_object();
}

/// The text written by `put`, without the braces of its object.
template <class Put>
std::string member_text(Put put) {
    JsonWriter out;
    out.begin_object();
    put(out);
    return std::string(out.text().substr(1));
}

}  // namespace

std::optional<std::string> why_misfiled(const Filing& filing, const Entry& entry) {
    if (filing.kind != to_string(entry.kind))
        return "it is filed as another kind of entry than its text says";
    if (repaired(filing.call_id) != entry.call_id)
        return "it is filed under another call than its text names";
    if (filing.of != entry.of) return "it is filed under another entry than its text refers to";
    if (!filing.is_found) return "it is filed where what its text says is not looked for";
    return std::nullopt;
}

CommonFacts::CommonFacts(const Entry& facts)
    : application_(
          member_text([&](auto& out) { put_text(out, "application", facts.application); })),
      build_(member_text([&](auto& out) { put_text(out, "build", facts.build); })),
      contract_(member_text([&](auto& out) { put_contract(out, facts.contract); })),
      decision_(member_text([&](auto& out) { put_decision(out, facts.decision); })),
      generator_(member_text([&](auto& out) { put_text(out, "generator", facts.generator); })),
      rules_(member_text([&](auto& out) { put_digest(out, "rules", facts.rules); })),
      subject_(member_text([&](auto& out) { put_subject(out, facts.subject); })),
      tool_(member_text([&](auto& out) { put_tool(out, facts.tool); })) {}

/// Writes the members in canonical order, in three parts.
class EntryWriter {
 public:
    EntryWriter(JsonWriter& out, const EntryDraft& draft, const EntryId& id)
        : out_(out), draft_(draft), entry_(draft.entry), id_(id) {}

    void put_all() {
        out_.begin_object();
        put_answer_to_duration();
        put_fields(out_, draft_);
        put_grant_to_policy();
        put_proposer_to_tool();
        out_.end_object();
    }

 private:
    void put_answer_to_duration() {
        put_text(out_, "answer", entry_.answer);
        put_common(&CommonFacts::application_);
        put_text(out_, "application", entry_.application);
        put_text(out_, "approval", entry_.approval);
        if (entry_.approver) put_approver(out_, *entry_.approver);
        put_digest(out_, "arguments_digest", entry_.arguments_digest);
        put_common(&CommonFacts::build_);
        put_text(out_, "build", entry_.build);
        put_text(out_, "call", call_of(draft_));
        put_text(out_, "code", entry_.code);
        put_common(&CommonFacts::contract_);
        put_contract(out_, entry_.contract);
        if (entry_.count) put_integer(out_, "count", *entry_.count);
        put_common(&CommonFacts::decision_);
        put_decision(out_, entry_.decision);
        if (entry_.duration)
            put_integer(out_, "duration_us", std::int64_t{entry_.duration->count()});
    }

    void put_grant_to_policy() {
        put_common(&CommonFacts::generator_);
        put_text(out_, "generator", entry_.generator);
        put_text(out_, "grant", entry_.grant);
        put_id(out_, "id", id_);
        put_text(out_, "instance", entry_.instance);
        put_word(out_, "kind", to_string(entry_.kind));
        if (entry_.late) out_.plain_literal("late", "true");
        if (entry_.lazily_synced) out_.plain_literal("lazily_synced", "true");
        if (entry_.of) put_id(out_, "of", *entry_.of);
        put_text(out_, "permission", entry_.permission);
        if (entry_.policy) put_word(out_, "policy", to_string(*entry_.policy));
    }

    void put_proposer_to_tool() {
        if (entry_.proposer) put_proposer(out_, *entry_.proposer);
        if (entry_.risk) put_word(out_, "risk", to_string(*entry_.risk));
        put_common(&CommonFacts::rules_);
        put_digest(out_, "rules", entry_.rules);
        put_digest(out_, "shown_digest", entry_.shown_digest);
        put_common(&CommonFacts::subject_);
        put_subject(out_, entry_.subject);
        if (entry_.success) out_.plain_literal("success", *entry_.success ? "true" : "false");
        // Milliseconds since 1970 rather than a date: every moment has exactly one spelling.
        put_integer(out_, "time_ms", std::int64_t{entry_.time.time_since_epoch().count()});
        put_common(&CommonFacts::tool_);
        put_tool(out_, entry_.tool);
        if (entry_.trusted) out_.plain_literal("trusted", "true");
    }

    void put_common(const std::string CommonFacts::*member) {
        if (draft_.common != nullptr && !(draft_.common->*member).empty())
            out_.raw(draft_.common->*member);
    }

    JsonWriter& out_;
    const EntryDraft& draft_;
    const Entry& entry_;
    const EntryId& id_;
};

std::string encode(const EntryDraft& draft, const EntryId& id) {
    JsonWriter out;
    EntryWriter(out, draft, id).put_all();
    IAM_ASSERT(out.ok());
    return out.take();
}

}  // namespace iam::ledger
