// The parsers of models' streams: however bytes are cut, the events joined are the same, exactly
// one end comes, calls come right before a fitting end only, and the limits hold. The first byte
// picks the wire form, the second one the size of the pieces.
#include <iam/chat/stream.hpp>
#include <iam/core/json.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>

namespace {

using namespace iam;
using namespace iam::chat;

void check(bool holds) {
    if (!holds) std::abort();
}

constexpr std::array<WireForm, 5> k_forms = {WireForm::chat_completions, WireForm::responses,
                                             WireForm::messages, WireForm::generate_content,
                                             WireForm::ollama_chat};

constexpr StreamLimits k_limits = {.line_bytes_max = 1024,
                                   .event_bytes_max = 1024,
                                   .answer_bytes_max = 2048,
                                   .arguments_bytes_max = 256,
                                   .calls_max = 3,
                                   .items_max = 8};

/// An answer with its pieces joined; what differs between two cuts differs in `rest`.
struct Joined {
    std::string text{};
    std::string thinking{};
    std::string rest{};
    std::size_t calls = 0;
    bool has_ended = false;

    void take(const TextPiece& piece) { text += piece.text; }
    void take(const ThinkingPiece& piece) { thinking += piece.text; }
    void take(const CallPiece& piece) { check(piece.call < k_limits.calls_max); }
    void take(const WholeCall& call) {
        ++calls;
        check(!call.arguments.empty() && call.arguments.size() <= k_limits.arguments_bytes_max + 2);
        rest += "call " + call.id + "|" + call.name + "|" + call.arguments + "\n";
    }
    void take(const Usage& usage) { rest += std::to_string(usage.output.value_or(0)) + "\n"; }
    void take(const TakenBack& /*piece*/) { check(false); }  // no parser takes anything back
    void take(const End& end) {
        has_ended = true;
        check(calls == 0 || end.finish == Finish::calls || end.finish == Finish::stop);
        if (!end.items.empty()) {
            const auto items = parse_json(end.items, limits_of_own_text(end.items.size()));
            check(items && items->is_array());
        }
        rest += "end " + end.reason + "|" + end.items;
    }
    void take(const StreamError& error) {
        has_ended = true;
        check(calls == 0);
        rest += "error " + error.message;
    }
};

Joined read(const StreamOptions& options, WireForm form, std::string_view bytes,
            std::size_t piece) {
    Joined joined;
    const auto parser = make_stream_parser(form, options);
    const auto take = [&](const Event& event) {
        check(!joined.has_ended);
        std::visit([&](const auto& each) { joined.take(each); }, event);
    };
    for (; !bytes.empty(); bytes.remove_prefix(bytes.size() < piece ? bytes.size() : piece))
        parser->add(bytes.substr(0, piece), take);
    parser->finish(take);
    check(joined.has_ended && parser->has_ended());
    check(is_valid_utf8(joined.text) && is_valid_utf8(joined.thinking));
    return joined;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 3) return 0;
    StreamOptions options;
    options.limits = k_limits;
    options.inline_thinking = data[0] >= 128;
    const WireForm form = k_forms[data[0] % k_forms.size()];
    const std::string bytes(data + 2, data + size);
    const Joined whole = read(options, form, bytes, bytes.size());
    const Joined cut = read(options, form, bytes, 1 + data[1] % 16U);
    check(whole.text == cut.text && whole.thinking == cut.thinking && whole.rest == cut.rest);
    return 0;
}
