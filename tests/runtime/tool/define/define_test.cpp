// Tools that are defined in code.
// Tests of runtime/src/tool/define/hand_made.cpp.
#include <iam/tool/codecs/enum.hpp>
#include <iam/tool/codes.hpp>
#include <iam/tool/define.hpp>
#include <iam/tool/define_json.hpp>
#include <iam/tool/settle.hpp>
#include <support/handlers.hpp>
#include <support/named_registry.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <future>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

namespace iam::test {
namespace {

std::string echo(const std::string& message, int repeat) {
    std::string text;
    for (int i = 0; i < repeat; ++i) text += message;
    return text;
}

Preview preview_echo(int repeat) {
    return Preview{"says it " + std::to_string(repeat) + " times", {}, {}};
}

enum class Named { not_enough, policy_denied };
struct NamedRefusal : EnumCodec<NamedRefusal, Named> {
    static constexpr std::array<std::string_view, 2> k_names{"not_enough", "policy_denied"};
    static constexpr std::array<Named, 2> k_values{Named::not_enough, Named::policy_denied};
};

/// The error of a definition that must not be accepted.
template <class Description>
std::string refusal(const Description& describe) {
    NamedRegistry registry;
    Define tool("t");
    describe(tool);
    const Result<void> added = tool.add_to(registry);
    CHECK(registry.snapshot()->contracts().empty());
    return added ? "accepted" : added.error().message;
}

Define& define_echo(Define& tool, std::vector<std::string>& taken_back) {
    return tool.title("Echo")
        .description("Says a message back.")
        .hints({{}, false, {}, {}})
        .policy(confirm)
        .parameter("message", {.length_max = 8}, "what to say")
        .parameter("repeat", {.low = 1, .high = 10})
        .with_default(2)
        .unit("times")
        .call(&echo)
        .preview(&preview_echo, {"repeat"})
        .undo(
            [&taken_back](const std::string& result, int repeat) {
                taken_back.push_back(result + "/" + std::to_string(repeat));
            },
            {"result", "repeat"});
}

/// Types of another library: no aggregate, and one whose values are not all of its form.
class Label {
 public:
    Label() = default;
    explicit Label(std::string text) : text_(std::move(text)) {}
    const std::string& text() const { return text_; }

 private:
    std::string text_;
};

struct Share {
    int part = 0;
    int whole = 1;
    bool is_checked = true;  // no part of its JSON
};

struct Fraction {
    int part = 0;
    int whole = 1;
};

/// Whose schema says nothing.
struct Anything {
    std::string text{};
};

/// What it is by default has no JSON form.
struct Scale {
    double factor = std::numeric_limits<double>::quiet_NaN();
};

/// What it is by default breaks its own rule.
struct Loudness {
    int volume = 11;
};

}  // namespace
}  // namespace iam::test

template <>
struct iam::codec<iam::test::Label> {
    using wire = std::string;
    static test::Label from_wire(std::string text) { return test::Label(std::move(text)); }
    static const std::string& to_wire(const test::Label& label) { return label.text(); }
};

template <>
struct iam::codec<iam::test::Fraction>
    : iam::RecordCodec<iam::codec<iam::test::Fraction>, iam::test::Fraction> {
    static constexpr auto k_fields =
        std::make_tuple(iam::required("part", &test::Fraction::part, {.low = 0}),
                        iam::required("whole", &test::Fraction::whole));
};

template <>
struct iam::codec<iam::test::Share> {
    using wire = test::Fraction;
    static std::optional<test::Share> from_wire(wire form) {
        if (form.part > form.whole) return std::nullopt;
        return test::Share{form.part, form.whole, true};
    }
    static wire to_wire(const test::Share& share) { return {share.part, share.whole}; }
};

template <>
struct iam::codec<iam::test::Anything> {
    static bool decode(Decoder& in, test::Anything& value, const Rules& = {}) {
        const std::size_t start = in.reader().offset();
        if (!in.reader().skip()) return false;
        value.text = in.text_since(start);
        return true;
    }
    static void encode(JsonWriter& out, const test::Anything& value) { out.raw(value.text); }
    static std::string expected(const Rules&) { return "anything"; }
    static void schema(SchemaText&, const Rules&) {}
};

