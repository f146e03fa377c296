// Generated code decodes straight from the text. This is the other way, through a document: it must
// come to the same verdict, the same errors at the same places, and the same canonical text.
// Tests of runtime/src/tool/codecs/decoder.cpp.
#include "codec_support.hpp"
#include <iam/core/json.hpp>
#include <iam/core/value_text.hpp>
#include <support/json_values.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace iam::test {
namespace {

enum class Mode { fast, safe };

struct Step {
    std::int8_t turn = 0;
    bool on = false;
};

struct Order {
    int hour = 0;
    std::uint64_t id = 0;
    double ratio = 0;
    std::string label;
    Mode mode = Mode::fast;
    std::optional<std::string> note{};
    Step first;
    std::vector<Step> steps;
    std::map<std::string, std::uint8_t> counts;
};

struct ModeCodec : EnumCodec<ModeCodec, Mode> {
    static constexpr std::array<std::string_view, 2> k_names{"fast", "safe"};
    static constexpr std::array<Mode, 2> k_values{Mode::fast, Mode::safe};
};

struct StepCodec : RecordCodec<StepCodec, Step> {
    static constexpr auto k_fields = std::make_tuple(
        required("turn", &Step::turn, {.low = -5, .high = 5}), required("on", &Step::on));
};

struct OrderCodec : RecordCodec<OrderCodec, Order> {
    static constexpr auto k_fields = std::make_tuple(
        required("hour", &Order::hour, {.low = 0, .high = 23}), required("id", &Order::id),
        required("ratio", &Order::ratio, {.low = 0, .high = 1}),
        required("label", &Order::label, {.length_min = 1, .length_max = 4}),
        required<ModeCodec>("mode", &Order::mode), defaulted("note", &Order::note),
        required<StepCodec>("first", &Order::first),
        required<SequenceCodec<StepCodec, std::vector<Step>>>("steps", &Order::steps,
                                                              {.length_max = 2}),
        required("counts", &Order::counts, {.length_max = 3}));
};

/// What an Order must be, said a second time about documents.
class OrderChecker {
 public:
    std::set<std::string> check(const Json& value) {
        if (object(value, "", {"hour", "id", "ratio", "label", "mode", "first", "steps", "counts"},
                   {"note"})) {
            each(value, "hour",
                 [this](const Json& v, const std::string& at) { integer(v, at, 0, 23); });
            each(value, "id", [this](const Json& v, const std::string& at) {
                // A document holds every integer up to 2^64 - 1 as one, and no greater one.
                wrong_unless(v.is_number_integer() && v.get<double>() >= 0, at);
            });
            each(value, "ratio", [this](const Json& v, const std::string& at) {
                wrong_unless(v.is_number() && v.get<double>() >= 0 && v.get<double>() <= 1, at);
            });
            each(value, "label", [this](const Json& v, const std::string& at) {
                wrong_unless(v.is_string() && length(v) >= 1 && length(v) <= 4, at);
            });
            each(value, "mode", [this](const Json& v, const std::string& at) {
                wrong_unless(v.is_string() && (text(v) == "fast" || text(v) == "safe"), at);
            });
            each(value, "note",
                 [this](const Json& v, const std::string& at) { wrong_unless(v.is_string(), at); });
            each(value, "first", [this](const Json& v, const std::string& at) { step(v, at); });
            each(value, "steps", [this](const Json& v, const std::string& at) { steps(v, at); });
            each(value, "counts", [this](const Json& v, const std::string& at) { counts(v, at); });
        }
        return std::move(wrong_);
    }

 private:
    static const std::string& text(const Json& v) { return v.get_ref<const std::string&>(); }
    static std::size_t length(const Json& v) { return count_code_points(text(v)); }

