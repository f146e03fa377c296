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
#include <iam/tool/codecs/container.hpp>
#include <iam/tool/codecs/enum.hpp>
#include <iam/tool/codecs/optional.hpp>
#include <iam/tool/glue.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(static_cast<unsigned long long>(::desk::Color::red) == 0ull);
static_assert(static_cast<unsigned long long>(::desk::Color::green) == 1ull);
static_assert(std::is_same_v<decltype(::desk::Style::color), ::desk::Color>);
static_assert(std::is_same_v<decltype(::desk::Style::width), int>);
static_assert(std::is_same_v<decltype(::desk::Style::font), ::std::string>);
static_assert(std::is_same_v<decltype(::desk::Style::scale), double>);
static_assert(std::is_same_v<decltype(::desk::Style::limit), ::std::optional<int>>);
static_assert(std::is_same_v<decltype(::desk::Style::dashes), ::std::vector<int>>);
static_assert(std::is_same_v<decltype(::desk::Style::id), int>);
struct SeenDeskStyle {
    decltype(::desk::Style::color) color;
    decltype(::desk::Style::width) width;
    decltype(::desk::Style::font) font;
    decltype(::desk::Style::scale) scale;
    decltype(::desk::Style::limit) limit;
    decltype(::desk::Style::dashes) dashes;
    decltype(::desk::Style::id) id;
};
static_assert(sizeof(SeenDeskStyle) == sizeof(::desk::Style));
static_assert(__builtin_offsetof(SeenDeskStyle, color) == __builtin_offsetof(::desk::Style, color));
static_assert(__builtin_offsetof(SeenDeskStyle, width) == __builtin_offsetof(::desk::Style, width));
static_assert(__builtin_offsetof(SeenDeskStyle, font) == __builtin_offsetof(::desk::Style, font));
static_assert(__builtin_offsetof(SeenDeskStyle, scale) == __builtin_offsetof(::desk::Style, scale));
static_assert(__builtin_offsetof(SeenDeskStyle, limit) == __builtin_offsetof(::desk::Style, limit));
static_assert(__builtin_offsetof(SeenDeskStyle, dashes) == __builtin_offsetof(::desk::Style, dashes));
static_assert(__builtin_offsetof(SeenDeskStyle, id) == __builtin_offsetof(::desk::Style, id));
static_assert(sizeof(static_cast<void (*)(::desk::Style)>(&::desk::draw)) > 0);

struct ColorCodec : iam::EnumCodec<ColorCodec, ::desk::Color> {
    static constexpr std::array<std::string_view, 2> k_names{"red", "green"};
    static constexpr std::array<::desk::Color, 2> k_values{::desk::Color::red, ::desk::Color::green};
};

struct StyleCodec : iam::RecordCodec<StyleCodec, ::desk::Style> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted<ColorCodec>("color", &::desk::Style::color),
        iam::defaulted("width", &::desk::Style::width),
        iam::defaulted("font", &::desk::Style::font),
        iam::defaulted("scale", &::desk::Style::scale),
        iam::defaulted("limit", &::desk::Style::limit),
        iam::defaulted("dashes", &::desk::Style::dashes),
        iam::defaulted("id", &::desk::Style::id));
};

struct DrawArguments {
    std::optional<::desk::Style> style{};
};

struct DrawArgumentsCodec : iam::RecordCodec<DrawArgumentsCodec, DrawArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted<iam::OptionalCodec<StyleCodec, ::desk::Style>>("style", &DrawArguments::style));
};

struct DrawTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<DrawArguments*>(given);
        if (!arguments.style) {
            ::desk::draw();
            return iam::Reply::done();
        }
        ::desk::draw(std::move(*arguments.style));
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "draw",
        .description = "Draws a line.",
        .idempotent = false,
        .document = R"json({"name":"draw","description":"Draws a line.","inputSchema":{"type":"object","properties":{"style":{"type":"object","properties":{"color":{"type":"string","enum":["red","green"],"default":"green"},"width":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"default":3},"font":{"type":"string","default":"sans"},"scale":{"type":"number","default":1.5},"limit":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"dashes":{"type":"array","items":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"default":[]},"id":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"additionalProperties":false}},"additionalProperties":false},"annotations":{"idempotentHint":false},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::draw","source":{"file":"input.hpp","line":26}}}})json",
        .wire = "c6c8f36a92afc5fd2b3bba46fb7b1d4d5bdfba0e33d0397a513b917936ce9cd7",
        .consent = "4723291d6a41a0dc2740d078b57ad9c5e9d2bfafe2b6c1ff8ba0cb4eaf266d5f",
        .behaviour = "f5e1a5a7e5b049f71a38f9db7ea5086f443d03c7d03f8ad2e64d6448e0907107",
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
