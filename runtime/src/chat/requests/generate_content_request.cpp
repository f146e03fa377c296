// Gemini generateContent: the results of a turn are one content. The URL has the model and asks for
// a stream.
#include "chat/requests/request_form.hpp"
#include "chat/streams/field_reader.hpp"

namespace iam::chat {
namespace {

void begin_content(JsonWriter& out, std::string_view role) {
    out.begin_object();
    out.plain_member("role", role);
    out.key("parts");
    out.begin_array();
}

void end_content(JsonWriter& out) {
    out.end_array();
    out.end_object();
}

void write_text_part(JsonWriter& out, std::string_view text) {
    out.begin_object();
    text_member(out, "text", text);
    out.end_object();
}

/// The ids of the calls in kept parts; empty where the model gave none.
std::vector<std::string> ids_of_parts(const std::string& items) {
    std::vector<std::string> ids;
    FieldReader in(items);
    in.array([&](std::size_t) {
        in.object([&](std::string_view name) {
            if (name != "functionCall") return in.skip();
            std::string& id = ids.emplace_back();
            in.object([&](std::string_view member) {
                if (member == "id") return in.text(id);
                in.skip();
            });
        });
    });
    return ids;
}

void write_part_turn(JsonWriter& out, const RequestView& view, const AssistantTurn& turn) {
    if (view.keeps_items(turn)) {
        begin_content(out, "model");
        raw_elements(out, turn.items);
        return end_content(out);
    }
    if (turn.text.empty() && turn.calls.empty()) return;
    begin_content(out, "model");
    if (!turn.text.empty()) write_text_part(out, turn.text);
    for (const PastCall& call : turn.calls) {
        out.begin_object();
        out.key("functionCall");
        out.begin_object();
        if (!call.id.empty()) text_member(out, "id", call.id);
        text_member(out, "name", call.name);
        arguments_member(out, "args", call.arguments);
        out.end_object();
        out.end_object();
    }
    end_content(out);
}

void write_part_results(JsonWriter& out, const RequestView& view, const AssistantTurn& turn,
                        const CallResults& results) {
    if (results.results.empty()) return;
    // A call that the model wrote without an id has a result without one.
    std::vector<std::string> kept_ids;
    if (view.keeps_items(turn)) kept_ids = ids_of_parts(turn.items);
    begin_content(out, "user");
    for (std::size_t i = 0; i < results.results.size(); ++i) {
        const CallResults::Each& each = results.results[i];
        const std::string& id = i < kept_ids.size() ? kept_ids[i] : each.id;
        out.begin_object();
        out.key("functionResponse");
        out.begin_object();
        if (!id.empty()) text_member(out, "id", id);
        text_member(out, "name", each.name);
        out.key("response");
        out.begin_object();
        text_member(out, each.is_error ? "error" : "output", each.text);
        out.end_object();
        out.end_object();
        out.end_object();
    }
    end_content(out);
}

void write_contents(JsonWriter& out, const RequestView& view) {
    const AssistantTurn* turn_before = nullptr;
    for (const Message& message : view.request.messages) {
        if (const auto* person = std::get_if<PersonText>(&message)) {
            begin_content(out, "user");
            write_text_part(out, person->text);
            end_content(out);
        } else if (const auto* turn = std::get_if<AssistantTurn>(&message)) {
            write_part_turn(out, view, *turn);
            turn_before = turn;
        } else if (const auto* results = std::get_if<CallResults>(&message)) {
            write_part_results(out, view, *turn_before, *results);  // the check saw the turn
        }
    }
}

void write_content_request(JsonWriter& out, const RequestView& view) {
    if (const std::string system = system_text(view.request); !system.empty()) {
        out.key("systemInstruction");
        out.begin_object();
        out.key("parts");
        out.begin_array();
        write_text_part(out, system);
        end_content(out);
    }
    out.key("contents");
    out.begin_array();
    write_contents(out, view);
    out.end_array();
    if (!view.tools.is_null()) {
        out.key("tools");
        write_json(out, view.tools);
    }
    if (!view.request.output_tokens_max && !view.request.temperature) return;
    out.key("generationConfig");
    out.begin_object();
    limit_members(out, view.request, "maxOutputTokens");
    out.end_object();
}

}  // namespace

const RequestRow k_generate_content_request = {
    .form = WireForm::generate_content, .provider = &k_gemini, .write = write_content_request};

}  // namespace iam::chat
