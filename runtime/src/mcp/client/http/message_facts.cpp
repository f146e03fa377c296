#include "mcp/client/http/message_facts.hpp"

#include <iam/core/json_reader.hpp>

#include <functional>
#include <utility>

namespace iam::mcp {
namespace {

/// The id at the reader's place; nothing for a value that is no id.
std::optional<rpc::Id> read_message_id(JsonReader& reader) {
    if (reader.peek() == JsonKind::string) {
        std::string text;
        if (reader.read_string(text)) return rpc::Id::of(text);
    } else if (reader.peek() == JsonKind::number) {
        JsonNumber number;
        if (!reader.read_number(number)) return std::nullopt;
        if (number.kind == JsonNumber::Kind::negative) return rpc::Id::of(number.negative);
        if (number.kind == JsonNumber::Kind::non_negative) return rpc::Id::of(number.non_negative);
    } else {
        reader.skip();
    }
    return std::nullopt;
}

/// Calls `take` at the value of each member; it consumes the value.
void read_members(JsonReader& reader, const std::function<void(std::string_view)>& take) {
    if (reader.peek() != JsonKind::object) {
        reader.skip();
        return;
    }
    reader.begin_object();
    std::string_view name;
    while (reader.next_member(name)) take(std::string(name));
}

/// Reads one message and tells whether it is the answer to the request.
bool read_answer(JsonReader& reader, const rpc::Id& request) {
    bool is_id = false;
    bool is_question = false;
    read_members(reader, [&](std::string_view name) {
        if (name == "id") {
            is_id = read_message_id(reader) == request;
            return;
        }
        if (name == "method") is_question = true;
        reader.skip();
    });
    return is_id && !is_question;
}

Limits limits_of_reading(std::string_view text) {
    // The limits of the Peer judge the message afterwards.
    return limits_of_own_text(text.size());
}

}  // namespace

OutgoingFacts outgoing_facts(std::string_view message) {
    OutgoingFacts facts;
    JsonReader reader(message, limits_of_reading(message));
    read_members(reader, [&](std::string_view name) {
        if (name == "method" && reader.peek() == JsonKind::string) {
            reader.read_string(facts.method);
        } else if (name == "params") {
            const std::size_t begin = reader.offset();
            reader.skip();
            facts.params = message.substr(begin, reader.offset() - begin);
        } else {
            reader.skip();
        }
    });
    return facts;
}

std::optional<std::string> text_member(std::string_view object, std::string_view name) {
    std::optional<std::string> found;
    JsonReader reader(object, limits_of_reading(object));
    read_members(reader, [&](std::string_view member) {
        if (member != name || reader.peek() != JsonKind::string) {
            reader.skip();
            return;
        }
        reader.read_string(found.emplace());
    });
    return found;
}

std::optional<rpc::Id> cancelled_request(std::string_view params) {
    std::optional<rpc::Id> id;
    JsonReader reader(params, limits_of_reading(params));
    read_members(reader, [&](std::string_view name) {
        if (name == "requestId")
            id = read_message_id(reader);
        else
            reader.skip();
    });
    return id;
}

AnswerKind answer_kind(std::string_view text, const rpc::Id& request) {
    JsonReader reader(text, limits_of_reading(text));
    bool is_answer = false;
    if (reader.peek() == JsonKind::array) {
        reader.begin_array();
        while (reader.next_element()) is_answer = read_answer(reader, request) || is_answer;
    } else {
        is_answer = read_answer(reader, request);
    }
    if (!reader.finish()) return AnswerKind::not_json;
    return is_answer ? AnswerKind::answer : AnswerKind::other;
}

std::optional<rpc::Id> answered_request(std::string_view beginning) {
    std::optional<rpc::Id> id;
    bool is_question = false;
    JsonReader reader(beginning, limits_of_reading(beginning));
    read_members(reader, [&](std::string_view name) {
        if (name == "id") {
            id = read_message_id(reader);
            return;
        }
        is_question = is_question || name == "method";
        reader.skip();
    });
    return is_question ? std::nullopt : id;
}

std::optional<rpc::ErrorObject> error_without_id(std::string_view text) {
    const auto message = parse_json(text, {.allow_nul = true});
    if (!message || !message->is_object()) return std::nullopt;
    const auto error = message->find("error");
    const auto id = message->find("id");
    const bool names_none = id == message->end() || id->is_null();
    if (!names_none || error == message->end() || !error->is_object()) return std::nullopt;
    const auto code = error->find("code");
    const auto sentence = error->find("message");
    if (code == error->end() || !code->is_number_integer()) return std::nullopt;
    rpc::ErrorObject found;
    found.code = code->get<std::int64_t>();
    if (sentence != error->end() && sentence->is_string())
        found.message = sentence->get<std::string>();
    if (const auto data = error->find("data"); data != error->end()) found.data = data->dump();
    return found;
}

}  // namespace iam::mcp