    void wrong_unless(bool good, const std::string& at) {
        if (!good) wrong_.insert(at);
    }
    template <class Check>
    void each(const Json& object, const std::string& name, Check check) {
        if (object.contains(name)) check(object[name], under("", name));
    }
    static std::string under(std::string at, std::string_view name) {
        append_pointer(at, name);
        return at;
    }
    void integer(const Json& v, const std::string& at, double low, double high) {
        wrong_unless(v.is_number_integer() && v.get<double>() >= low && v.get<double>() <= high,
                     at);
    }
    bool object(const Json& v, const std::string& at, const std::set<std::string>& required,
                const std::set<std::string>& allowed) {
        wrong_unless(v.is_object(), at);
        if (!v.is_object()) return false;
        for (const auto& [name, member] : v.items())
            wrong_unless(required.count(name) + allowed.count(name) > 0, under(at, name));
        for (const std::string& name : required) wrong_unless(v.contains(name), under(at, name));
        return true;
    }
    void step(const Json& v, const std::string& at) {
        if (!object(v, at, {"turn", "on"}, {})) return;
        if (v.contains("turn")) integer(v["turn"], under(at, "turn"), -5, 5);
        if (v.contains("on")) wrong_unless(v["on"].is_boolean(), under(at, "on"));
    }
    void steps(const Json& v, const std::string& at) {
        wrong_unless(v.is_array() && v.size() <= 2, at);
        if (!v.is_array()) return;
        for (std::size_t i = 0; i < v.size(); ++i) step(v[i], under(at, std::to_string(i)));
    }
    void counts(const Json& v, const std::string& at) {
        wrong_unless(v.is_object() && v.size() <= 3, at);
        if (!v.is_object()) return;
        for (const auto& [name, member] : v.items()) integer(member, under(at, name), 0, 255);
    }

    std::set<std::string> wrong_;
};

/// Documents that are Orders, or nearly.
class Orders {
 public:
    explicit Orders(std::uint64_t seed) : values(seed) {}

    Json order() {
        Json out = {{"hour", maybe(values.below(26))},
                    {"id", maybe(values.bits())},
                    {"ratio", maybe(static_cast<double>(values.below(1100)) / 1024)},
                    {"label", maybe(std::string(1 + values.below(4), 'x'))},
                    {"mode", maybe(values.below(2) == 0 ? "fast" : "safe")},
                    {"first", maybe(step())},
                    {"counts", maybe(counts())},
                    {"steps", maybe(steps())}};
        if (values.below(2) == 0) out["note"] = maybe(values.text());
        if (values.below(12) == 0) out.erase("hour");
        if (values.below(12) == 0) out[values.text()] = values.value(2);
        return values.below(50) == 0 ? values.value(1) : out;
    }

    Values values;

 private:
    Json maybe(Json value) { return values.below(20) == 0 ? values.value(2) : value; }
    Json step() {
        Json out = {{"turn", maybe(static_cast<int>(values.below(12)) - 6)},
                    {"on", maybe(values.below(2) == 0)}};
        if (values.below(20) == 0) out.erase("on");
        return out;
    }
    Json steps() {
        Json out = Json::array();
        for (std::uint64_t i = values.below(4); i > 0; --i) out.push_back(step());
        return out;
    }
    Json counts() {
        Json out = Json::object();
        for (std::uint64_t i = values.below(5); i > 0; --i)
            out[values.text()] = maybe(values.below(257));
        return out;
    }
};

struct Typed {
    std::vector<ValueError> errors{};
    std::optional<Error> fault{};  // of the text itself
    std::string canonical{};
};

Typed typed(std::string_view text) {
    Decoder in(text);
    Order order;
    Typed out;
    const bool good = OrderCodec::decode(in, order);
    if (in.finish() && good) {
        JsonWriter writer;
        OrderCodec::encode(writer, order);
        out.canonical = writer.take();
        return out;
    }
    if (in.reader().failed()) out.fault = in.reader().error();
    out.errors = in.take_errors();
    return out;
}

/// Both ways on one text. True if it was an Order.
bool agree(std::string_view text) {
    const Typed direct = typed(text);
    const Result<Json> document = parse_json(text);
    INFO(text);
    REQUIRE(direct.fault.has_value() == !document.has_value());
    if (!document) {
        REQUIRE(direct.fault->message == document.error().message);
        REQUIRE(direct.fault->pointer == document.error().pointer);
        REQUIRE(direct.errors.back().pointer == document.error().pointer);
        REQUIRE(direct.errors.back().message == document.error().message);
        return false;
    }
    std::set<std::string> places;
    for (const ValueError& error : direct.errors) {
        INFO(error.pointer << ": " << error.message);
        REQUIRE_FALSE(error.message.empty());
        REQUIRE_FALSE(error.expected.empty());
        places.insert(error.pointer);
    }
    REQUIRE(places == OrderChecker().check(*document));
    if (!places.empty()) return false;
    REQUIRE(direct.canonical == canonical_json(*document).value());
    return true;
}

}  // namespace

