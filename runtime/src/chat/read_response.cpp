// What a model proposed, out of each provider's response.
#include "iam/chat/provider.hpp"

#include <utility>

namespace iam::chat {
namespace {

/// A value of the response and where it stands, so that an error can name the place.
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

Result<std::string> text_of(const Place& of, const char* name) {
    IAM_TRY(text, member(of, name, Json::value_t::string, "a string"));
    return text.value.get<std::string>();
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

/// Arguments that came as an object; left out means none.
Result<std::string> object_arguments(const Place& of, const char* name) {
    if (of.value.find(name) == of.value.end()) return std::string("{}");
    IAM_TRY(arguments, object_of(of, name));
    return canonical_json(arguments.value);
}

class Reader {
 public:
    Reader(Provider provider, WireForm form, std::string model) : model_(std::move(model)) {
        provider_ = to_string(provider);
        response_.form = form;
    }

    void add(std::string name, std::string arguments, std::string request_id) {
        Call call;
        call.tool.name = std::move(name);
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

Result<ModelResponse> read_chat_completion(const Place& root) {
    Reader reader(Provider::openai, WireForm::chat_completions, optional_text(root.value, "model"));
    IAM_TRY(choices, array_of(root, "choices"));
    if (choices.value.empty()) return wrong(choices.pointer + "/0", "a choice", nullptr);
    IAM_TRY(message, object_of(element(choices, 0), "message"));
    const auto found = message.value.find("tool_calls");
    if (found == message.value.end() || found->is_null()) return reader.take();
    IAM_TRY(calls, array_of(message, "tool_calls"));
    for (std::size_t i = 0; i < calls.value.size(); ++i) {
        const Place call = element(calls, i);
        IAM_TRY(id, text_of(call, "id"));
        IAM_TRY(function, object_of(call, "function"));
        IAM_TRY(name, text_of(function, "name"));
        IAM_TRY(arguments, text_of(function, "arguments"));
        reader.add(name, arguments, id);
    }
    return reader.take();
}

Result<ModelResponse> read_responses_api(const Place& root) {
    Reader reader(Provider::openai, WireForm::responses, optional_text(root.value, "model"));
    IAM_TRY(output, array_of(root, "output"));
    for (std::size_t i = 0; i < output.value.size(); ++i) {
        const Place item = element(output, i);
        if (optional_text(item.value, "type") != "function_call") continue;
        IAM_TRY(id, text_of(item, "call_id"));
        IAM_TRY(name, text_of(item, "name"));
        IAM_TRY(arguments, text_of(item, "arguments"));
        reader.add(name, arguments, id);
    }
    return reader.take();
}

Result<ModelResponse> read_openai(const Place& root) {
    if (has(root, "output")) return read_responses_api(root);
    return read_chat_completion(root);
}

Result<ModelResponse> read_anthropic(const Place& root) {
    Reader reader(Provider::anthropic, WireForm::messages, optional_text(root.value, "model"));
    IAM_TRY(content, array_of(root, "content"));
    for (std::size_t i = 0; i < content.value.size(); ++i) {
        const Place block = element(content, i);
        if (optional_text(block.value, "type") != "tool_use") continue;
        IAM_TRY(id, text_of(block, "id"));
        IAM_TRY(name, text_of(block, "name"));
        IAM_TRY(input, object_arguments(block, "input"));
        reader.add(name, input, id);
    }
    return reader.take();
}

Result<ModelResponse> read_gemini(const Place& root) {
    Reader reader(Provider::gemini, WireForm::generate_content,
                  optional_text(root.value, "modelVersion"));
    // A prompt that was blocked has no candidate, an answer that was has no content, and one that
    // came to its limit while it thought has no parts: answers without calls, not broken ones.
    if (!has(root, "candidates") && has(root, "promptFeedback")) return reader.take();
    IAM_TRY(candidates, array_of(root, "candidates"));
    if (candidates.value.empty()) return wrong(candidates.pointer + "/0", "a candidate", nullptr);
    const Place candidate = element(candidates, 0);
    if (candidate.value.is_object() && !has(candidate, "content")) return reader.take();
    IAM_TRY(content, object_of(candidate, "content"));
    if (!has(content, "parts")) return reader.take();
    IAM_TRY(parts, array_of(content, "parts"));
    for (std::size_t i = 0; i < parts.value.size(); ++i) {
        const Place part = element(parts, i);
        if (!has(part, "functionCall")) continue;
        IAM_TRY(call, object_of(part, "functionCall"));
        IAM_TRY(name, text_of(call, "name"));
        IAM_TRY(arguments, object_arguments(call, "args"));
        reader.add(name, arguments, optional_text(call.value, "id"));
    }
    return reader.take();
}

Result<void> read_ollama_line(const Place& root, Reader& reader) {
    IAM_TRY(message, object_of(root, "message"));
    const auto found = message.value.find("tool_calls");
    if (found == message.value.end() || found->is_null()) return {};
    IAM_TRY(calls, array_of(message, "tool_calls"));
    for (std::size_t i = 0; i < calls.value.size(); ++i) {
        const Place call = element(calls, i);
        IAM_TRY(function, object_of(call, "function"));
        IAM_TRY(name, text_of(function, "name"));
        IAM_TRY(arguments, object_arguments(function, "arguments"));
        reader.add(name, arguments, optional_text(call.value, "id"));
    }
    return {};
}

/// One object, or one for each line while the answer was streamed: calls may come in any of them.
Result<ModelResponse> read_ollama(std::string_view text) {
    if (const auto whole = parse_json(text)) {
        Reader reader(Provider::ollama, WireForm::ollama_chat, optional_text(*whole, "model"));
        IAM_CHECK(read_ollama_line(Place{*whole, ""}, reader));
        return reader.take();
    } else if (text.find('\n') == std::string_view::npos) {
        return tl::unexpected(whole.error());
    }
    std::string model;
    std::vector<Json> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        IAM_TRY(value, parse_json(line));
        if (model.empty()) model = optional_text(value, "model");
        lines.push_back(std::move(value));
    }
    Reader reader(Provider::ollama, WireForm::ollama_chat, model);
    for (const Json& line : lines) IAM_CHECK(read_ollama_line(Place{line, ""}, reader));
    return reader.take();
}

}  // namespace

Result<ModelResponse> read_response(Provider provider, std::string_view text) {
    if (provider == Provider::ollama) return read_ollama(text);
    IAM_TRY(root, parse_json(text));
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

}  // namespace iam::chat
