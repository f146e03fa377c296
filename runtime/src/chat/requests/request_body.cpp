// Checks a request and writes it by the row of its wire form.
#include "chat/requests/request_form.hpp"
#include "chat/streams/field_reader.hpp"
#include <iam/core/assert.hpp>

#include <algorithm>
#include <utility>

namespace iam::chat {
namespace {

const RequestRow& request_row(WireForm form) noexcept {
    for (const RequestRow* row : k_request_rows)
        if (row->form == form) return *row;
    IAM_ASSERT(false);  // an enumerator without a row
    return k_chat_completions_request;
}

tl::unexpected<Error> wrong_message(std::size_t place, std::string_view why) {
    return fail(Errc::invalid_argument,
                "message " + std::to_string(place) + " of the request: " + std::string(why));
}

bool are_answered(const AssistantTurn& turn, const CallResults& results) {
    return std::equal(
        turn.calls.begin(), turn.calls.end(), results.results.begin(), results.results.end(),
        [](const PastCall& call, const CallResults::Each& each) { return call.id == each.id; });
}

Result<void> check_turns(const std::vector<Message>& messages) {
    for (std::size_t i = 0; i < messages.size(); ++i) {
        const auto* before = i == 0 ? nullptr : std::get_if<AssistantTurn>(&messages[i - 1]);
        const auto* results = std::get_if<CallResults>(&messages[i]);
        if (results != nullptr && (before == nullptr || !are_answered(*before, *results)))
            return wrong_message(
                i, "results answer the calls of the turn before, each once and in order");
        const auto* turn = std::get_if<AssistantTurn>(&messages[i]);
        if (turn == nullptr || turn->calls.empty()) continue;
        if (i + 1 == messages.size() || !std::holds_alternative<CallResults>(messages[i + 1]))
            return wrong_message(i, "a turn with calls needs their results behind it");
    }
    return {};
}

Result<OrderedJson> offered_tools(const ProviderRow& provider, const ModelRequest& request) {
    if (request.tools.empty()) return OrderedJson();
    OrderedJson tools = OrderedJson::array();
    for (const ModelRequest::Offer& offer : request.tools) {
        IAM_CHECK(provider.check_name(offer.name));
        IAM_TRY(document,
                parse_ordered_json(offer.contract->document,
                                   Limits{.depth_max = k_depth_ceiling, .allow_nul = true}));
        if (!document.is_object() || !document.contains("inputSchema"))
            return fail(Errc::corrupt, "the contract of '" + offer.name +
                                           "' has no inputSchema; generate it again");
        document["name"] = offer.name;
        tools.push_back(provider.tool(document));
    }
    return provider.tools(std::move(tools));
}

}  // namespace

void text_member(JsonWriter& out, std::string_view name, std::string_view text) {
    out.key(name);
    out.string(text);
}

void role_message(JsonWriter& out, std::string_view role, std::string_view text) {
    out.begin_object();
    out.plain_member("role", role);
    text_member(out, "content", text);
    out.end_object();
}

void raw_elements(JsonWriter& out, std::string_view array) {
    FieldReader in(array);
    in.array([&](std::size_t) { out.raw(in.raw()); });
    if (!in.finish()) out.fail("the items of a turn are no JSON array");
}

void arguments_member(JsonWriter& out, std::string_view name, const std::string& arguments) {
    out.key(name);
    FieldReader in(arguments);
    const bool is_object = in.peek() == JsonKind::object;
    in.skip();
    if (is_object && in.finish()) return out.raw(arguments);
    out.begin_object();
    text_member(out, "INVALID_JSON", arguments);
    out.end_object();
}

std::string system_text(const ModelRequest& request) {
    std::string text;
    for (const Message& message : request.messages)
        if (const auto* system = std::get_if<SystemText>(&message))
            text.append(text.empty() ? "" : "\n\n").append(system->text);
    return text;
}

Result<std::string> request_body(const RequestTarget& target, const ModelRequest& request) {
    const RequestRow& row = request_row(target.form);
    IAM_CHECK(check_turns(request.messages));
    IAM_TRY(tools, offered_tools(*row.provider, request));
    const RequestView view{target, request, std::move(tools)};
    JsonWriter out;
    out.begin_object();
    row.write(out, view);
    out.end_object();
    if (!out.ok()) return fail(Errc::invalid_argument, "a text of the request: " + out.why());
    return out.take();
}

namespace {

void write_message(JsonWriter& out, const RequestView& view, const Message& message,
                   const MessageForm& form) {
    if (const auto* system = std::get_if<SystemText>(&message))
        return role_message(out, "system", system->text);
    if (const auto* person = std::get_if<PersonText>(&message))
        return role_message(out, "user", person->text);
    if (const auto* turn = std::get_if<AssistantTurn>(&message))
        return view.keeps_items(*turn) ? raw_elements(out, turn->items) : form.turn(out, *turn);
    for (const CallResults::Each& each : std::get<CallResults>(message).results) {
        out.begin_object();
        form.result(out, each);
        out.end_object();
    }
}

}  // namespace

void message_list(JsonWriter& out, const RequestView& view, std::string_view name,
                  const MessageForm& form) {
    out.key(name);
    out.begin_array();
    for (const Message& message : view.request.messages) write_message(out, view, message, form);
    out.end_array();
}

void limit_members(JsonWriter& out, const ModelRequest& request, std::string_view tokens_name) {
    if (request.output_tokens_max) {
        out.key(tokens_name);
        out.integer(*request.output_tokens_max);
    }
    if (request.temperature) {
        out.key("temperature");
        out.number(*request.temperature);
    }
}

void tools_member(JsonWriter& out, const OrderedJson& tools) {
    if (tools.is_null()) return;
    out.key("tools");
    write_json(out, tools);
}

}  // namespace iam::chat
