// The values stand in the approval, under its seal, until it is used. A given value is in an entry
// of the ledger as well.
#include "gate/questions/inputs.hpp"

#include "gate/questions/approvals.hpp"
#include "gate/questions/open_questions.hpp"
#include "gate/record/records.hpp"
#include <iam/core/json.hpp>
#include <iam/words/catalogue.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace iam::gate {
namespace {

using Kind = InputRequest::Kind;

constexpr std::array k_kinds = {Kind::text,   Kind::number, Kind::boolean,
                                Kind::choice, Kind::date,   Kind::file};

Json json_of(const RecordedInput& input) {
    const InputRequest& request = input.request;
    Json json = {{"key", request.key},
                 {"kind", std::string(to_string(request.kind))},
                 {"prompt", request.prompt}};
    if (!request.choices.empty()) json["choices"] = request.choices;
    if (request.low) json["low"] = *request.low;
    if (request.high) json["high"] = *request.high;
    if (request.secret) json["secret"] = true;
    if (input.value) json["value"] = *input.value;
    return json;
}

std::optional<std::string> text_member(const Json& json, std::string_view key) {
    const auto member = json.find(key);
    if (member == json.end() || !member->is_string()) return std::nullopt;
    return member->get<std::string>();
}

std::optional<double> number_member(const Json& json, std::string_view key) {
    const auto member = json.find(key);
    if (member == json.end() || !member->is_number()) return std::nullopt;
    return member->get<double>();
}

/// Nothing if it is no input of ours.
std::optional<RecordedInput> input_of(const Json& json) {
    if (!json.is_object()) return std::nullopt;
    RecordedInput input;
    InputRequest& request = input.request;
    request.key = text_member(json, "key").value_or("");
    request.prompt = text_member(json, "prompt").value_or("");
    const std::string kind = text_member(json, "kind").value_or("");
    const auto* const place = std::find_if(k_kinds.begin(), k_kinds.end(),
                                           [&](Kind each) { return to_string(each) == kind; });
    if (request.key.empty() || place == k_kinds.end()) return std::nullopt;
    request.kind = *place;
    if (const auto choices = json.find("choices"); choices != json.end() && choices->is_array()) {
        for (const Json& choice : *choices) {
            if (choice.is_string()) request.choices.push_back(choice.get<std::string>());
        }
    }
    request.low = number_member(json, "low");
    request.high = number_member(json, "high");
    request.secret = json.contains("secret");
    input.value = text_member(json, "value");
    return input;
}

const InputValue* value_of(const std::vector<InputValue>& values, const std::string& key) {
    const auto place = std::find_if(values.begin(), values.end(),
                                    [&](const InputValue& value) { return value.key == key; });
    return place == values.end() ? nullptr : &*place;
}

void set_value(std::vector<InputValue>& values, const InputValue& given) {
    for (InputValue& value : values) {
        if (value.key != given.key) continue;
        value.text = given.text;
        return;
    }
    values.push_back(given);
}

/// Every program with previews shows the wanted input as well.
Preview preview_of(const std::vector<InputRequest>& wanted) {
    Preview preview;
    preview.summary = english(words::Id::preview_input);
    for (const InputRequest& request : wanted) {
        preview.fields.push_back(
            {request.prompt, what_is_wanted(request) + (request.secret ? ", hidden" : "")});
    }
    return preview;
}

/// Inputs of earlier passes come first.
std::vector<RecordedInput> all_inputs(const Boxed<consent::Approval>& last,
                                      const std::vector<InputRequest>& wanted) {
    std::vector<RecordedInput> all;
    const auto before = last ? read_inputs(last->preview) : std::vector<RecordedInput>{};
    for (const RecordedInput& input : before) {
        const auto again =
            std::find_if(wanted.begin(), wanted.end(),
                         [&](const InputRequest& each) { return each.key == input.request.key; });
        if (again == wanted.end() && input.value) all.push_back(input);
    }
    for (const InputRequest& request : wanted) all.push_back({request, std::nullopt});
    return all;
}

}  // namespace

void write_inputs(JsonWriter& writer, const std::vector<RecordedInput>& inputs) {
    writer.key("inputs");
    writer.begin_array();
    for (const RecordedInput& input : inputs) {
        const auto text = canonical_json(json_of(input));
        if (!text) return writer.fail(text.error().message);
        writer.raw(*text);
    }
    writer.end_array();
}

std::vector<RecordedInput> read_inputs(std::string_view preview_text) {
    std::vector<RecordedInput> inputs;
    if (preview_text.find("\"inputs\"") == std::string_view::npos) return inputs;
    const auto value = parse_json(preview_text);
    if (!value || !value->is_object()) return inputs;
    const auto list = value->find("inputs");
    if (list == value->end() || !list->is_array()) return inputs;
    for (const Json& item : *list) {
        if (auto input = input_of(item)) inputs.push_back(*std::move(input));
    }
    return inputs;
}

bool asks_for_input(const consent::Approval& approval) {
    return !read_inputs(approval.preview).empty();
}

std::vector<InputRequest> open_inputs(const consent::Approval& approval) {
    std::vector<InputRequest> open;
    for (RecordedInput& input : read_inputs(approval.preview)) {
        if (!input.value) open.push_back(std::move(input.request));
    }
    return open;
}

