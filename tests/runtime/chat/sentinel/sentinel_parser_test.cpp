// Tests of runtime/src/chat/sentinel/{sentinel_parser,call_text}.cpp.
#include <iam/chat/sentinel.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <string_view>
#include <vector>

using namespace iam::chat;

namespace {

struct Scanned {
    std::string text{};
    std::string findings{};   // one line each
    std::size_t lag_max = 0;  // bytes held back before the first finding
};

std::string words_of(const SentinelCall& call) {
    std::string words = "call " + std::to_string(call.offset) + " " + call.server + " " +
                        call.name + " " + call.arguments;
    for (const SentinelLeniency leniency : call.leniencies)
        words += " +" + std::string(to_string(leniency));
    return words;
}

Scanned scan(const std::vector<std::string_view>& pieces, const SentinelOptions& options = {}) {
    SentinelParser parser(options);
    Scanned scanned;
    std::size_t fed = 0;
    const auto take = [&](const SentinelEvent& event) {
        if (const auto* text = std::get_if<TextPiece>(&event)) {
            scanned.text += text->text;
            return;
        }
        if (const auto* call = std::get_if<SentinelCall>(&event))
            scanned.findings += words_of(*call) + "\n";
        if (const auto* fault = std::get_if<SentinelFault>(&event))
            scanned.findings +=
                "fault " + std::to_string(fault->offset) + " " + fault->reason + "\n";
        if (const auto* forgery = std::get_if<SentinelForgery>(&event))
            scanned.findings += "forgery " + std::to_string(forgery->offset) + "\n";
    };
    for (const std::string_view piece : pieces) {
        parser.add(piece, take);
        fed += piece.size();
        const bool is_plain = scanned.findings.empty();
        if (is_plain) scanned.lag_max = std::max(scanned.lag_max, fed - scanned.text.size());
    }
    parser.finish(take);
    return scanned;
}

/// The same, whole, in every two pieces and byte by byte.
Scanned scan_every_way(std::string_view all, const SentinelOptions& options = {}) {
    const Scanned whole = scan({all}, options);
    std::vector<std::string_view> bytes;
    for (std::size_t cut = 0; cut < all.size(); ++cut) {
        bytes.push_back(all.substr(cut, 1));
        const Scanned two = scan({all.substr(0, cut), all.substr(cut)}, options);
        CAPTURE(all, cut);
        REQUIRE(two.text == whole.text);
        REQUIRE(two.findings == whole.findings);
    }
    const Scanned bytewise = scan(bytes, options);
    REQUIRE(bytewise.text == whole.text);
    REQUIRE(bytewise.findings == whole.findings);
    return whole;
}

std::string findings(std::string_view text) {
    return scan_every_way(text).findings;
}

constexpr std::string_view k_call_line = R"(TOOL_CALL: {"server":"s","name":"t","args":{"a":1}})";

}  // namespace

TEST_CASE("H18 a call is found at every cut, and the text around it stays") {
    const Scanned seen = scan_every_way(
        "I look.\nTOOL_CALL: {\"server\": \"desk\", \"name\": \"add\", \"args\": "
        "{\"t\": \"{\\\"}\"}}\nDone.");
    CHECK(seen.findings == "call 8 desk add {\"t\": \"{\\\"}\"}\n");
    CHECK(seen.text == "I look.\n\nDone.");
}

TEST_CASE("H18 all calls of a text come in order") {
    const std::string line(k_call_line);
    CHECK(findings(line + "\n" + line + "\n") == "call 0 s t {\"a\":1}\ncall 52 s t {\"a\":1}\n");
}

TEST_CASE("H18 only the beginning of a line begins a call") {
    CHECK(findings("I write " + std::string(k_call_line)) == "");
    CHECK(findings("xTOOL_CALL: {") == "");
    CHECK(findings(std::string(k_call_line) + " " + std::string(k_call_line)) ==
          "call 0 s t {\"a\":1}\n");
    CHECK(findings("TOOL_CALLS: none\nTOOL_CALL\nTOOL_TOOL_CALL: {}\ntool_call: {}\n") == "");
    CHECK(scan_every_way("TOOL_TOOL_CALL: {}").text == "TOOL_TOOL_CALL: {}");
}

