// Reads the calls that a model proposed out of each provider's response.
#include "iam/chat/provider.hpp"
#include <iam/core/digest.hpp>

#include <optional>
#include <utility>

namespace iam::chat {
namespace {

/// A value of the response and its pointer, so that an error can name the place.
struct Place {
    const Json& value;
    std::string pointer;
};

tl::unexpected<Error> wrong(const std::string& pointer, const std::string& expected,
                            const Json* got) {
    const std::string came = got == nullptr ? "nothing" : std::string(got->type_name());
    return fail(Errc::invalid_argument, "expected " + expected + ", got " + came, pointer);
}

Result<Place> member(const Place& of, const char* name, Json::value_t type, const char* expected) {
    std::string pointer = of.pointer;
    append_pointer(pointer, name);
    const auto found = of.value.is_object() ? of.value.find(name) : of.value.end();
    if (!of.value.is_object() || found == of.value.end()) return wrong(pointer, expected, nullptr);
    if (found->type() != type) return wrong(pointer, expected, &*found);
    return Place{*found, std::move(pointer)};
}

Result<Place> array_of(const Place& of, const char* name) {
    return member(of, name, Json::value_t::array, "an array");
}
Result<Place> object_of(const Place& of, const char* name) {
    return member(of, name, Json::value_t::object, "an object");
}

/// A string that may be left out.
std::string optional_text(const Json& of, const char* name) {
    const auto found = of.is_object() ? of.find(name) : of.end();
    return of.is_object() && found != of.end() && found->is_string() ? found->get<std::string>()
                                                                     : std::string();
}

bool has(const Place& of, const char* name) {
    return of.value.is_object() && of.value.contains(name);
}

Place element(const Place& of, std::size_t index) {
    std::string pointer = of.pointer;
    append_pointer(pointer, index);
    return Place{of.value[index], std::move(pointer)};
}

const Json* find(const Json& of, const char* name) {
    const auto found = of.is_object() ? of.find(name) : of.end();
    return of.is_object() && found != of.end() ? &*found : nullptr;
}

/// A value of the response as text again.
std::string text_again(const Json& value) {
    return canonical_json(value).value_or("null");
}

/// True for no arguments, however a provider spells them: left out, null, an empty text.
bool is_none(const Json* value) {
    if (value == nullptr || value->is_null()) return true;
    if (!value->is_string()) return false;
    const auto& text = value->get_ref<const std::string&>();
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first == std::string::npos ||
           text.substr(first, text.find_last_not_of(" \t\r\n") + 1 - first) == "null";
}

/// Arguments that a provider sends as JSON in a text. A server may also send the value itself.
std::string arguments_in_text(const Json& call) {
    const Json* value = find(call, "arguments");
    if (is_none(value)) return "{}";
    return value->is_string() ? value->get<std::string>() : text_again(*value);
}

/// Arguments that a provider sends as a value. The gate refuses a value that is no object.
std::string arguments_in_value(const Json& call, const char* name) {
    const Json* value = find(call, name);
    return is_none(value) ? "{}" : text_again(*value);
}

class Reader {
 public:
    Reader(Provider provider, WireForm form, std::string model, std::string id = {})
        : model_(std::move(model)) {
        provider_ = to_string(provider);
        response_.provider = provider;
        response_.form = form;
        response_.id = std::move(id);
    }

    /// `named` has the name. Without one the tool's name is empty, which the gate says and records.
    void add(const Json& named, std::string arguments, std::string request_id) {
        Call call;
        call.tool.name = optional_text(named, "name");
        call.arguments = std::move(arguments);
        call.proposer.kind = Proposer::Kind::model;
        call.proposer.provider = provider_;
        call.proposer.model = model_;
        call.proposer.request_id = std::move(request_id);
        response_.calls.push_back(std::move(call));
    }

    ModelResponse take() { return std::move(response_); }

