// The request in any form, and the helpers of the forms.
#include "chat/provider_table.hpp"
#include "chat/requests/request_form.hpp"
#include <iam/core/assert.hpp>

#include <utility>

namespace iam::chat {
namespace {

const RequestForm& request_form_of(WireForm form) noexcept {
    for (const RequestForm* row : k_request_forms)
        if (row->form == form) return *row;
    IAM_ASSERT(false);  // an enumerator without a row
    return k_chat_completions_request;
}

}  // namespace

Provider provider_of(WireForm form) noexcept {
    return request_form_of(form).provider;
}

Result<std::string> request_body(WireForm form, const RequestModel& model,
                                 const ModelRequest& request) {
    const RequestForm& row = request_form_of(form);
    OrderedJson tools;
    if (!request.tools.empty()) {
        std::vector<NamedContract> named;
        for (const ModelRequest::Offer& offer : request.tools)
            named.push_back({offer.name, offer.contract});
        IAM_TRY(value, named_tools_for(row.provider, named));
        tools = std::move(value);
    }
    return row.body(model, request, tools);
}

std::string text_of(const OrderedJson& value) {
    return value.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

std::string joined_array(const std::vector<std::string>& texts) {
    std::string text = "[";
    for (const std::string& one : texts) {
        if (text.size() > 1) text += ',';
        text += one;
    }
    return text + "]";
}

std::string with_member(std::string object, std::string_view name, std::string_view value) {
    object.pop_back();
    if (object.size() > 1) object += ',';
    object += '"';
    object += name;
    object += "\":";
    object += value;
    object += '}';
    return object;
}

OrderedJson arguments_value(const std::string& text) {
    auto value = parse_ordered_json(text, Limits{.allow_nul = true});
    if (value && value->is_object()) return *std::move(value);
    return OrderedJson{{"text", text}};
}

std::string_view own_items(const AssistantTurn& turn, const RequestModel& model) {
    const bool has_elements = turn.items.size() > std::string_view("[]").size();
    return has_elements && turn.model == model.name ? std::string_view(turn.items)
                                                    : std::string_view();
}

std::string_view inside_brackets(std::string_view array) {
    return array.substr(1, array.size() - 2);
}

std::string system_text(const ModelRequest& request) {
    std::string text;
    for (const Message& message : request.messages) {
        const auto* const system = std::get_if<SystemText>(&message);
        if (system == nullptr) continue;
        if (!text.empty()) text += "\n\n";
        text += system->text;
    }
    return text;
}

}  // namespace iam::chat