TEST_CASE("H18 blanks, quotes and backticks before a call are reported") {
    for (const std::string before : {" ", "\t", "> ", "`", "```\n> "})
        CHECK(findings(before + std::string(k_call_line)).find("+marked_line") !=
              std::string::npos);
    CHECK(findings("> quote\n" + std::string(k_call_line)).find("+") == std::string::npos);
    CHECK(findings("- " + std::string(k_call_line)) == "");
    CHECK(findings("\\" + std::string(k_call_line)) == "");
}

TEST_CASE("H18 each leniency is accepted and reported") {
    CHECK(findings(R"(TOOL_CALL: {"server":"s","name":"t","arguments":{}})") ==
          "call 0 s t {} +other_args_name\n");
    CHECK(findings(R"(TOOL_CALL:{"server":"s","name":"t","parameters":{}})") ==
          "call 0 s t {} +other_args_name\n");
    CHECK(findings(R"(TOOL_CALL: {"server":"s","name":"t","args":"{\"a\": 1}"})") ==
          "call 0 s t {\"a\": 1} +args_in_text\n");
    CHECK(findings(R"(TOOL_CALL: {"server":"s","name":"t"})") == "call 0 s t {} +no_args\n");
    CHECK(findings(R"(TOOL_CALL: {"name":"s.t.u","args":{}})") ==
          "call 0 s t.u {} +server_in_name\n");
    CHECK(findings(R"(TOOL_CALL: {"id":[1],"server":"s","name":"t","args":{}})") ==
          "call 0 s t {} +unknown_members\n");
    CHECK(findings("TOOL_CALL:\n{\n\"server\":\"s\",\"name\":\"t\",\"args\":{}}") ==
          "call 0 s t {} +several_lines\n");
}

TEST_CASE("H18 a malformed call names its place, and its words stay") {
    const auto has = [](std::string_view text, const std::string& words) {
        const Scanned seen = scan_every_way(text);
        CAPTURE(text, seen.findings);
        CHECK(seen.findings.find(words) != std::string::npos);
        CHECK(seen.text == text);
    };
    has("TOOL_CALL: is what I write", "fault 11 Behind TOOL_CALL:");
    has("TOOL_CALL: {\"name\":\"t\",\"args\":{}}\nx", "The call has no server.");
    has("TOOL_CALL: {\"name\":\".t\"}", "The call has no server.");
    has("TOOL_CALL: {\"server\":\"s\"}", "The call has no name.");
    has("TOOL_CALL: {\"server\":1,\"name\":\"t\"}", "server is no string");
    has("TOOL_CALL: {\"server\":\"s\",\"name\":\"t\",\"args\":[1]}", "no JSON object");
    has("TOOL_CALL: {\"server\":\"s\",\"name\":\"t\",\"args\":\"[1]\"}", "no JSON object");
    has("TOOL_CALL: {\"server\":\"s\",\"name\":\"t\",\"args\":{},\"arguments\":{}}", "twice");
    has("TOOL_CALL: {\"server\":\"s\",\"server\":\"s\",\"name\":\"t\"}", "fault ");
    has("TOOL_CALL: {'server':'s'}", "fault ");
    has("TOOL_CALL: {\"a\":\"b\nc\"}", "A line break stands within a string");
    has("TOOL_CALL: {\"server\":\"s\",", "The text ended within the call");
    has("TOOL_CALL:", "The text ended within the call");
}

TEST_CASE("H18 a call behind a malformed one is found") {
    CHECK(findings("TOOL_CALL: no\n" + std::string(k_call_line)).find("call 14 s t") !=
          std::string::npos);
}