TEST_CASE("XB05 straight from the text and through a document, a value has the same errors") {
    Orders orders(1);
    int good = 0;
    for (int i = 0; i < 10'000; ++i) good += agree(orders.values.spelled(orders.order())) ? 1 : 0;
    CHECK(good > 500);
    CHECK(good < 9'500);
}

TEST_CASE("XB05 straight from the text and through a document, a damaged text has the same fault") {
    Orders orders(2);
    for (int i = 0; i < 20'000; ++i) {
        std::string text = orders.values.spelled(orders.order());
        orders.values.damage(text);
        agree(text);
    }
}

TEST_CASE("the first error of the text is the same wherever the text is cut off") {
    Orders orders(3);
    for (int i = 0; i < 20; ++i) {
        const std::string text = orders.values.spelled(orders.order());
        for (std::size_t size = 0; size < text.size(); ++size)
            agree(std::string_view(text).substr(0, size));
    }
}

TEST_CASE("XE04 a number that the type does not hold is refused, whatever its value is") {
    CHECK(read<int>("4294967297").find("greater than 2147483647") != std::string::npos);
    CHECK(read<std::uint8_t>("-1").find("less than 0") != std::string::npos);
    CHECK(read<int>("1e30").find("greater than 2147483647") != std::string::npos);
    CHECK(read<int>("true").find("got a boolean") != std::string::npos);
}

TEST_CASE("XE02 a fraction whose nearest double is an integer is no integer") {
    CHECK(read<int>("6.99999999999999999999") ==
          " | 6.99999999999999999999 is not an integer of 64 bits | "
          "integer from -2147483648 to 2147483647 | 6.99999999999999999999");
    CHECK(read<std::uint64_t>("7296660892696445.772").find("not an integer") != std::string::npos);
    CHECK(read<std::int64_t>("-9223372036854775809.0").find("not an integer") != std::string::npos);
    CHECK(read<double>("6.99999999999999999999") == "7");
}

TEST_CASE("XE14 a member that is not declared reaches nobody") {
    CHECK(read<Step, StepCodec>(R"({"turn":1,"on":true,"is_admin":true})").find("/is_admin") == 0);
    CHECK(read<Step, StepCodec>(R"({"turn":1,"on":true,"__proto__":{}})").find("/__proto__") == 0);
    CHECK(read<Step, StepCodec>(R"({"turn":1,"On":true})").find("/On") == 0);
}

TEST_CASE("XE15 nothing is coerced") {
    CHECK(read<int>("\"1\"").find("got a string") != std::string::npos);
    CHECK(read<bool>("\"false\"").find("got a string") != std::string::npos);
    CHECK(read<bool>("0").find("got a number") != std::string::npos);
    CHECK(read<std::string>("1").find("got a number") != std::string::npos);
    CHECK(read<Step, StepCodec>(R"({"turn":null,"on":true})").find("/turn | ") == 0);
    CHECK(read<std::vector<int>>("1").find("got a number") != std::string::npos);
}

TEST_CASE("XE17 JSON inside a string stays a string") {
    CHECK(read<Step, StepCodec>(R"("{\"turn\":1,\"on\":true}")").find("got a string") !=
          std::string::npos);
    CHECK(read<std::string>(R"("TOOL_CALL: {\"name\":\"x\"}")") ==
          R"("TOOL_CALL: {\"name\":\"x\"}")");
}

}  // namespace iam::test
