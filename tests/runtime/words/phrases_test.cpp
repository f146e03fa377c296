// Tests of runtime/src/words/pt_br_phrases.cpp.
#include <iam/core/json.hpp>
#include <iam/core/value_text.hpp>
#include <iam/schema/pattern.hpp>
#include <iam/schema/pattern_tree.hpp>
#include <iam/schema/schema.hpp>
#include <iam/tool/codecs/bitset.hpp>
#include <iam/tool/codecs/bytes.hpp>
#include <iam/tool/codecs/chrono.hpp>
#include <iam/tool/codecs/container.hpp>
#include <iam/tool/codecs/key.hpp>
#include <iam/tool/codecs/optional.hpp>
#include <iam/tool/codecs/set.hpp>
#include <iam/tool/codecs/text.hpp>
#include <support/phrases.hpp>

#include <catch2/catch.hpp>
#include <core/json/json_lexer.hpp>
#include <runtime/tool/codecs/codec_support.hpp>
#include <words/phrases.hpp>

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace iam::test {
namespace {

std::string in_portuguese(std::string_view english) {
    return words::phrase_text(english, words::Locale::pt_br);
}

/// Each line is "pointer | message | …". The text of a valid value has no such line, and fails.
void check_messages(const std::string& lines) {
    std::istringstream all(lines);
    int messages = 0;
    for (std::string line; std::getline(all, line);) {
        if (line.find(" | ") == std::string::npos) continue;  // it was a value
        ++messages;
        const std::size_t start = line.find(" | ") + 3;
        const std::string message = line.substr(start, line.find(" | ", start) - start);
        INFO(message << " -> " << in_portuguese(message));
        CHECK(in_portuguese(message) != message);
        CHECK(english_left_in(message).empty());
    }
    INFO(lines);
    CHECK(messages > 0);
}

}  // namespace

TEST_CASE("a phrase keeps its values, and says the phrases in it") {
    constexpr words::Phrase k_frames[] = {{"so: #1", "assim: #1"}};
    constexpr words::Phrase k_phrases[] = {{"#1 or #2", "#2 ou #1"},
                                           {"a %1", "um %1"},
                                           {"%1 is less than %2", "%1 é menor que %2"},
                                           {"so: it is less than so", "tão pouco"},
                                           {"a number", "um número"}};
    const auto said = [&](std::string_view english) {
        return words::read_phrase({k_frames, k_phrases}, english);
    };
    CHECK(said("so: 3 is less than 4") == "assim: 3 é menor que 4");
    CHECK(said("so: it is less than so") == "tão pouco");
    CHECK(said("3 is less than 4") == "3 é menor que 4");
    CHECK(said("a number or a text") == "um text ou um número");
    CHECK(said("3 is less than a number") == "3 é menor que a number");
    CHECK(said("is less than 4") == "is less than 4");
    CHECK(said("is less than ") == "is less than ");
    CHECK(said("%1 is less than %2") == "%1 é menor que %2");
    CHECK(said("").empty());
    const std::string deep(8193, 'x');
    CHECK(said("a " + deep) == "a " + deep);
    CHECK(words::phrase_text("'x' is missing", words::Locale::en_us) == "'x' is missing");
}

TEST_CASE("what a message quotes stays as it is and chooses no phrase") {
    const std::string cut = shown("\"" + std::string(50, 'x') + " is less than 3 or more\"");
    REQUIRE(cut.find(" more bytes)") != std::string::npos);
    const std::string list = shown(R"(["a is less than 3", ")" + std::string(80, 'x') + "\"]");
    for (const std::string& value :
         {std::string(R"("red or blue")"), std::string(R"("x is greater than y")"),
          std::string(R"("a: error: 1 is less than 2")"), std::string(R"("a, fewer than b")"),
          std::string(R"("say \"it is 1 or 2\" or \\")"),
          std::string(R"(["a or b",{"c":"d or e"}])"), std::string(R"("x. Did you mean 'y'?")"),
          std::string(R"("a is missing, which b asks for")"), cut, list}) {
        INFO(value);
        CHECK(in_portuguese(value) == value);
        CHECK(in_portuguese(value + " is not one of 'a or b', 'c'") ==
              value + " não é um de 'a or b', 'c'");
        CHECK(in_portuguese("/f.json:1:2: error: " + value + " is greater than 3") ==
              "/f.json:1:2: erro: " + value + " é maior que 3");
        CHECK(in_portuguese(value + " does not match 'x or y'") ==
              value + " não corresponde a 'x or y'");
    }
}

