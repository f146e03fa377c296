// Made by iam-gen 0.1.0 from input.hpp. Changes here are lost.
#if defined(__GNUC__)
// The header may call deprecated what is offered all the same.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif
#include "input.hpp"

// The standard library does not compile where these are macros.
#pragma push_macro("abs")
#undef abs
#pragma push_macro("max")
#undef max
#pragma push_macro("min")
#undef min
#pragma push_macro("round")
#undef round
#include <iam/tool/codecs/variant.hpp>
#include <iam/tool/glue.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(std::is_same_v<decltype(::desk::Circle::radius), int>);
struct SeenDeskCircle {
    decltype(::desk::Circle::radius) radius;
};
static_assert(sizeof(SeenDeskCircle) == sizeof(::desk::Circle));
static_assert(__builtin_offsetof(SeenDeskCircle, radius) == __builtin_offsetof(::desk::Circle, radius));
static_assert(std::is_same_v<decltype(::desk::Square::side), int>);
struct SeenDeskSquare {
    decltype(::desk::Square::side) side;
};
static_assert(sizeof(SeenDeskSquare) == sizeof(::desk::Square));
static_assert(__builtin_offsetof(SeenDeskSquare, side) == __builtin_offsetof(::desk::Square, side));
static_assert(std::is_same_v<decltype(::desk::Line::length), int>);
struct SeenDeskLine {
    decltype(::desk::Line::length) length;
};
static_assert(sizeof(SeenDeskLine) == sizeof(::desk::Line));
static_assert(__builtin_offsetof(SeenDeskLine, length) == __builtin_offsetof(::desk::Line, length));
static_assert(std::is_same_v<decltype(::desk::Point::x), int>);
struct SeenDeskPoint {
    decltype(::desk::Point::x) x;
};
static_assert(sizeof(SeenDeskPoint) == sizeof(::desk::Point));
static_assert(__builtin_offsetof(SeenDeskPoint, x) == __builtin_offsetof(::desk::Point, x));
static_assert(sizeof(static_cast<void (*)(::desk::Circle, ::std::variant<::desk::Square, int>, ::std::variant<::desk::Line, ::desk::Point>)>(&::desk::draw)) > 0);

struct CircleCodec : iam::RecordCodec<CircleCodec, ::desk::Circle> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("radius", &::desk::Circle::radius));
};

struct SquareCodec : iam::RecordCodec<SquareCodec, ::desk::Square> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("side", &::desk::Square::side));
};

struct AnyOfCodec : iam::VariantCodec<AnyOfCodec, ::std::variant<::desk::Square, int>, SquareCodec, iam::IntegerCodec<int>> {
    static constexpr std::array<iam::Alternative, 2> k_alternatives{{{iam::JsonKind::object}, {iam::JsonKind::number}}};
};

struct LineCodec : iam::RecordCodec<LineCodec, ::desk::Line> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("length", &::desk::Line::length));
};

struct PointCodec : iam::RecordCodec<PointCodec, ::desk::Point> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("x", &::desk::Point::x));
};

struct AnyOfCodec2 : iam::VariantCodec<AnyOfCodec2, ::std::variant<::desk::Line, ::desk::Point>, LineCodec, PointCodec> {
    static constexpr std::array<iam::Alternative, 2> k_alternatives{{{iam::JsonKind::object, "line"}, {iam::JsonKind::object, "Point"}}};
};

struct DrawArguments {
    ::desk::Circle circle{};
    ::std::variant<::desk::Square, int> square{};
    ::std::variant<::desk::Line, ::desk::Point> tagged{};
};

struct DrawArgumentsCodec : iam::RecordCodec<DrawArgumentsCodec, DrawArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<CircleCodec>("circle", &DrawArguments::circle),
        iam::required<AnyOfCodec>("square", &DrawArguments::square),
        iam::required<AnyOfCodec2>("tagged", &DrawArguments::tagged));
};

struct DrawTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<DrawArguments*>(given);
        ::desk::draw(std::move(arguments.circle), std::move(arguments.square), std::move(arguments.tagged));
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "draw",
        .description = "Draws.",
        .read_only = true,
        .document = R"json({"name":"draw","description":"Draws.","inputSchema":{"type":"object","properties":{"circle":{"type":"object","properties":{"radius":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["radius"],"additionalProperties":false},"square":{"anyOf":[{"type":"object","properties":{"side":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["side"],"additionalProperties":false},{"type":"integer","minimum":-2147483648,"maximum":2147483647}]},"tagged":{"anyOf":[{"type":"object","properties":{"type":{"type":"string","const":"line"},"length":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["type","length"],"additionalProperties":false},{"type":"object","properties":{"type":{"type":"string","const":"Point"},"x":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["type","x"],"additionalProperties":false}]}},"required":["circle","square","tagged"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::draw","source":{"file":"input.hpp","line":27}}}})json",
        .wire = "a3508602d86bc0a94d4ab0c799587f05512ce89ab5a287b1f8323b1140d19c1f",
        .consent = "90f3de130bffb767a1f7b508d424b0b85c13725a13c3e7ac30c32565c7f0cf1e",
        .behaviour = "727a8ed8ee38c79d08ace0d23a81f287ceb0adb1044445e4ffced19d8130af64",
        .code = {
            .table = DrawArgumentsCodec::table(),
            .hold = &iam::glue::hold<DrawArguments>,
            .call = &DrawTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
