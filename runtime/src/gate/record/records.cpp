// Facts stand in the entry, values beside it under salted commitments. Secrets are not stored.
#include "gate/record/records.hpp"

#include "gate/functions/replies.hpp"
#include "gate/undo/later_calls.hpp"
#include <iam/core/entropy.hpp>
#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>

#include <algorithm>
#include <utility>

namespace iam::gate {
namespace {

bool has_secrets(const CallState& call) {
    return call.tool && (!call.tool.contract->secret_arguments.empty() ||
                         !call.tool.contract->secret_results.empty());
}

// Arguments before they are read. They are kept only if they can hold no secret and do no harm.
void add_raw_arguments(CallState& call, ledger::EntryDraft& draft) {
    const std::string& raw = call.proposal.call.arguments;
    const bool fits = raw.size() <= call.basis.settings.arguments_bytes_max;
    // Secret members are known for registered tools only, and the name may be misspelled.
    if (!call.tool || has_secrets(call) || raw.empty() || !fits || !is_valid_utf8(raw)) return;
    std::string kept = raw;
    if (ask_recorders(call, "arguments", kept).has_value()) {
        add_payload(call, draft, "arguments", std::move(kept));
    }
}

void add_what_runs(const CallState& call, ledger::Entry& entry) {
    entry.build = call.basis.parts.build;
    if (call.tool) entry.generator = call.tool.contract->generator;
    if (call.standing.known && call.standing.known->rules.book)
        entry.rules = call.standing.known->rules.book->digest();
}

/// Facts that differ between calls of one tool and subject.
void add_own_facts(const CallState& call, ledger::Entry& entry) {
    entry.call_id = call.proposal.call.id;
    entry.proposer = call.proposal.call.proposer;
    if (call.value.is_read) entry.arguments_digest = call.value.digest;
    if (call.proposal.undo) entry.of = call.proposal.undo->original;
}

/// Facts shared by calls of one tool and subject, with the decision.
void add_common_facts(const CallState& call, ledger::EntryDraft& draft) {
    const KnownStanding& known = *call.standing.known;
    const bool is_fixed = known.fixed && call.standing.decided.get() == &known.fixed->decision;
    draft.common = is_fixed ? &known.fixed_intent_facts : &known.intent_facts;
    if (!is_fixed) draft.entry.decision = call.standing.decision();
}

void write_field(JsonWriter& writer, std::string_view key, std::string_view value) {
    writer.key(key);
    writer.string(value);
}

std::string text_at(const Json& value, std::string_view key) {
    const auto member = value.find(key);
    return member != value.end() && member->is_string() ? member->get<std::string>()
                                                        : std::string();
}

Json list_at(const Json& value, std::string_view key) {
    const auto member = value.find(key);
    return member != value.end() && member->is_array() ? *member : Json::array();
}

}  // namespace

ledger::EntryDraft& add_entry(const Basis& basis, ledger::Batch& batch, ledger::EntryKind kind,
                              const Moment& now) {
    ledger::EntryDraft& draft = batch.entries.emplace_back();
    draft.entry.kind = kind;
    draft.entry.time = now.wall;
    draft.entry.application = basis.parts.registry.application();
    return draft;
}

ledger::Entry& add_entry_by(const Basis& basis, ledger::Batch& batch, ledger::EntryKind kind,
                            const Subject& by) {
    ledger::Entry& entry = add_entry(basis, batch, kind, basis.clock.now()).entry;
    entry.subject = by;
    return entry;
}

ledger::EntryDraft& add_call_entry(const CallState& call, ledger::Batch& batch,
                                   ledger::EntryKind kind) {
    ledger::EntryDraft& draft = add_entry(call.basis, batch, kind, call.standing.now);
    ledger::Entry& entry = draft.entry;
    entry.tool = call.proposal.call.tool;
    entry.subject = call.proposal.call.subject;
    if (call.tool) entry.contract = call.tool.contract->digests;
    add_own_facts(call, entry);
    return draft;
}

ledger::EntryDraft& add_approval_entry(const Basis& basis, ledger::Batch& batch,
                                       const consent::Approval& approval, const Moment& now) {
    ledger::EntryDraft& draft = add_entry(basis, batch, ledger::EntryKind::approval, now);
    ledger::Entry& entry = draft.entry;
    entry.call_id = approval.call_id;
    entry.tool = approval.tool;
    entry.subject = approval.subject;
    entry.proposer = approval.proposer;
    entry.arguments_digest = approval.arguments_digest;
    entry.approval = approval.id;
    return draft;
}

Result<bool> ask_recorders(const CallState& call, std::string_view field, std::string& bytes) {
    if (call.basis.parts.interceptors.empty()) return true;
    const CallView view = view_of(call);
    const SecretTexts& secrets = call.value.redaction.texts;
    const std::string before = bytes;
    for (const auto& interceptor : call.basis.parts.interceptors) {
        std::string why = run_hook([&] {
            auto kept = interceptor->on_record(view, field, bytes);
            if (!kept) return;
            // Hooks see the real arguments. If a message reads as JSON, it stays as written.
            bytes = field == "message" ? scrub_text(*std::move(kept), secrets)
                                       : scrub_any(*std::move(kept), secrets);
        });
        if (why.empty() && !is_valid_utf8(bytes)) why = "It gave text that is not UTF-8.";
        if (!why.empty()) {
            return fail(Errc::internal, "An interceptor failed to say what may be recorded as \"" +
                                            std::string(field) + "\". " + why);
        }
    }
    return bytes == before;
}

void add_payload(CallState& call, ledger::EntryDraft& draft, std::string_view name,
                 std::string bytes) {
    ledger::Payload& payload = draft.payloads.emplace_back();
    payload.name = name;
    payload.salt = random_salt(call.basis.entropy);
    payload.bytes = std::move(bytes);
}

Result<void> check_reason(const std::string& reason) {
    constexpr std::size_t bytes_max = 1024;
    if (reason.empty()) {
        return fail(Errc::invalid_argument, "Say why: the reason is recorded, and callers get it.");
    }
    if (reason.size() > bytes_max || !is_valid_utf8(reason)) {
        return fail(Errc::invalid_argument,
                    "A reason is UTF-8 text of at most " + std::to_string(bytes_max) + " bytes.");
    }
    return {};
}

void add_commitment(CallState& call, ledger::EntryDraft& draft, std::string_view name,
                    std::string bytes) {
    draft.commitments.push_back(
        {std::string(name), random_salt(call.basis.entropy), std::move(bytes)});
}

const std::string& recorded_arguments(const CallState& call) {
    return call.value.recorded ? *call.value.recorded : call.proposal.call.arguments;
}

Result<void> record_arguments(CallState& call) {
    const auto& secret = call.tool.contract->secret_arguments;
    if (!secret.empty()) {
        call.value.redaction = redact(call.proposal.call.arguments, secret, Marker::plain);
        call.value.recorded = call.value.redaction.text;
    }
    if (call.basis.parts.interceptors.empty()) return {};
    std::string kept = recorded_arguments(call);
    call.value.recorded.emplace();  // Stays empty if a hook fails to choose the parts to keep.
    IAM_TRY(unchanged, ask_recorders(call, "arguments", kept));
    call.value.is_changed_by_hook = !unchanged;
    // Kept also without a change: a later hook must not reach the call's record.
    call.value.recorded = std::move(kept);
    return {};
}

void add_risk(const CallState& call, ledger::Entry& entry) {
    entry.risk = call.standing.risk;
    entry.trusted =
        call.standing.known && call.standing.known->trust == consent::OriginTrust::trusted;
}

void add_arguments(CallState& call, ledger::EntryDraft& draft) {
    add_payload(call, draft, "arguments", recorded_arguments(call));
    if (!call.value.redaction.secrets.empty()) {
        add_commitment(call, draft, "arguments_secrets", call.value.redaction.secrets);
    }
    // An undo function knows of holes left by secret members. This hole it would take for the
    // value.
    if (call.value.is_changed_by_hook) {
        add_commitment(call, draft, "arguments_whole", call.proposal.call.arguments);
    }
}

void add_message(CallState& call, ledger::EntryDraft& draft, std::string message) {
    if (message.empty() || !is_valid_utf8(message)) return;
    message = scrub_text(std::move(message), call.value.redaction.texts);
    if (!ask_recorders(call, "message", message).has_value()) return;
    add_payload(call, draft, "message", std::move(message));
}

void add_result(CallState& call, ledger::EntryDraft& draft, const std::string& result) {
    std::string text = result;
    bool is_whole = true;
    if (!call.tool.contract->secret_results.empty()) {
        Redaction redaction = redact(text, call.tool.contract->secret_results, Marker::plain);
        text = std::move(redaction.text);
        if (!redaction.secrets.empty()) {
            add_commitment(call, draft, "result_secrets", std::move(redaction.secrets));
        }
    }
    if (!call.value.redaction.texts.empty()) {
        std::string scrubbed = scrub_value(text, call.value.redaction.texts);
        is_whole = scrubbed == text;
        text = std::move(scrubbed);
    }
    const Result<bool> unchanged = ask_recorders(call, "result", text);
    is_whole = is_whole && unchanged.value_or(false);
    if (unchanged.has_value()) add_payload(call, draft, "result", std::move(text));
    // An undo must not take a value with undeclared holes for the real one.
    if (!is_whole) add_commitment(call, draft, "result_whole", result);
}

void add_touched(CallState& call, ledger::EntryDraft& draft, std::vector<std::string> keys) {
    for (std::string& key : keys) key = scrub_text(std::move(key), call.value.redaction.texts);
    std::string text = text_of_keys(std::move(keys));
    if (ask_recorders(call, "touches", text).has_value())
        add_payload(call, draft, k_touches, std::move(text));
}

void add_states(CallState& call, ledger::EntryDraft& draft, const ContextAccess::States& states) {
    Json object = Json::object();
    for (const auto& [key, digest] : states)
        object[scrub_text(key, call.value.redaction.texts)] = digest;
    std::string text = canonical_json(object).value_or("{}");
    if (ask_recorders(call, "states", text).has_value())
        add_payload(call, draft, "states", std::move(text));
}

void add_kept(CallState& call, ledger::EntryDraft& draft, const std::string& kept) {
    std::string text = scrub_text(kept, call.value.redaction.texts);
    const bool unchanged = text == kept && ask_recorders(call, k_kept, text).value_or(false);
    // An undo must not take a text with holes for the kept one.
    if (unchanged)
        add_payload(call, draft, k_kept, std::move(text));
    else
        add_commitment(call, draft, k_kept_whole, kept);
}

void add_no_undo(CallState& call, ledger::EntryDraft& draft, const std::string& reason) {
    std::string text = scrub_text(reason, call.value.redaction.texts);
    // A hook must not make an undo possible, so the field is there in any case.
    if (!ask_recorders(call, k_no_undo, text).has_value()) text = "The reason is not on record.";
    add_payload(call, draft, k_no_undo, std::move(text));
}

ContextAccess::States states_of(std::string_view text) {
    ContextAccess::States states;
    const auto object = text.empty() ? Result<Json>(Json()) : parse_json(text);
    if (!object || !object->is_object()) return states;
    for (const auto& [key, digest] : object->items())
        if (digest.is_string()) states.emplace(key, digest.get<std::string>());
    return states;
}

void add_repetitions(const Basis& basis, const std::vector<Repetition>& all, ledger::Batch& batch) {
    for (const Repetition& repetition : all) {
        ledger::Entry& entry =
            add_entry(basis, batch, ledger::EntryKind::decision, basis.clock.now()).entry;
        entry.of = repetition.first;
        entry.tool = repetition.tool;
        entry.subject = repetition.subject;
        entry.success = false;
        entry.code = repetition.code;
        entry.count = repetition.count;
        entry.duration = repetition.last - repetition.begin;
    }
}

void add_intent(CallState& call, ledger::Batch& batch) {
    ledger::EntryDraft& draft = batch.entries.emplace_back();
    draft.entry.kind =
        call.proposal.undo ? ledger::EntryKind::undo_intent : ledger::EntryKind::intent;
    draft.entry.time = call.standing.now.wall;
    add_own_facts(call, draft.entry);
    add_common_facts(call, draft);
    if (!call.tool.contract->bound_class.empty()) draft.entry.instance = call.basis.instance;
    add_risk(call, draft.entry);
    if (call.standing.decision().source == consent::Source::grant)
        draft.entry.grant = call.standing.decision().source_id;
    if (call.standing.decision().source == consent::Source::permission) {
        draft.entry.permission = call.standing.decision().source_id;
    }
    if (call.question.approval) {
        draft.entry.approval = call.question.approval->id;
        draft.entry.approver = call.question.approval->approver;
        if (call.question.approval->shown_digest != Digest{}) {
            draft.entry.shown_digest = call.question.approval->shown_digest;
        }
    } else if (call.proposal.undo) {
        draft.entry.approver = call.proposal.undo->approver;
    }
    // An undo's values stand in the entries of the undone call.
    if (!call.proposal.undo) add_arguments(call, draft);
    if (!call.question.preview_text.empty())
        add_payload(call, draft, "preview", call.question.preview_text);
}

void add_refusal(CallState& call, const Refusal& refusal, ledger::Batch& batch) {
    ledger::EntryDraft& draft = add_call_entry(call, batch, ledger::EntryKind::decision);
    add_what_runs(call, draft.entry);
    draft.entry.success = false;
    draft.entry.code = refusal.code;
    draft.entry.approval = refusal.approval;
    if (refusal.decision) {
        draft.entry.decision = refusal.decision;
    } else if (call.standing.decision().source != consent::Source::nobody) {
        draft.entry.decision = call.standing.decision();
    }
    if (call.tool) add_risk(call, draft.entry);
    if (call.value.is_read && !call.proposal.undo) {
        add_arguments(call, draft);
    } else if (!call.proposal.undo && refusal.code != code::quota_exceeded) {
        add_raw_arguments(call, draft);
    }
    // A hook's exception may contain more than the known secrets.
    const bool keep_cause = !refusal.cause.empty() && !has_secrets(call);
    add_message(call, draft, keep_cause ? refusal.message + " " + refusal.cause : refusal.message);
}

Result<std::string> encode_preview(const Preview& preview, const BesidePreview& beside) {
    JsonWriter writer;
    writer.begin_object();
    writer.key("fields");
    writer.begin_array();
    for (const PreviewField& field : preview.fields) {
        writer.begin_object();
        write_field(writer, "label", field.label);
        write_field(writer, "value", field.value);
        writer.end_object();
    }
    writer.end_array();
    if (!beside.inputs.empty()) write_inputs(writer, beside.inputs);
    if (!beside.pins.empty() || beside.says_pins) write_pins(writer, beside.pins);
    write_field(writer, "summary", preview.summary);
    writer.key("warnings");
    writer.begin_array();
    for (const PreviewWarning& warning : preview.warnings) {
        writer.begin_object();
        write_field(writer, "code", warning.code);
        write_field(writer, "message", warning.message);
        writer.end_object();
    }
    writer.end_array();
    writer.end_object();
    if (!writer.ok()) {
        return fail(Errc::invalid_argument, "The preview cannot be shown: " + writer.why() + ".");
    }
    return writer.take();
}

std::optional<Preview> decode_preview(std::string_view text) {
    const auto value = parse_json(text);
    if (!value || !value->is_object()) return std::nullopt;
    Preview preview;
    preview.summary = text_at(*value, "summary");
    for (const Json& field : list_at(*value, "fields")) {
        preview.fields.push_back({text_at(field, "label"), text_at(field, "value")});
    }
    for (const Json& warning : list_at(*value, "warnings")) {
        preview.warnings.push_back({text_at(warning, "code"), text_at(warning, "message")});
    }
    return preview;
}

const std::string* find_payload(const ledger::StoredEntry& entry, std::string_view name) noexcept {
    for (const ledger::Payload& payload : entry.payloads) {
        if (payload.name == name) return &payload.bytes;
    }
    return nullptr;
}

Result<ledger::DecodedEntry> read_entry(const ledger::StoredEntry& entry) {
    const auto bad = [&](std::string_view why) {
        return fail(Errc::corrupt, "Entry " + to_string(entry.id) + " does not verify (" +
                                       std::string(why) + "); verify the ledger.");
    };
    if (ledger::chain_hash(entry.previous, entry.text) != entry.hash) return bad("its hash");
    auto decoded = ledger::decode(entry.text);
    if (!decoded) return bad(decoded.error().message);
    if (decoded->id != entry.id) return bad("its id");
    for (const ledger::Payload& payload : entry.payloads) {
        const auto& fields = decoded->fields;
        const auto field = std::find_if(fields.begin(), fields.end(), [&](const auto& known) {
            return known.first == payload.name;
        });
        if (field == fields.end() || field->second != ledger::commitment(payload)) {
            return bad("its " + payload.name);
        }
    }
    return std::move(*decoded);
}

}  // namespace iam::gate
