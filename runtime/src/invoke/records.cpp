// Facts in the entry, values beside it under salted commitments, secrets nowhere.
#include "records.hpp"

#include "engine.hpp"
#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>

#include <algorithm>
#include <utility>

namespace iam::invoke {
namespace {

bool has_secrets(const CallState& call) {
    return call.tool && (!call.tool.contract->secret_arguments.empty() ||
                         !call.tool.contract->secret_results.empty());
}

// What a caller sent before it was read: kept only as far as it cannot be a secret or do harm.
void add_raw_arguments(CallState& call, ledger::EntryDraft& draft) {
    const std::string& raw = call.call.arguments;
    const bool fits = raw.size() <= call.engine->settings.arguments_bytes_max;
    // Which members are secret is known of a registered tool only; the name may be a misspelled one.
    if (!call.tool || has_secrets(call) || raw.empty() || !fits || !is_valid_utf8(raw)) return;
    if (auto kept = as_recorded(call, "arguments", raw)) {
        add_payload(call, draft, "arguments", *std::move(kept));
    }
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

ledger::Entry bare_entry(Engine& engine, ledger::EntryKind kind, const Moment& now) {
    ledger::Entry entry;
    entry.kind = kind;
    entry.time = now.wall;
    entry.application = engine.parts.registry.application();
    return entry;
}

ledger::Entry call_entry(CallState& call, ledger::EntryKind kind) {
    ledger::Entry entry = bare_entry(*call.engine, kind, call.now);
    entry.call_id = call.call.id;
    entry.tool = call.call.tool;
    entry.subject = call.call.subject;
    entry.proposer = call.call.proposer;
    if (call.tool) entry.contract = call.tool.contract->digests;
    if (call.prepared) entry.arguments_digest = call.arguments_digest;
    if (call.undo) entry.of = call.undo->original;
    return entry;
}

ledger::Entry approval_entry(Engine& engine, const consent::Approval& approval, const Moment& now) {
    ledger::Entry entry = bare_entry(engine, ledger::EntryKind::approval, now);
    entry.call_id = approval.call_id;
    entry.tool = approval.tool;
    entry.subject = approval.subject;
    entry.proposer = approval.proposer;
    entry.arguments_digest = approval.arguments_digest;
    entry.approval = approval.id;
    return entry;
}

Result<std::string> as_recorded(const CallState& call, std::string_view field, std::string bytes) {
    const CallView view = view_of(call);
    const SecretTexts& secrets = call.redaction.texts;
    for (const auto& interceptor : call.engine->parts.interceptors) {
        std::string why = run_hook([&] {
            auto kept = interceptor->on_record(view, field, bytes);
            if (!kept) return;
            // Hooks see the real arguments. A message that happens to read as JSON stays as it is written.
            bytes = field == "message" ? scrub_text(*std::move(kept), secrets)
                                       : scrub_any(*std::move(kept), secrets);
        });
        if (why.empty() && !is_valid_utf8(bytes)) why = "It gave text that is not UTF-8.";
        if (!why.empty()) {
            return fail(Errc::internal, "An interceptor failed to say what may be recorded as \"" +
                                            std::string(field) + "\". " + why);
        }
    }
    return bytes;
}

void add_payload(CallState& call, ledger::EntryDraft& draft, std::string_view name,
                 std::string bytes) {
    draft.payloads.push_back({std::string(name), call.random.salt(), std::move(bytes)});
}

void add_commitment(CallState& call, ledger::EntryDraft& draft, std::string_view name,
                    std::string bytes) {
    draft.commitments.push_back({std::string(name), call.random.salt(), std::move(bytes)});
}

const std::string& recorded_arguments(const CallState& call) {
    return call.recorded_arguments ? *call.recorded_arguments : call.call.arguments;
}

Result<void> record_arguments(CallState& call) {
    const auto& secret = call.tool.contract->secret_arguments;
    if (!secret.empty()) {
        call.redaction = redact(call.call.arguments, secret, Marker::plain);
        call.recorded_arguments = call.redaction.text;
    }
    if (call.engine->parts.interceptors.empty()) return {};
    const std::string before = recorded_arguments(call);
    call.recorded_arguments.emplace();  // nothing, where a hook fails to say what may be kept
    IAM_TRY(kept, as_recorded(call, "arguments", before));
    call.hook_changed_arguments = kept != before;
    // Kept also where nothing changed: no hook that sees the call later may reach what is recorded of it.
    call.recorded_arguments = std::move(kept);
    return {};
}

void add_arguments(CallState& call, ledger::EntryDraft& draft) {
    add_payload(call, draft, "arguments", recorded_arguments(call));
    if (!call.redaction.secrets.empty()) {
        add_commitment(call, draft, "arguments_secrets", call.redaction.secrets);
    }
    // Secret members left holes that an undo function knows of; this one it would take for the value.
    if (call.hook_changed_arguments) {
        add_commitment(call, draft, "arguments_whole", call.call.arguments);
    }
}

void add_message(CallState& call, ledger::EntryDraft& draft, std::string message) {
    if (message.empty() || !is_valid_utf8(message)) return;
    auto kept = as_recorded(call, "message", scrub_text(std::move(message), call.redaction.texts));
    if (kept) add_payload(call, draft, "message", *std::move(kept));
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
    if (!call.redaction.texts.empty()) {
        std::string scrubbed = scrub_value(text, call.redaction.texts);
        is_whole = scrubbed == text;
        text = std::move(scrubbed);
    }
    if (auto kept = as_recorded(call, "result", text)) {
        is_whole = is_whole && *kept == text;
        add_payload(call, draft, "result", *std::move(kept));
    } else {
        is_whole = false;
    }
    // An undo must not take a value with holes that nobody declared for the real one.
    if (!is_whole) add_commitment(call, draft, "result_whole", result);
}

ledger::EntryDraft intent_draft(CallState& call) {
    const auto kind = call.undo ? ledger::EntryKind::undo_intent : ledger::EntryKind::intent;
    ledger::EntryDraft draft{call_entry(call, kind)};
    if (!call.tool.contract->bound_class.empty()) draft.entry.instance = call.engine->instance;
    draft.entry.decision = call.decision;
    draft.entry.risk = call.risk;
    if (call.decision.source == consent::Source::grant) draft.entry.grant = call.decision.source_id;
    if (call.decision.source == consent::Source::permission) {
        draft.entry.permission = call.decision.source_id;
    }
    if (call.approval) {
        draft.entry.approval = call.approval->id;
        draft.entry.approver = call.approval->approver;
        if (call.approval->shown_digest != Digest{}) {
            draft.entry.shown_digest = call.approval->shown_digest;
        }
    }
    // An undo's values stand in the entries of what it takes back.
    if (!call.undo) add_arguments(call, draft);
    if (!call.preview_text.empty()) add_payload(call, draft, "preview", call.preview_text);
    return draft;
}

ledger::EntryDraft refusal_draft(CallState& call, const Refusal& refusal) {
    ledger::EntryDraft draft{call_entry(call, ledger::EntryKind::decision)};
    draft.entry.success = false;
    draft.entry.code = refusal.code;
    draft.entry.approval = refusal.approval;
    if (refusal.decision) {
        draft.entry.decision = refusal.decision;
    } else if (call.decision.source != consent::Source::nobody) {
        draft.entry.decision = call.decision;
    }
    if (call.tool) draft.entry.risk = call.risk;
    if (call.prepared && !call.undo) {
        add_arguments(call, draft);
    } else if (!call.undo) {
        add_raw_arguments(call, draft);
    }
    // What a hook throws may say more than the secrets that are known.
    const bool keep_cause = !refusal.cause.empty() && !has_secrets(call);
    add_message(call, draft, keep_cause ? refusal.message + " " + refusal.cause : refusal.message);
    return draft;
}

Result<std::string> encode_preview(const Preview& preview) {
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

}  // namespace iam::invoke