TEST_CASE("a member's name with a quote in it chooses no phrase") {
    for (const std::string name :
         {"hour", "x or y", "x' is less than '3", "x': error: 1 is less than 2", "' or '",
          "\" is less than 3 or '", "a' here. Did you mean 'b", "two\nlines' or 'more"}) {
        const std::string quoted = quoted_name(name);
        INFO(quoted);
        CHECK(quoted.find('\n') == std::string::npos);
        CHECK(in_portuguese("there is no member " + quoted + " here") ==
              "não há aqui nenhum membro " + quoted);
        CHECK(in_portuguese(quoted + " is missing, which " + quoted + " asks for") ==
              "falta " + quoted + ", que " + quoted + " pede");
        CHECK(
            in_portuguese("there is no member " + quoted + " here. Did you mean " + quoted + "?") ==
            "não há aqui nenhum membro " + quoted + ". Você quis dizer " + quoted + "?");
    }
}

TEST_CASE("a quoted text that does not end chooses no phrase, and is read once") {
    for (const std::string text :
         {"\"red or blue", "'red or blue", "[\"a\", 1 or 2", "{\"a\": 1 or 2",
          "\"a: error: 1 is less than 2", "'x. Did you mean 'y'"}) {
        INFO(text);
        CHECK(in_portuguese(text) == text);
        CHECK(in_portuguese("the object or " + text) == "o objeto ou " + text);
    }
    std::string open;
    while (open.size() < 8000) open += " [1";
    CHECK(in_portuguese(open + " or 2") == open + " or 2");
}

TEST_CASE("the text of a pattern chooses no phrase") {
    const schema::CompileOptions options;
    for (const std::string part : {"red or blue", "a. Did you mean b", "' or '", "\" or \"",
                                   "x' is less than '3", "a: error: 1 is less than 2"}) {
        INFO(part);
        const Json rules{{"pattern", part}};
        const auto compiled = schema::Schema::compile(rules, options);
        REQUIRE(compiled);
        const auto report = compiled->validate(Json("zzz"));
        REQUIRE(report);
        REQUIRE(report->errors.size() == 1);
        CHECK(in_portuguese(report->errors[0].error) ==
              "\"zzz\" não corresponde ao padrão " + quoted_name(part));
        const std::string whole = "^" + part + "$";
        const std::string refused = read<std::string>("\"zzz\"", {.pattern = whole});
        const std::string message = refused.substr(3, refused.find(" | ", 3) - 3);
        CHECK(in_portuguese(message) == "\"zzz\" não corresponde a " + quoted_name(whole));
    }
    const auto named = schema::parse_pattern("(?<a' or 'b>x)");
    REQUIRE_FALSE(named);
    INFO(named.error().message);
    CHECK(in_portuguese(named.error().message)
              .find("\"(?<a'\" tem um caractere que nomes de grupos não podem ter") !=
          std::string::npos);
}