 private:
    std::string provider_;
    std::string model_;
    ModelResponse response_;
};

/// The object of that name; an empty one if there is none.
const Json& part_of(const Json& of, const char* name) {
    static const Json nothing = Json::object();
    const Json* part = find(of, name);
    return part != nullptr && part->is_object() ? *part : nothing;
}

Result<ModelResponse> read_chat_completion(const Place& root) {
    Reader reader(Provider::openai, WireForm::chat_completions, optional_text(root.value, "model"),
                  optional_text(root.value, "id"));
    IAM_TRY(choices, array_of(root, "choices"));
    if (choices.value.empty()) return wrong(choices.pointer + "/0", "a choice", nullptr);
    IAM_TRY(message, object_of(element(choices, 0), "message"));
    const Json* found = find(message.value, "tool_calls");
    if (found == nullptr || found->is_null()) return reader.take();
    IAM_TRY(calls, array_of(message, "tool_calls"));
    for (const Json& call : calls.value) {
        const Json& function = part_of(call, "function");
        reader.add(function, arguments_in_text(function), optional_text(call, "id"));
    }
    return reader.take();
}

Result<ModelResponse> read_responses_api(const Place& root) {
    Reader reader(Provider::openai, WireForm::responses, optional_text(root.value, "model"),
                  optional_text(root.value, "id"));
    IAM_TRY(output, array_of(root, "output"));
    for (const Json& item : output.value) {
        if (optional_text(item, "type") != "function_call") continue;
        reader.add(item, arguments_in_text(item), optional_text(item, "call_id"));
    }
    return reader.take();
}

Result<ModelResponse> read_openai(const Place& root) {
    if (has(root, "output")) return read_responses_api(root);
    return read_chat_completion(root);
}

Result<ModelResponse> read_anthropic(const Place& root) {
    Reader reader(Provider::anthropic, WireForm::messages, optional_text(root.value, "model"),
                  optional_text(root.value, "id"));
    IAM_TRY(content, array_of(root, "content"));
    for (const Json& block : content.value) {
        if (optional_text(block, "type") != "tool_use") continue;
        reader.add(block, arguments_in_value(block, "input"), optional_text(block, "id"));
    }
    return reader.take();
}

Result<ModelResponse> read_gemini(const Place& root) {
    Reader reader(Provider::gemini, WireForm::generate_content,
                  optional_text(root.value, "modelVersion"),
                  optional_text(root.value, "responseId"));
    // A blocked prompt has no candidate, a blocked answer has no content, and an answer that
    // reached its limit while thinking has no parts. These are answers without calls, not broken
    // ones.
    if (!has(root, "candidates") && has(root, "promptFeedback")) return reader.take();
    IAM_TRY(candidates, array_of(root, "candidates"));
    if (candidates.value.empty()) return wrong(candidates.pointer + "/0", "a candidate", nullptr);
    const Place candidate = element(candidates, 0);
    if (candidate.value.is_object() && !has(candidate, "content")) return reader.take();
    IAM_TRY(content, object_of(candidate, "content"));
    if (!has(content, "parts")) return reader.take();
    IAM_TRY(parts, array_of(content, "parts"));
    for (const Json& part : parts.value) {
        const Json* found = find(part, "functionCall");
        if (found == nullptr || found->is_null()) continue;
        const Json& call = part_of(part, "functionCall");
        reader.add(call, arguments_in_value(call, "args"), optional_text(call, "id"));
    }
    return reader.take();
}

Result<void> read_ollama_line(const Place& root, Reader& reader) {
    IAM_TRY(message, object_of(root, "message"));
    const Json* found = find(message.value, "tool_calls");
    if (found == nullptr || found->is_null()) return {};
    IAM_TRY(calls, array_of(message, "tool_calls"));
    for (const Json& call : calls.value) {
        const Json& function = part_of(call, "function");
        reader.add(function, arguments_in_value(function, "arguments"), optional_text(call, "id"));
    }
    return {};
}

/// The message of an error in place of an answer: {"error": {"message": …}}, {"error": "…"}, or
/// a list of the first.
std::optional<Error> error_in(Provider provider, const Json& root) {
    if (root.is_array() && root.size() == 1) return error_in(provider, root.front());
    const Json* error = find(root, "error");
    if (error == nullptr || error->is_null()) return std::nullopt;
    std::string message =
        error->is_string() ? error->get<std::string>() : optional_text(*error, "message");
    if (message.empty()) message = text_again(*error);
    std::string kind = optional_text(*error, "type");
    if (kind.empty()) kind = optional_text(*error, "status");
    if (!kind.empty()) kind = " (" + kind + ")";
    return Error{Errc::unavailable,
                 std::string(to_string(provider)) + " answered with an error" + kind +
                     ", so there is nothing to call: " + message,
                 {}};
}

Result<std::vector<Json>> lines_of(std::string_view text) {
    std::vector<Json> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        IAM_TRY(value, parse_json(line));
        lines.push_back(std::move(value));
    }
    return lines;
}

/// Reads one object, or one for each line of a streamed answer: calls may come in any of them. The
/// only id is the moment of its beginning, to the nanosecond.
Result<ModelResponse> read_ollama(std::string_view text) {
    std::vector<Json> lines;
    if (auto whole = parse_json(text)) {
        lines.push_back(*std::move(whole));
    } else if (text.find('\n') == std::string_view::npos) {
        return tl::unexpected(whole.error());
    } else {
        IAM_TRY(all, lines_of(text));
        lines = std::move(all);
    }
    std::string model;
    std::string moment;
    for (const Json& line : lines) {
        if (auto error = error_in(Provider::ollama, line)) return tl::unexpected(*std::move(error));
        if (model.empty()) model = optional_text(line, "model");
        if (moment.empty()) moment = optional_text(line, "created_at");
    }
    Reader reader(Provider::ollama, WireForm::ollama_chat, model, moment);
    for (const Json& line : lines) IAM_CHECK(read_ollama_line(Place{line, ""}, reader));
    return reader.take();
}

}  // namespace

Result<ModelResponse> read_response(Provider provider, std::string_view text) {
    if (provider == Provider::ollama) return read_ollama(text);
    IAM_TRY(root, parse_json(text));
    if (auto error = error_in(provider, root)) return tl::unexpected(*std::move(error));
    const Place place{root, ""};
    switch (provider) {
        case Provider::openai:
            return read_openai(place);
        case Provider::anthropic:
            return read_anthropic(place);
        default:
            return read_gemini(place);
    }
}

std::string call_id(const ModelResponse& response, std::size_t index, const Subject& subject) {
    if (response.id.empty()) return {};
    constexpr std::size_t k_characters = 32;  // as long as an id that the runtime makes
    Hasher hasher(domain_tag("iam/proposed/1"));
    for (const std::string_view part :
         {to_string(response.provider), std::string_view(response.id),
          std::string_view(response.calls[index].proposer.request_id),
          std::string_view(subject.user), std::string_view(subject.workspace),
          std::string_view(subject.session), std::string_view(subject.agent)}) {
        hasher.update_framed(part);
    }
    hasher.update_framed(std::to_string(index));
    return hasher.finish().hex().substr(0, k_characters);
}

}  // namespace iam::chat
