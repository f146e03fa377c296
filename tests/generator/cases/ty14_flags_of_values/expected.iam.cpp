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
static_assert(static_cast<unsigned long long>(::desk::Style::plain) == 0ull);
static_assert(static_cast<unsigned long long>(::desk::Style::bold) == 1ull);
static_assert(static_cast<unsigned long long>(::desk::Style::italic) == 2ull);
static_assert(std::is_same_v<decltype(::desk::Text::style), ::desk::Style>);
struct SeenDeskText {
    decltype(::desk::Text::style) style;
};
static_assert(sizeof(SeenDeskText) == sizeof(::desk::Text));
static_assert(__builtin_offsetof(SeenDeskText, style) == __builtin_offsetof(::desk::Text, style));
static_assert(sizeof(static_cast<::std::vector<::desk::Style> (*)(::desk::Style, ::desk::Style, ::desk::Text, ::std::optional<::desk::Style>)>(&::desk::take)) > 0);

struct StyleCodec : iam::EnumCodec<StyleCodec, ::desk::Style> {
    static constexpr std::array<std::string_view, 3> k_names{"plain", "bold", "italic"};
    static constexpr std::array<::desk::Style, 3> k_values{::desk::Style::plain, ::desk::Style::bold, ::desk::Style::italic};
};

struct StyleFlagsCodec : iam::FlagsCodec<StyleFlagsCodec, ::desk::Style> {
    static constexpr std::array<std::string_view, 2> k_names{"bold", "italic"};
    static constexpr std::array<::desk::Style, 2> k_values{::desk::Style::bold, ::desk::Style::italic};
};

struct TextCodec : iam::RecordCodec<TextCodec, ::desk::Text> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted<StyleFlagsCodec>("style", &::desk::Text::style));
};

struct TakeArguments {
    ::desk::Style one{};
    ::desk::Style many{};
    ::desk::Text text{};
    ::std::optional<::desk::Style> more = iam::glue::parsed<StyleFlagsCodec, ::desk::Style>("[\"bold\"]");
};

struct TakeArgumentsCodec : iam::RecordCodec<TakeArgumentsCodec, TakeArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<StyleCodec>("one", &TakeArguments::one),
        iam::required<StyleFlagsCodec>("many", &TakeArguments::many),
        iam::required<TextCodec>("text", &TakeArguments::text),
        iam::defaulted<iam::OptionalCodec<StyleFlagsCodec, ::desk::Style>>("more", &TakeArguments::more));
};

struct TakeTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<TakeArguments*>(given);
        return iam::glue::reply<iam::SequenceCodec<StyleFlagsCodec, ::std::vector<::desk::Style>>>(::desk::take(std::move(arguments.one), std::move(arguments.many), std::move(arguments.text), std::move(arguments.more)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "take",
        .description = "Takes them.",
        .read_only = true,
        .document = R"json({"name":"take","description":"Takes them.","inputSchema":{"type":"object","properties":{"one":{"type":"string","enum":["plain","bold","italic"],"description":"- bold: thick\n- italic: slanted"},"many":{"type":"array","items":{"type":"string","enum":["bold","italic"]},"description":"- bold: thick\n- italic: slanted","examples":[["bold"]]},"text":{"type":"object","properties":{"style":{"type":"array","items":{"type":"string","enum":["bold","italic"]},"description":"- bold: thick\n- italic: slanted","default":["bold","italic"]}},"additionalProperties":false},"more":{"type":"array","items":{"type":"string","enum":["bold","italic"]},"description":"- bold: thick\n- italic: slanted","default":["bold"]}},"required":["one","many","text"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"array","items":{"type":"array","items":{"type":"string","enum":["bold","italic"]},"description":"- bold: thick\n- italic: slanted"}}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::take","source":{"file":"input.hpp","line":26},"result_member":"result"}}})json",
        .full_schemas = R"json({"inputSchema":{"type":"object","properties":{"one":{"type":"string","enum":["plain","bold","italic"],"description":"- bold: thick\n- italic: slanted"},"many":{"type":"array","items":{"type":"string","enum":["bold","italic"]},"uniqueItems":true,"description":"- bold: thick\n- italic: slanted","examples":[["bold"]]},"text":{"type":"object","properties":{"style":{"type":"array","items":{"type":"string","enum":["bold","italic"]},"uniqueItems":true,"description":"- bold: thick\n- italic: slanted","default":["bold","italic"]}},"additionalProperties":false},"more":{"type":"array","items":{"type":"string","enum":["bold","italic"]},"uniqueItems":true,"description":"- bold: thick\n- italic: slanted","default":["bold"]}},"required":["one","many","text"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"array","items":{"type":"array","items":{"type":"string","enum":["bold","italic"]},"uniqueItems":true,"description":"- bold: thick\n- italic: slanted"}}},"required":["result"],"additionalProperties":false}})json",
        .wire = "e83899d085a96e6632953e6cbd8007f088b4d17bf4f3ba90abc8c053de6e7cc2",
        .consent = "35192c535b518f8d9dfd8b365d588eeffb7f53029ac00ddfa8a027d4cfa2acba",
        .behaviour = "7d6e6681f0709a8dff98f0e9b236c3fd4bee940fc68131014b607d40be018c72",
        .code = {
            .table = TakeArgumentsCodec::table(),
            .hold = &iam::glue::hold<TakeArguments>,
            .call = &TakeTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