TEST_CASE("A7 what the reader of JSON says has a phrase") {
    for (auto fault = JsonFault::no_value; fault <= JsonFault::too_long;
         fault = static_cast<JsonFault>(static_cast<int>(fault) + 1)) {
        const std::string text(sentence(fault));
        INFO(text << " -> " << in_portuguese(text));
        CHECK(in_portuguese(text) != text);
        CHECK(english_left_in(text).empty());
    }
    Limits small;
    small.bytes_max = 40;
    small.depth_max = 2;
    small.nodes_max = 5;
    small.members_max = 2;
    small.elements_max = 2;
    small.key_bytes_max = 3;
    small.string_bytes_max = 4;
    for (const std::string text : {"",
                                   "{",
                                   "[",
                                   "{\"a\":1,}",
                                   "[1,]",
                                   "{\"a\" 1}",
                                   "{1:2}",
                                   "{\"a\":1 2}",
                                   "[1 2]",
                                   "{} {}",
                                   "{\"a\":1,\"a\":2}",
                                   "\xEF\xBB\xBF{}",
                                   "[[[1]]]",
                                   "{\"a\":1,\"b\":1,\"c\":1}",
                                   "[1,2,3]",
                                   "{\"abcd\":1}",
                                   "\"abcde\"",
                                   "[[1,1],[1,1]]",
                                   "[1.e]",
                                   "                                         1"}) {
        const auto read = parse_json(text, small);
        REQUIRE_FALSE(read);
        const std::string& message = read.error().message;
        INFO(text << ": " << message << " -> " << in_portuguese(message));
        CHECK(in_portuguese(message) != message);
        CHECK(english_left_in(message).empty());
    }
}

TEST_CASE("A7 what a decoder says of a value has a phrase") {
    using Strings = std::vector<std::string>;
    using Numbers = std::map<int, int>;
    using Days = std::chrono::sys_days;
    using Unit = std::chrono::milliseconds;
    for (const char* text : {"1.5", "300", "-1", "\"x\"", "null", "[1]", "{}", "1e30"}) {
        check_messages(read<int>(text, {.low = 0, .high = 23, .multiple_of = 2}));
        check_messages(
            read<float>(text == std::string("1e30") ? "1e300" : text, {.low = 0, .high = 1}));
    }
    check_messages(read<std::uint64_t>("1.5e30"));
    for (const char* text : {"\"\"", "\"abcdefg\"", "\"x\"", "3", "true"}) {
        check_messages(read<std::string>(text, {.length_min = 2, .length_max = 4}));
        check_messages(read<std::string>(text, {.pattern = "^y+$"}));
        check_messages(read<std::string>(text, {.format = Format::date}));
        check_messages(read<std::bitset<3>, BitsetCodec<3>>(text));
        if (text != std::string("\"x\"")) check_messages(read<char, CharacterCodec>(text));
        check_messages(read<Days, DateCodec<Days>>(text));
        check_messages(read<std::chrono::sys_time<Unit>, MomentCodec<Unit>>(text));
        if (text != std::string("\"\""))
            check_messages(read<std::vector<std::byte>, BytesCodec>(text));
        check_messages(read<bool>(text == std::string("true") ? "1" : text));
    }
    check_messages(
        read<std::chrono::sys_time<Unit>, MomentCodec<Unit>>("\"2024-05-17T12:30:00.1234Z\""));
    check_messages(read<Strings>("[\"a\"]", {.length_min = 2}));
    check_messages(read<Strings>("{}"));
    check_messages(read<std::set<int>, SetCodec<codec<int>, std::set<int>>>("[1,1]"));
    check_messages(read<std::map<std::string, int>>("{\"a\":\"b\"}", {.length_min = 2}));
    check_messages(read<Numbers, MapCodec<IntegerKey<int>, codec<int>, Numbers>>("{\"a\":1}"));
    check_messages(read<std::optional<int>>("[\"a\"]"));
    std::string many = "[";
    for (int i = 0; i < 200; ++i) many += "true,";
    check_messages(read<std::vector<int>>(many + "true]"));
    for (const char* message :
         {"the value has 7 characters", "there is no member 'hour' here. Did you mean 'hours'?",
          "there is no member (hidden) here", "'x' is missing", "\"x\" is not one of 'a', 'b'",
          "/hour: 24 is greater than 23", "\"x\" cannot be read: the text is not JSON",
          "expected 'a' or number, got null", "expected null or boolean, got a string",
          "the text with its defaults is too long",
          "The text of the arguments is longer than 10 bytes; give a shorter one."}) {
        INFO(message << " -> " << in_portuguese(message));
        CHECK(in_portuguese(message) != message);
        CHECK(english_left_in(message).empty());
    }
}

