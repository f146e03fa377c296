#include "mcp/server/consent/form_answer.hpp"

#include "mcp/server/core.hpp"
#include <iam/core/digest.hpp>
#include <iam/core/json.hpp>
#include <iam/gate/consent.hpp>
#include <iam/question/text.hpp>

#include <cmath>
#include <utility>

namespace iam::mcp {
namespace {

constexpr const char* k_answer = "answer";
/// The channel of these answers in the record.
constexpr const char* k_channel = "mcp:form";

std::string label(consent::Answer answer) {
    return std::string(question::label_of(answer));
}

/// Official schemas know whole bounds alone. The gate judges the value.
void put_bound(Json& property, const char* name, const std::optional<double>& bound) {
    constexpr double k_whole_max = 1e15;
    if (!bound || std::floor(*bound) != *bound || std::abs(*bound) > k_whole_max) return;
    property[name] = static_cast<std::int64_t>(*bound);
}

Json property_of(const InputRequest& request) {
    using Kind = InputRequest::Kind;
    Json property{{"title", request.prompt}, {"type", "string"}};
    switch (request.kind) {
        case Kind::number:
            property["type"] = "number";
            put_bound(property, "minimum", request.low);
            put_bound(property, "maximum", request.high);
            break;
        case Kind::boolean:
            property["type"] = "boolean";
            break;
        case Kind::choice:
            property["enum"] = request.choices;
            break;
        case Kind::date:
            property["format"] = "date";
            break;
        case Kind::text:
        case Kind::file:
            break;
    }
    return property;
}

/// A value of a form as a person would type it.
std::string typed(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    return canonical_json(value).value_or("");
}

/// The digest of 64 digits; zero if it is none.
Digest digest_in(const std::string& digits) {
    return Digest::from_hex(digits).value_or(Digest{});
}

}  // namespace

std::string form_schema(const std::vector<InputRequest>& inputs) {
    Json properties = Json::object();
    Json required = Json::array();
    for (const InputRequest& input : inputs) {
        properties[input.key] = property_of(input);
        required.push_back(input.key);
    }
    if (inputs.empty()) {
        const Json answers =
            Json::array({label(consent::Answer::allow_once), label(consent::Answer::deny_once)});
        properties[k_answer] = {{"title", "Answer"}, {"type", "string"}, {"enum", answers}};
        required.push_back(k_answer);
    }
    const Json schema{{"type", "object"}, {"properties", properties}, {"required", required}};
    return canonical_json(schema).value_or("{}");
}

std::optional<FormAnswer> form_answer(const ClientWords& words,
                                      const std::vector<std::string>& inputs) {
    if (words.action == ClientWords::Action::decline) return FormAnswer{};
    if (words.action != ClientWords::Action::accept) return std::nullopt;
    const auto content = parse_json(words.content);
    if (!content || !content->is_object()) return std::nullopt;
    FormAnswer answer{.allows = true};
    for (const std::string& key : inputs) {
        if (!content->contains(key)) return std::nullopt;
        answer.inputs.push_back({key, typed((*content)[key])});
    }
    if (!inputs.empty()) return answer;
    const auto chosen = content->find(k_answer);
    if (chosen == content->end() || !chosen->is_string()) return std::nullopt;
    answer.allows = *chosen == label(consent::Answer::allow_once);
    if (!answer.allows && *chosen != label(consent::Answer::deny_once)) return std::nullopt;
    return answer;
}

Result<std::optional<bool>> record_form(const ActiveCall& call, const std::string& approval,
                                        const std::string& form, const ClientWords& words) {
    const Parts& parts = call.session->server->parts;
    IAM_TRY(found, parts.store.approval(approval));
    if (!found) return fail(Errc::not_found, "There is no approval of that id.");
    auto answer = form_answer(words, gate::inputs_asked_by(*found));
    if (!answer) return std::optional<bool>();
    gate::ApprovalAnswer given;
    given.approval = approval;
    given.answer = answer->allows ? consent::Answer::allow_once : consent::Answer::deny_once;
    given.approver.uid = call.session->credential;
    given.approver.login = call.caller.client.name;
    given.approver.channel = k_channel;
    given.approver.kind = consent::ApproverKind::client_asserted;
    given.principal = Proposer::Kind::mcp_client;
    given.shown_digest = digest_in(form);
    given.inputs = std::move(answer->inputs);
    IAM_CHECK(parts.runtime.consent().answer(given));
    return std::optional(answer->allows);
}

}  // namespace iam::mcp
