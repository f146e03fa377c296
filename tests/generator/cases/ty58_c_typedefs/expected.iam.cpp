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
#include <iam/tool/codecs/enum.hpp>
#include <iam/tool/glue.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(std::is_same_v<decltype(::Point::x), int>);
static_assert(std::is_same_v<decltype(::Point::y), int>);
struct SeenPoint {
    decltype(::Point::x) x;
    decltype(::Point::y) y;
};
static_assert(sizeof(SeenPoint) == sizeof(::Point));
static_assert(__builtin_offsetof(SeenPoint, x) == __builtin_offsetof(::Point, x));
static_assert(__builtin_offsetof(SeenPoint, y) == __builtin_offsetof(::Point, y));
static_assert(static_cast<unsigned long long>(::Style::STYLE_PLAIN) == 0ull);
static_assert(static_cast<unsigned long long>(::Style::STYLE_BOLD) == 1ull);
static_assert(std::is_same_v<decltype(::Line::from), ::Point>);
static_assert(std::is_same_v<decltype(::Line::to), ::Point>);
static_assert(std::is_same_v<decltype(::Line::style), ::Style>);
struct SeenLine {
    decltype(::Line::from) from;
    decltype(::Line::to) to;
    decltype(::Line::style) style;
};
static_assert(sizeof(SeenLine) == sizeof(::Line));
static_assert(__builtin_offsetof(SeenLine, from) == __builtin_offsetof(::Line, from));
static_assert(__builtin_offsetof(SeenLine, to) == __builtin_offsetof(::Line, to));
static_assert(__builtin_offsetof(SeenLine, style) == __builtin_offsetof(::Line, style));
static_assert(sizeof(static_cast<::Point (*)(::Line, ::Style)>(&::draw)) > 0);

struct PointCodec : iam::RecordCodec<PointCodec, ::Point> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("x", &::Point::x),
        iam::required("y", &::Point::y));
};

struct StyleCodec : iam::EnumCodec<StyleCodec, ::Style> {
    static constexpr std::array<std::string_view, 2> k_names{"STYLE_PLAIN", "STYLE_BOLD"};
    static constexpr std::array<::Style, 2> k_values{::Style::STYLE_PLAIN, ::Style::STYLE_BOLD};
};

struct LineCodec : iam::RecordCodec<LineCodec, ::Line> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<PointCodec>("from", &::Line::from),
        iam::required<PointCodec>("to", &::Line::to),
        iam::required<StyleCodec>("style", &::Line::style));
};

struct DrawArguments {
    ::Line line{};
    ::Style style = ::Style::STYLE_PLAIN;
};

struct DrawArgumentsCodec : iam::RecordCodec<DrawArgumentsCodec, DrawArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<LineCodec>("line", &DrawArguments::line),
        iam::defaulted<StyleCodec>("style", &DrawArguments::style));
};

struct DrawTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<DrawArguments*>(given);
        return iam::glue::reply<PointCodec>(::draw(std::move(arguments.line), std::move(arguments.style)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "draw",
        .description = "Draws a line.",
        .idempotent = true,
        .document = R"json({"name":"draw","description":"Draws a line.","inputSchema":{"type":"object","properties":{"line":{"type":"object","properties":{"from":{"type":"object","properties":{"x":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"to the right"},"y":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"up"}},"required":["x","y"],"additionalProperties":false,"description":"A point as C headers declare it."},"to":{"type":"object","properties":{"x":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"to the right"},"y":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"up"}},"required":["x","y"],"additionalProperties":false,"description":"A point as C headers declare it."},"style":{"type":"string","enum":["STYLE_PLAIN","STYLE_BOLD"],"description":"How it looks.\n- STYLE_PLAIN: as it is"}},"required":["from","to","style"],"additionalProperties":false},"style":{"type":"string","enum":["STYLE_PLAIN","STYLE_BOLD"],"description":"How it looks.\n- STYLE_PLAIN: as it is","default":"STYLE_PLAIN","examples":["STYLE_BOLD"]}},"required":["line"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"x":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"to the right"},"y":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"up"}},"required":["x","y"],"additionalProperties":false,"description":"A point as C headers declare it."},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"draw","source":{"file":"input.hpp","line":26}}}})json",
        .wire = "b4b48e58cd485072583331d99f21eb4f458e4dbc363088f8a4e12f2fed90851b",
        .consent = "bfe11760dab3b1ba5e5f745f4a0f018bd19e7844c7b3828b9b2c4beb4704e1dd",
        .behaviour = "a59e3243a2d3bebc71388a359d7de6ce2657e6643c90ef3365fc502e6d2460c2",
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