Result<std::vector<InputValue>> give_inputs(consent::Approval& approval,
                                            const std::vector<InputValue>& given) {
    const std::vector<InputRequest> open = open_inputs(approval);
    std::vector<InputValue> values;
    for (const InputRequest& request : open) {
        const InputValue* const value = value_of(given, request.key);
        if (value == nullptr) {
            return fail(Errc::invalid_argument, "The function asks for \"" + request.key + "\" (" +
                                                    request.prompt +
                                                    "), and the answer does not have it.");
        }
        auto input = read_input(request, value->text);
        if (!input) {
            return fail(Errc::invalid_argument, request.key + ": " + input.error().message);
        }
        values.push_back({request.key, std::move(input->text)});
    }
    if (given.size() != values.size()) {
        return fail(Errc::invalid_argument,
                    "The answer has values that the question does not ask for.");
    }
    std::vector<RecordedInput> inputs = read_inputs(approval.preview);
    IAM_TRY(whole, parse_json(approval.preview));
    Json list = Json::array();
    for (RecordedInput& input : inputs) {
        const InputValue* const value = value_of(values, input.request.key);
        if (value != nullptr && !input.request.secret) input.value = value->text;
        list.push_back(json_of(input));
    }
    whole["inputs"] = std::move(list);
    IAM_TRY(text, canonical_json(whole));
    approval.preview = std::move(text);
    return values;
}

void keep_inputs(CallState& call, const std::vector<InputValue>& given) {
    for (const InputRequest& request : call.question.asked) {
        const InputValue* const value = value_of(given, request.key);
        const auto input = value == nullptr ? Result<Input>(fail(Errc::not_found, ""))
                                            : read_input(request, value->text);
        if (!input) continue;
        set_value(call.question.inputs, {request.key, input->text});
        if (!request.secret || input->text.empty()) continue;
        call.value.redaction.texts.push_back(input->text);
        const auto quoted = canonical_json(Json(input->text));
        if (quoted) call.value.redaction.texts.push_back(quoted->substr(1, quoted->size() - 2));
    }
}

void take_inputs(CallState& call, const consent::Approval& approval) {
    for (const RecordedInput& input : read_inputs(approval.preview)) {
        if (input.value) set_value(call.question.inputs, {input.request.key, *input.value});
    }
    call.question.asked.clear();
}

bool asks_for_secret(const std::vector<InputRequest>& requests) {
    return std::any_of(requests.begin(), requests.end(),
                       [](const InputRequest& request) { return request.secret; });
}

void scrub_request(InputRequest& request, const SecretTexts& secrets) {
    request.prompt = scrub_text(std::move(request.prompt), secrets);
    for (std::string& choice : request.choices) choice = scrub_text(std::move(choice), secrets);
}

bool can_ask_at_once(const CallState& call) {
    // On a worker, the person's time would count as the function's.
    return call.basis.parts.prompter != nullptr && !call.tool.contract->timeout;
}

bool can_wait(const CallState& call, const std::vector<InputRequest>& wanted) {
    if (wanted.empty() || call.proposal.undo || call.question.passes >= k_input_passes_max)
        return false;
    if (!can_ask_at_once(call) && asks_for_secret(wanted)) return false;
    return !check_room_for_question(call.writer, call.proposal.call.subject,
                                    call.basis.clock.now());
}

void put_input_question(CallState& call, std::vector<InputRequest> wanted, ledger::Batch& batch) {
    BesidePreview beside;
    if (call.run.pins) {
        beside.says_pins = true;
        for (const auto& pin : *call.run.pins)
            beside.pins.push_back({pin->path(), pin->identity()});
    }
    beside.inputs = all_inputs(call.question.approval, wanted);
    call.standing.now = call.basis.clock.now();
    call.question.asked = std::move(wanted);
    call.question.preview.emplace(preview_of(call.question.asked));
    scrub_preview(*call.question.preview, call.value.redaction.texts);
    call.question.preview_text.clear();
    call.question.preview_failure = {};
    consent::Approval approval = new_approval(call, consent::ApprovalState::pending);
    approval.preview = encode_preview(*call.question.preview, beside).value_or("");
    if (asks_for_secret(call.question.asked)) approval.instance = call.basis.instance;
    ledger::EntryDraft& draft = add_call_entry(call, batch, ledger::EntryKind::input_request);
    draft.entry.approval = approval.id;
    draft.entry.of = call.run.intent;
    add_risk(call, draft.entry);
    add_payload(call, draft, "preview", approval.preview);
    batch.change(ledger::PutApproval{approval});
    call.question.approval = std::move(approval);
}

Refusal waits_for_input(const CallState& call) {
    std::string names;
    for (const InputRequest& request : call.question.asked) {
        names += (names.empty() ? "\"" : ", \"") + request.key + "\"";
    }
    Refusal refusal(code::requires_user_input,
                    "The call waits for input of a person (" + names + "): answer the approval " +
                        call.question.approval->id +
                        " with it, then call again with the same arguments and this approval.");
    refusal.approval = call.question.approval->id;
    return refusal;
}

void resume_waiting(CallState& call) {
    if (call.proposal.options.approval.empty() || call.proposal.undo) return;
    const auto found = call.basis.parts.store.approval(call.proposal.options.approval);
    // A fault of the approval is reported by a later step.
    if (!found || !*found || !asks_for_input(**found)) return;
    const consent::Approval& approval = **found;
    if (approval.arguments_digest != call.value.digest) return;
    if (call.proposal.id_source == IdSource::host && call.proposal.call.id != approval.call_id)
        return;
    call.proposal.call.id = approval.call_id;
    call.proposal.id_source = IdSource::resumed;
}

}  // namespace iam::gate
