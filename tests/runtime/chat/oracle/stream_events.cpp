// Reads streams for compare.mjs. Each line of input is a wire form, or sse, and the stream's bytes
// as base64; each line of output is the answer, or the events, as JSON.
#include <iam/chat/stream.hpp>
#include <iam/core/base64.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/net/sse.hpp>

#include <algorithm>
#include <array>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace {

using namespace iam;

constexpr std::array<std::pair<std::string_view, chat::WireForm>, 5> k_forms = {
    {{"chat_completions", chat::WireForm::chat_completions},
     {"responses", chat::WireForm::responses},
     {"messages", chat::WireForm::messages},
     {"generate_content", chat::WireForm::generate_content},
     {"ollama", chat::WireForm::ollama_chat}}};

struct Answer {
    std::string text{};
    std::string thinking{};
    std::vector<chat::WholeCall> calls{};
    std::string items{};
    std::string reason{};
    std::string error{};

    void take(const chat::Event& event) {
        if (const auto* piece = std::get_if<chat::TextPiece>(&event)) text += piece->text;
        if (const auto* piece = std::get_if<chat::ThinkingPiece>(&event)) thinking += piece->text;
        if (const auto* call = std::get_if<chat::WholeCall>(&event)) calls.push_back(*call);
        if (const auto* end = std::get_if<chat::End>(&event)) {
            items = end->items;
            reason = end->reason;
        }
        if (const auto* end = std::get_if<chat::StreamError>(&event)) error = end->message;
    }
};

void member(JsonWriter& out, std::string_view name, std::string_view value) {
    out.key(name);
    out.string(value);
}

std::string answer_text(const Answer& answer) {
    JsonWriter out;
    out.begin_object();
    member(out, "text", answer.text);
    member(out, "thinking", answer.thinking);
    member(out, "items", answer.items);
    member(out, "reason", answer.reason);
    member(out, "error", answer.error);
    out.key("calls");
    out.begin_array();
    for (const chat::WholeCall& call : answer.calls) {
        out.begin_object();
        member(out, "id", call.id);
        member(out, "name", call.name);
        member(out, "arguments", call.arguments);
        out.end_object();
    }
    out.end_array();
    out.end_object();
    return out.take();
}

/// Bytes come in pieces of 7, as from a slow network.
template <class Add>
void in_pieces(std::string_view bytes, const Add& add) {
    constexpr std::size_t k_piece = 7;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(k_piece, bytes.size())))
        add(bytes.substr(0, k_piece));
}

std::string read_answer(chat::WireForm form, std::string_view bytes) {
    const auto parser = chat::make_stream_parser(form);
    Answer answer;
    const auto take = [&](const chat::Event& event) { answer.take(event); };
    in_pieces(bytes, [&](std::string_view piece) { parser->add(piece, take); });
    parser->finish(take);
    return answer_text(answer);
}

std::string read_sse(std::string_view bytes) {
    net::SseReader reader;
    JsonWriter out;
    out.begin_array();
    const auto take = [&](const net::SseEvent& event) {
        out.begin_object();
        member(out, "id", event.id);
        member(out, "event", event.type);
        member(out, "data", event.data);
        out.end_object();
    };
    in_pieces(bytes, [&](std::string_view piece) { (void)reader.add(piece, take); });
    out.end_array();
    return out.take();
}

std::optional<std::string> read(std::string_view form, std::string_view bytes) {
    if (form == "sse") return read_sse(bytes);
    for (const auto& [name, value] : k_forms)
        if (name == form) return read_answer(value, bytes);
    return std::nullopt;
}

}  // namespace

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        const std::size_t blank = line.find(' ');
        const auto bytes = from_base64(std::string_view(line).substr(blank + 1));
        if (!bytes) return 1;
        const auto answer = read(std::string_view(line).substr(0, blank), *bytes);
        if (!answer) return 1;
        std::cout << *answer << "\n";
    }
    return 0;
}