template <>
struct iam::codec<iam::test::Loudness>
    : iam::RecordCodec<iam::codec<iam::test::Loudness>, iam::test::Loudness> {
    static constexpr auto k_fields =
        std::make_tuple(iam::defaulted("volume", &iam::test::Loudness::volume, {.high = 10}));
};

template <>
struct iam::codec<iam::test::Scale>
    : iam::RecordCodec<iam::codec<iam::test::Scale>, iam::test::Scale> {
    static constexpr auto k_fields =
        std::make_tuple(iam::defaulted("factor", &iam::test::Scale::factor));
};

namespace iam::test {

TEST_CASE("a function defined in code is prepared, called, previewed and undone") {
    NamedRegistry registry;
    std::vector<std::string> taken_back;
    Define tool("echo");
    REQUIRE(define_echo(tool, taken_back).add_to(registry));
    const Caller caller(registry);
    CHECK(caller.prepare("echo", R"({"message":"a"})") == R"({"message":"a","repeat":2})");
    CHECK(caller.call("echo", R"({"message":"a","repeat":3})") == R"("aaa")");
    CHECK(caller.preview("echo", R"({"message":"a","repeat":3})") == "says it 3 times");
    CHECK(caller.undo("echo", R"({"message":"a","repeat":3})", R"("aaa")") == "done");
    CHECK(taken_back == std::vector<std::string>{"aaa/3"});
    CHECK(caller.undo("echo", R"({"repeat":"x"})", R"("aaa")").find("tool_failed") == 0);
    CHECK(caller.undo("echo", R"({"repeat":3})", "7").find("undo_incompatible") == 0);
}

TEST_CASE("a type of another library is taken and given as its codec says") {
    NamedRegistry registry;
    REQUIRE(define("halved")
                .description("Halves shares.")
                .parameter("shares", {.length_min = 1}, "what to halve")
                .parameter("label", {.length_max = 3})
                .call([](std::vector<Share> shares, const Label& label) {
                    for (Share& share : shares) share.whole *= 2;
                    return std::make_optional(shares[label.text().size() % shares.size()]);
                })
                .add_to(registry));
    const auto contract = registry.snapshot();
    const Json tool = parse_json(contract->find({"", "halved"})->document).value();
    const Json& properties = tool["inputSchema"]["properties"];
    CHECK(properties["label"].dump() == R"({"maxLength":3,"type":"string"})");
    CHECK(
        canonical_json(properties["shares"]["items"]).value() ==
        R"({"additionalProperties":false,"properties":{"part":{"maximum":2147483647,"minimum":0,"type":"integer"},)"
        R"("whole":{"maximum":2147483647,"minimum":-2147483648,"type":"integer"}},"required":["part","whole"],"type":"object"})");

    const Caller caller(registry);
    CHECK(caller.call("halved",
                      R"({"shares":[{"part":1,"whole":2},{"part":3,"whole":4}],"label":"a"})") ==
          R"({"part":3,"whole":8})");
    CHECK(caller.prepare("halved", R"({"shares":[{"part":3,"whole":2}],"label":"abcd"})") ==
          "/shares/0: {\"part\":3,\"whole\":2} has no meaning for the program\n"
          "/label: \"abcd\" has 4 characters");
    CHECK(caller.prepare("halved", R"({"shares":[{"part":-1,"whole":2}],"label":""})") ==
          "/shares/0/part: -1 is less than 0");
}

TEST_CASE("all errors of a call are reported at once") {
    NamedRegistry registry;
    std::vector<std::string> taken_back;
    Define tool("echo");
    REQUIRE(define_echo(tool, taken_back).add_to(registry));
    const Caller caller(registry);
    CHECK(caller.prepare("echo", R"({"repeat":11,"massage":"a"})") ==
          "/repeat: 11 is greater than 10\n"
          "/massage: there is no member 'massage' here. Did you mean 'message'?\n"
          "/message: 'message' is missing");
    CHECK(caller.prepare("echo", "[]") == ": expected object, got an array");
    CHECK(caller.prepare("echo", "nonsense").find(": ") == 0);
}

TEST_CASE("the contract of a tool defined in code states what was said") {
    NamedRegistry registry;
    std::vector<std::string> taken_back;
    Define tool("echo");
    REQUIRE(define_echo(tool, taken_back).add_to(registry));
    const auto catalogue = registry.snapshot();
    const Contract* contract = catalogue->find({"", "echo"});
    REQUIRE(contract != nullptr);
    CHECK(contract->policy == Policy::confirm);
    CHECK(contract->hints.destructive == false);
    CHECK(contract->has_preview);
    CHECK(contract->has_undo);
    CHECK(undo_grade(*contract) == "compensating");
    const auto document = parse_json(contract->document);
    REQUIRE(document);
    CHECK(
        canonical_json(document->at("inputSchema")).value() ==
        R"({"additionalProperties":false,"properties":{"message":{"description":"what to say","maxLength":8,"type":"string"},)"
        R"("repeat":{"default":2,"description":"unit: times","maximum":10,"minimum":1,"type":"integer"}},"required":["message"],"type":"object"})");
    CHECK(
        canonical_json(document->at("outputSchema")).value() ==
        R"({"additionalProperties":false,"properties":{"result":{"type":"string"}},"required":["result"],"type":"object"})");
    CHECK(document->at("_meta").at("iam/contract").at("result_member").get<std::string>() ==
          "result");
    CHECK(document->at("_meta").at("iam/contract").at("digests").at("consent").get<std::string>() ==
          contract->digests.consent.hex());
}

TEST_CASE("a contract has the full schemas that it does not publish, and no others") {
    NamedRegistry registry;
    REQUIRE(define("count")
                .parameter("upto")
                .call([](std::int64_t upto) { return upto > 0; })
                .add_to(registry));
    REQUIRE(define("say")
                .parameter("text")
                .call([](const std::string& text) { return text; })
                .add_to(registry));
    const auto catalogue = registry.snapshot();
    CHECK(catalogue->find({"", "say"})->full_schemas.empty());
    const Contract* count = catalogue->find({"", "count"});
    const auto full = parse_json(count->full_schemas);
    REQUIRE(full);
    CHECK(full->size() == 1);
    CHECK(full->at("inputSchema").at("properties").at("upto").at("maximum") ==
          std::numeric_limits<std::int64_t>::max());
    CHECK(count->document.find("maximum") == std::string::npos);
}

TEST_CASE("a parameter whose schema says nothing has its description and its default") {
    NamedRegistry registry;
    REQUIRE(define("note")
                .parameter("value", {}, "anything")
                .with_default(1)
                .call([](const Anything&) {})
                .add_to(registry));
    const auto document = parse_json(registry.snapshot()->find({"", "note"})->document);
    REQUIRE(document);
    CHECK((*document)["inputSchema"]["properties"]["value"] ==
          Json({{"description", "anything"}, {"default", 1}}));
}

TEST_CASE("a tool defined in code may tell what became of a call") {
    NamedRegistry registry;
    REQUIRE(define("send")
                .parameter("to")
                .call([](const std::string& to) { return to.size(); })
                .reconcile(
                    [](const IdempotencyKey& key, const std::string& to) {
                        return to == "ann" ? std::optional(to.size() + key.text.size())
                                           : std::nullopt;
                    },
                    {"to"})
                .add_to(registry));
    REQUIRE(define("ring")
                .parameter("times")
                .call([](int) {})
                .reconcile([](int times) { return times > 1; }, {"times"})
                .add_to(registry));
    CHECK(registry.snapshot()->find({"", "send"})->has_reconcile);
    const auto document = parse_json(registry.snapshot()->find({"", "send"})->document);
    CHECK(document->at("_meta").at("iam/contract").at("reconcile") == true);
    const Caller caller(registry);
    CHECK(caller.reconcile("send", R"({"to":"ann"})") == "40");
    CHECK(caller.reconcile("send", R"({"to":"bob"})") == "did not happen");
    CHECK(caller.reconcile("send", R"({"to":1})").starts_with("reconcile_incompatible: "));
    CHECK(caller.reconcile("ring", R"({"times":2})") == "done");
    CHECK(caller.reconcile("ring", R"({"times":1})") == "did not happen");
}

TEST_CASE("a reconcile defined in code that does not fit its tool is refused") {
    CHECK_THAT(refusal([](Define& tool) {
                   tool.parameter("to")
                       .call([](const std::string& to) { return to.size(); })
                       .reconcile([](const std::string&) { return true; }, {"to"});
               }),
               Catch::Contains("another type than the tool returns"));
    CHECK_THAT(refusal([](Define& tool) {
                   tool.parameter("pin")
                       .secret()
                       .call([](const std::string&) {})
                       .reconcile([](const std::string&) { return true; }, {"pin"});
               }),
               Catch::Contains("is a secret"));
}

TEST_CASE("lambdas, results, replies and injected parameters work") {
    NamedRegistry registry;
    int called = 0;
    REQUIRE(define("count").call([&called]() { ++called; }).add_to(registry));
    REQUIRE(define("fail")
                .call([]() -> Result<int> {
                    return tl::unexpected(Error{Errc::internal, "no", {}});
                })
                .add_to(registry));
    REQUIRE(define("whole").call([]() -> Result<int> { return 7; }).add_to(registry));
    REQUIRE(define("own")
                .call([]() { return Reply::failed("full", "the shelf is full"); })
                .add_to(registry));
    REQUIRE(define("own_later")
                .call([]() {
                    return std::async(std::launch::deferred,
                                      [] { return Reply::failed("late", "the shelf is full"); });
                })
                .add_to(registry));
    REQUIRE(define("who")
                .parameter("n")
                .call([](Context& context, int n, std::stop_token stop) {
                    return context.idempotency_key() + std::to_string(n) +
                           (stop.stop_requested() ? "!" : "");
                })
                .add_to(registry));
    REQUIRE(define("steps")
                .parameter("n")
                .call([](iam::Progress& progress, int n) { return progress.report(n, 4); })
                .add_to(registry));
    REQUIRE(define("maybe")
                .parameter("n")
                .call([](std::optional<int> n) { return n; })
                .add_to(registry));
    const Caller caller(registry);
    CHECK(caller.call("count", "{}") == "done");
    CHECK(called == 1);
    CHECK(caller.call("fail", "{}") == "tool_failed: no");
    CHECK(caller.call("whole", "{}") == "7");
    CHECK(caller.call("own_later", "{}") == "late: the shelf is full");
    CHECK(caller.call("own", "{}") == "full: the shelf is full");
    CHECK(caller.call("who", R"({"n":4})") == R"("test.000000000000000000000000000000004")");
    CHECK(caller.call("steps", R"({"n":4})") == "true");
    CHECK(caller.call("steps", R"({"n":5})") == "false");
    CHECK(caller.call("maybe", "{}") == "null");
    CHECK(caller.call("maybe", R"({"n":4})") == "4");
    CHECK(caller.call("maybe", R"({"n":null})").find("/n: expected") == 0);
}

TEST_CASE("a callable may answer later, or with an error in place of its value") {
    NamedRegistry registry;
    REQUIRE(Define("later")
                .description("Later.")
                .parameter("number")
                .call([](int number, const Context& context) {
                    return std::async(std::launch::deferred, [number, id = context.call_id()] {
                        return id + std::to_string(number);
                    });
                })
                .add_to(registry));
    REQUIRE(Define("opened")
                .description("Opens.")
                .parameter("code")
                .call([](int code) -> tl::expected<bool, std::error_code> {
                    if (code == 0) return true;
                    return tl::unexpected(std::error_code(code, std::generic_category()));
                })
                .add_to(registry));
    const Caller caller(registry);
    CHECK(caller.call("later", R"({"number":4})") == R"("test4")");
    CHECK(caller.call("opened", R"({"code":0})") == "true");
    CHECK(caller.call("opened", R"({"code":2})") == "tool_failed: No such file or directory");
    const auto contract = registry.snapshot()->find({"", "later"});
    CHECK(contract->document.find(R"("result":{"type":"string"})") != std::string::npos);
}

TEST_CASE("E5 an error that is an enumerator answers with its name as the code") {
    for (const auto& [name, word] :
         std::vector<std::pair<std::string, std::string>>{{"not_enough", "not_enough"},
                                                          {"NotEnough", "not_enough"},
                                                          {"NOT_ENOUGH", "not_enough"},
                                                          {"HTTPError2", "http_error2"},
                                                          {"kTooFar", "k_too_far"},
                                                          {"_", "_"}}) {
        INFO(name);
        CHECK(code::of_enumerator(name) == word);
    }
    // The gate's own words, and names that are no words of a code.
    for (const char* none : {"policy_denied", "UserDenied", "outcome_unknown", "", "größer"}) {
        INFO(none);
        CHECK(code::of_enumerator(none).empty());
    }
    CHECK(code::of_enumerator(std::string(65, 'a')).empty());
}

TEST_CASE("E5 a function whose error is an enumeration fails with the code of its own") {
    const Reply own = glue::failed<NamedRefusal>(Named::not_enough);
    CHECK(own.code == "not_enough");
    CHECK(own.message == "not_enough");
    CHECK_FALSE(own.success);
    const Reply gates = glue::failed<NamedRefusal>(Named::policy_denied);
    CHECK(gates.code == code::tool_failed);
    CHECK(gates.message == "policy_denied");
}

TEST_CASE("an open tool gets what it did not declare, in canonical form") {
    NamedRegistry registry;
    REQUIRE(define("log")
                .open()
                .member<int>("level", {.low = 0, .high = 9})
                .call_text(with_json([](const Json& arguments, Context&) {
                    return Reply::done(std::to_string(arguments.size()));
                }))
                .add_to(registry));
    const Caller caller(registry);
    CHECK(caller.prepare("log", R"({"z":{"b":1.0,"a":[ ]},"level":1e0,"a":"x"})") ==
          R"({"a":"x","level":1,"z":{"a":[],"b":1}})");
    CHECK(caller.call("log", R"({"level":1,"other":null})") == "2");
    CHECK(caller.prepare("log", R"({"level":10,"x":1})") == "/level: 10 is greater than 9");
    CHECK(caller.prepare("log", R"({"x":1})") == "/level: 'level' is missing");
    CHECK(caller.prepare("log", R"({"level":1,"x":{"a":1,"a":2}})").find("/x/a: ") == 0);
}

TEST_CASE("a secret is neither shown nor stored nor undone with") {
    NamedRegistry registry;
    REQUIRE(define("login")
                .parameter("pin", {.length_max = 4})
                .secret()
                .call([](const std::string& pin) { return pin.size() == 4; })
                .add_to(registry));
    const auto catalogue = registry.snapshot();
    CHECK(catalogue->find({"", "login"})->secret_arguments == std::vector<std::string>{"/pin"});
    const Caller caller(registry);
    CHECK(caller.prepare("login", R"({"pin":"hunter2"})") == "/pin: the value has 7 characters");
    CHECK(caller.prepare("login", R"({"pin":12345})").find("12345") == std::string::npos);
    CHECK(refusal([](Define& tool) {
              tool.parameter("pin")
                  .secret()
                  .call([](std::string) {})
                  .undo([](std::string) {}, {"pin"});
          }).find("secret") != std::string::npos);
}

TEST_CASE("a consent key is in the contract, and what it is part of cannot be secret") {
    NamedRegistry registry;
    REQUIRE(define("pay")
                .parameter("account")
                .consent_key()
                .parameter("to/from")
                .consent_key()
                .call([](const std::string&, const std::string&) {})
                .add_to(registry));
    REQUIRE(define("read").parameter("account").call([](const std::string&) {}).add_to(registry));
    const auto catalogue = registry.snapshot();
    const Contract& pay = *catalogue->find({"", "pay"});
    CHECK(pay.consent_keys == std::vector<std::string>{"/account", "/to~1from"});
    CHECK_THAT(pay.document, Catch::Contains(R"("consent_keys":["/account","/to~1from"])"));
    const Contract& read = *catalogue->find({"", "read"});
    CHECK_THAT(read.document, !Catch::Contains("consent_keys"));
    CHECK_THAT(refusal([](Define& tool) {
                   tool.parameter("pin").secret().consent_key().call([](const std::string&) {});
               }),
               Catch::Contains("secret and a consent key"));
    CHECK_THAT(refusal([](Define& tool) { tool.consent_key().call([] {}); }),
               Catch::Contains("consent_key() stands before any parameter"));
}

TEST_CASE("a definition that does not fit its function is refused with the reason") {
    const auto says = [](const std::string& text, const char* part) {
        return text.find(part) != std::string::npos;
    };
    CHECK(says(refusal([](Define&) {}), "it has no function"));
    CHECK(says(refusal([](Define& t) { t.call([](int) {}); }),
               "takes 1 arguments, but 0 parameters"));
    CHECK(says(refusal([](Define& t) { t.parameter("a").parameter("a").call([](int, int) {}); }),
               "declared twice"));
    CHECK(says(refusal([](Define& t) { t.parameter("a").with_default("x").call([](int) {}); }),
               "the default of 'a'"));
    CHECK(says(
        refusal([](Define& t) { t.parameter("a", {.high = 3}).with_default(4).call([](int) {}); }),
        "4 is greater than 3"));
    CHECK(says(
        refusal([](Define& t) { t.parameter("a", {.pattern = "("}).call([](std::string) {}); }),
        "does not compile"));
    CHECK(says(refusal([](Define& t) {
                   t.parameter("minute")
                       .call([](int) {})
                       .preview([](int) { return Preview{}; }, {"minuet"});
               }),
               "Did you mean 'minute'?"));
    CHECK(says(refusal([](Define& t) {
                   t.parameter("a").call([](int) {}).preview([](long) { return Preview{}; }, {"a"});
               }),
               "another type"));
    CHECK(says(refusal([](Define& t) { t.undo_exact().call([] {}); }), "has no undo()"));
    CHECK(says(refusal([](Define& t) { t.since("\xff").call([] {}); }),
               "the facts of the tool have no JSON form"));
    CHECK(says(
        refusal([](Define& t) { t.call([] { return 1; }).undo([](std::string) {}, {"result"}); }),
        "returns another type"));
    CHECK(
        says(refusal([](Define& t) { t.open().parameter("a").call([](int) {}); }), "call_text()"));
    CHECK(says(refusal([](Define& t) {
                   t.parameter("a").call_text(
                       [](std::string_view, Context&) { return Reply::done(); });
               }),
               "member<T>()"));
}

TEST_CASE("a default without a JSON form is refused where it would be filled in") {
    NamedRegistry registry;
    REQUIRE(
        define("scale").parameter("by").call([](Scale by) { return by.factor; }).add_to(registry));
    const Caller caller(registry);
    CHECK(caller.prepare("scale", R"({"by":{}})") ==
          "/by: {} leaves out a value whose default has no JSON form (not a finite number); give "
          "every value");
    CHECK(caller.call("scale", R"({"by":{"factor":2}})") == "2");

    glue::ToolCode code;
    code.table = codec<Scale>::table();
    code.hold = &glue::hold<Scale>;
    const Prepared prepared = glue::prepare(code, nullptr, "{}");
    REQUIRE_FALSE(prepared);
    REQUIRE(prepared.error().size() == 1);
    CHECK(prepared.error()[0].message ==
          "a value that is left out has a default without a JSON form (not a finite number); give "
          "every value");
    CHECK(glue::prepare(code, nullptr, R"({"factor":2})") == R"({"factor":2})");
}

TEST_CASE("what the program fills in is held to the rules before the call is recorded") {
    NamedRegistry registry;
    REQUIRE(define("play")
                .parameter("with")
                .call([](Loudness with) { return with.volume; })
                .add_to(registry));
    const Caller caller(registry);
    CHECK(
        caller.prepare("play", R"({"with":{}})") ==
        "/with/volume: 11 is greater than 10 once the program has filled in what was left out and "
        "read the rest; give another value");
    CHECK(caller.call("play", R"({ "with":{"volume":9}})") == "9");
}

TEST_CASE("equal descriptions have equal digests and another rule has another") {
    const auto consent = [](int high) {
        NamedRegistry registry;
        CHECK(define("t").parameter("a", {.high = high}).call([](int) {}).add_to(registry));
        return registry.snapshot()->find({"", "t"})->digests.consent;
    };
    CHECK(consent(3) == consent(3));
    CHECK(consent(3) != consent(4));
}

}  // namespace iam::test