TEST_CASE("A7 what the validator of imported tools says has a phrase") {
    schema::CompileOptions options;
    options.assert_format = true;
    for (const auto& [rules, value] : std::map<std::string, std::string>{
             {R"({"type":"integer"})", "1.5"},
             {R"({"type":["integer","string"]})", "true"},
             {R"({"type":"object"})", "[]"},
             {R"({"enum":[1,2]})", "3"},
             {R"({"const":1})", "\"x\""},
             {R"({"minimum":3})", "1"},
             {R"({"exclusiveMinimum":3})", "3"},
             {R"({"exclusiveMaximum":3})", "3"},
             {R"({"maximum":3})", "4"},
             {R"({"multipleOf":3})", "4"},
             {R"({"minLength":3})", "\"a\""},
             {R"({"maxLength":1})", "\"aa\""},
             {R"({"minItems":2})", "[1]"},
             {R"({"maxItems":0})", "[1]"},
             {R"({"minProperties":2})", "{\"a\":1}"},
             {R"({"maxProperties":0})", "{\"a\":1}"},
             {R"({"pattern":"^a"})", "\"b\""},
             {R"({"format":"date"})", "\"b\""},
             {R"({"required":["a"]})", "{}"},
             {R"({"dependentRequired":{"a":["b"]}})", "{\"a\":1}"},
             {R"({"properties":{"abcd":{}},"additionalProperties":false})", "{\"abce\":1}"},
             {R"({"anyOf":[{"type":"null"},{"type":"string"}]})", "1"},
             {R"({"oneOf":[{"type":"null"},{"type":"string"}]})", "1"},
             {R"({"oneOf":[{"type":"number"},{"minimum":0}]})", "1"},
             {R"({"not":{}})", "1"},
             {R"({"contains":{"type":"null"}})", "[1]"},
             {R"({"contains":{"type":"null"},"minContains":2})", "[null]"},
             {R"({"contains":{"type":"null"},"maxContains":1})", "[null,null]"},
             {R"({"uniqueItems":true})", "[1,1]"},
             {"false", "1"}}) {
        const auto compiled = schema::Schema::compile(parse_json(rules).value(), options);
        REQUIRE(compiled);
        const auto report = compiled->validate(parse_json(value).value());
        REQUIRE(report);
        REQUIRE_FALSE(report->valid);
        for (const schema::OutputUnit& unit : report->errors) {
            INFO(rules << ": " << unit.error << " -> " << in_portuguese(unit.error));
            CHECK(in_portuguese(unit.error) != unit.error);
            CHECK(english_left_in(unit.error).empty());
        }
    }
}

TEST_CASE("A7 what is wrong in a pattern has a phrase") {
    for (const char* pattern : {"ab)",
                                "a(b",
                                "[abc",
                                "a]",
                                "a{",
                                "a{3,2}",
                                "*a",
                                "^*",
                                "(?i)a",
                                "(?<a>x)(?<a>y)",
                                "(?<1a>x)",
                                "(?<>x)",
                                "(?<a",
                                "\\",
                                "\\a",
                                "a\\z",
                                "[\\1]",
                                "\\1",
                                "(?<a>x)\\k",
                                "\\01",
                                "\\x4",
                                "\\u00e",
                                "\\u{}",
                                "\\u{110000}",
                                "[b-a]",
                                "[\\d-z]",
                                "\\c1",
                                "\\p{X}",
                                "\\pL",
                                "\\p{L",
                                "\\p{Alphabetic}",
                                "a(?=b)",
                                "(a)\\1",
                                "(?:a{1000}){1000}",
                                "\\p{L}{5000}",
                                "\\p{scx=Grek}"}) {
        std::string message;
        if (const auto tree = schema::parse_pattern(pattern); !tree) {
            message = tree.error().message;
        } else if (const auto compiled = schema::Pattern::compile(*tree); !compiled) {
            message = compiled.error().message;
        } else if (const auto whole = schema::Pattern::compile(pattern); !whole) {
            message = whole.error().message;
        }
        INFO(pattern << ": " << message << " -> " << in_portuguese(message));
        CHECK_FALSE(message.empty());
        CHECK(in_portuguese(message) != message);
        CHECK(english_left_in(message).empty());
    }
}

}  // namespace iam::test
