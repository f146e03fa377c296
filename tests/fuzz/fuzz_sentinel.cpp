// The parser of sentinels: however a text is cut, it finds the same; no byte of the text is lost
// but those of calls; what it quotes has no sentinel left.
#include <iam/chat/sentinel.hpp>
#include <iam/core/json.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>

namespace {

using namespace iam::chat;

void check(bool holds) {
    if (!holds) std::abort();
}

struct Scanned {
    std::string text{};
    std::string findings{};
    std::size_t calls = 0;

    void take(const TextPiece& piece) { text += piece.text; }
    void take(const SentinelCall& call) {
        ++calls;
        check(!call.name.empty());
        const auto value = iam::parse_json(call.arguments);
        check(value && value->is_object());
        findings += "call " + std::to_string(call.offset) + call.server + "|" + call.name + "|" +
                    call.arguments + std::to_string(call.leniencies.size()) + "\n";
    }
    void take(const SentinelFault& fault) {
        findings += "fault " + std::to_string(fault.offset) + fault.reason + "\n";
    }
    void take(const SentinelForgery& forgery) {
        findings += "forgery " + std::to_string(forgery.offset) + "\n";
    }
};

Scanned scan(std::string_view text, std::size_t piece) {
    SentinelOptions options;
    options.call_bytes_max = 512;
    options.depth_max = 8;
    options.calls_max = 4;
    SentinelParser parser(options);
    Scanned scanned;
    const auto take = [&](const SentinelEvent& event) {
        std::visit([&](const auto& each) { scanned.take(each); }, event);
    };
    for (; !text.empty(); text.remove_prefix(text.size() < piece ? text.size() : piece))
        parser.add(text.substr(0, piece), take);
    parser.finish(take);
    check(parser.state() != SentinelState::need_more);
    return scanned;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const std::string text(data + 1, data + size);
    const Scanned whole = scan(text, text.size());
    const Scanned cut = scan(text, 1 + data[0] % 16U);
    check(whole.text == cut.text && whole.findings == cut.findings);
    const bool is_forged = whole.findings.find("forgery ") != std::string::npos;
    check(whole.calls > 0 || is_forged || whole.text == text);
    const std::string quoted = quote_sentinels(text);
    check(scan(quoted, quoted.size()).findings.empty());
    check(quote_sentinels(quoted) == quoted);
    return 0;
}