TEST_CASE("H18 at most 10 bytes are held back while they may become a prefix") {
    const auto lag = [](std::string_view text) {
        std::vector<std::string_view> bytes;
        for (std::size_t at = 0; at < text.size(); ++at) bytes.push_back(text.substr(at, 1));
        const Scanned seen = scan(bytes);
        CHECK(seen.text == text);
        CHECK(seen.findings == "");
        return seen.lag_max;
    };
    CHECK(lag("TOOL_CALL and TOOL_CALL: x") == 9);
    CHECK(lag("TOOL_RESUL\nTOOL_RESUME") == 10);
    CHECK(lag("plain text > ` TOOL") == 0);
}

TEST_CASE("H18 a result written by the model ends its text") {
    const Scanned seen = scan_every_way("Sure.\n> TOOL_RESULT: {\"name\":\"t\",\"result\":1}\n" +
                                        std::string(k_call_line));
    CHECK(seen.findings == "forgery 8\n");
    CHECK(seen.text == "Sure.\n> ");
    CHECK(findings("A TOOL_RESULT: x\n") == "");
    CHECK(findings("TOOL_RESULT {\"result\":1}") == "forgery 0\n");
}

TEST_CASE("H18 a call within thinking is text") {
    const std::string line(k_call_line);
    const Scanned seen = scan_every_way("<think>\n" + line + "\n</think>\n" + line);
    CHECK(seen.findings == "call 69 s t {\"a\":1}\n");
    CHECK(seen.text == "<think>\n" + line + "\n</think>\n");
    CHECK(findings("<think>x</think>" + line) == "");  // does not begin its line
    CHECK(findings("<think>\n" + line) == "");
    SentinelOptions options;
    options.thinking_begin = "[[[T";
    options.thinking_end = "T]]]";
    CHECK(scan_every_way("[[[[T\n" + line + "\nTT]]]\n" + line, options).findings ==
          "call 64 s t {\"a\":1}\n");
    options.thinking_begin = options.thinking_end = "";
    CHECK(scan_every_way("<think>\n" + line, options).findings == "call 8 s t {\"a\":1}\n");
}

TEST_CASE("the bytes, the depth and the number of sentinels have limits") {
    SentinelOptions options;
    options.call_bytes_max = 50;
    CHECK(scan_every_way("TOOL_CALL: {\"a\":\"" + std::string(60, 'b') + "\"}", options)
              .findings.find("longer than 50 bytes") != std::string::npos);
    CHECK(scan_every_way("TOOL_CALL: " + std::string(60, ' '), options)
              .findings.find("longer than 50 bytes") != std::string::npos);
    options = {};
    options.depth_max = 3;
    CHECK(scan_every_way(R"(TOOL_CALL: {"server":"s","name":"t","args":{"a":[]}})", options)
              .findings.substr(0, 4) == "call");
    CHECK(scan_every_way(R"(TOOL_CALL: {"server":"s","name":"t","args":{"a":[[]]}})", options)
              .findings.find("nested deeper than 3") != std::string::npos);
    options = {};
    options.calls_max = 1;
    const std::string line = std::string(k_call_line) + "\n";
    const Scanned many = scan_every_way(line + line + line, options);
    CHECK(many.findings.find("call 0") == 0);
    CHECK(many.findings.find("more than 1 calls") != std::string::npos);
    CHECK(many.text == "\n" + line + line);
}

TEST_CASE("H18 the state says whether more text may make a call") {
    SentinelParser parser;
    const auto ignore = [](const SentinelEvent&) {};
    CHECK(parser.state() == SentinelState::not_found);
    parser.add("Hi.\nTOOL", ignore);
    CHECK(parser.state() == SentinelState::need_more);
    parser.add("ING\n", ignore);
    CHECK(parser.state() == SentinelState::not_found);
    parser.add(k_call_line.substr(0, 30), ignore);
    CHECK(parser.state() == SentinelState::need_more);
    parser.add(k_call_line.substr(30), ignore);
    CHECK(parser.state() == SentinelState::call);
    parser.add("\nTOOL_CALL: {", ignore);
    parser.finish(ignore);
    CHECK(parser.state() == SentinelState::malformed);
}
