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
#include <iam/tool/codecs/converted.hpp>
#include <iam/tool/codecs/optional.hpp>
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
static_assert(std::is_same_v<decltype(::desk::Place::x), double>);
static_assert(std::is_same_v<decltype(::desk::Place::y), double>);
struct SeenDeskPlace {
    decltype(::desk::Place::x) x;
    decltype(::desk::Place::y) y;
};
static_assert(sizeof(SeenDeskPlace) == sizeof(::desk::Place));
static_assert(__builtin_offsetof(SeenDeskPlace, x) == __builtin_offsetof(::desk::Place, x));
static_assert(__builtin_offsetof(SeenDeskPlace, y) == __builtin_offsetof(::desk::Place, y));
static_assert(sizeof(static_cast<::std::vector<::lib::Text> (*)(const ::lib::Text&, ::std::optional<::lib::Vector<double, 2>>, ::lib::Level, ::std::variant<::lib::Text, ::lib::Level, ::lib::Vector<float, 3>>, ::lib::Text)>(&::desk::write)) > 0);

struct PlaceCodec : iam::RecordCodec<PlaceCodec, ::desk::Place> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("x", &::desk::Place::x),
        iam::defaulted("y", &::desk::Place::y));
};

struct AnyOfCodec : iam::VariantCodec<AnyOfCodec, ::std::variant<::lib::Text, ::lib::Level, ::lib::Vector<float, 3>>, iam::ConvertedCodec<iam::StringCodec, ::lib::Text>, iam::ConvertedCodec<iam::IntegerCodec<int>, ::lib::Level>, iam::ConvertedCodec<PlaceCodec, ::lib::Vector<float, 3>>> {
    static constexpr std::array<iam::Alternative, 3> k_alternatives{{{iam::JsonKind::string}, {iam::JsonKind::number}, {iam::JsonKind::object}}};
};

struct WriteArguments {
    ::lib::Text text{};
    ::std::optional<::lib::Vector<double, 2>> at{};
    ::lib::Level level{};
    ::std::variant<::lib::Text, ::lib::Level, ::lib::Vector<float, 3>> any{};
    std::optional<::lib::Text> last{};
};

struct WriteArgumentsCodec : iam::RecordCodec<WriteArgumentsCodec, WriteArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<iam::ConvertedCodec<iam::StringCodec, ::lib::Text>>("text", &WriteArguments::text, {.length_min = 1, .length_max = 5, .pattern = "^[a-z]+$"}),
        iam::defaulted<iam::OptionalCodec<iam::ConvertedCodec<PlaceCodec, ::lib::Vector<double, 2>>, ::lib::Vector<double, 2>>>("at", &WriteArguments::at),
        iam::required<iam::ConvertedCodec<iam::IntegerCodec<int>, ::lib::Level>>("level", &WriteArguments::level, {.low = 0, .high = 3}),
        iam::required<AnyOfCodec>("any", &WriteArguments::any),
        iam::defaulted<iam::OptionalCodec<iam::ConvertedCodec<iam::StringCodec, ::lib::Text>, ::lib::Text>>("last", &WriteArguments::last));
};

struct WriteTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<WriteArguments*>(given);
        if (!arguments.last) {
            return iam::glue::reply<iam::SequenceCodec<iam::ConvertedCodec<iam::StringCodec, ::lib::Text>, ::std::vector<::lib::Text>>>(::desk::write(static_cast<::lib::Text const&>(arguments.text), std::move(arguments.at), std::move(arguments.level), std::move(arguments.any)));
        }
        return iam::glue::reply<iam::SequenceCodec<iam::ConvertedCodec<iam::StringCodec, ::lib::Text>, ::std::vector<::lib::Text>>>(::desk::write(static_cast<::lib::Text const&>(arguments.text), std::move(arguments.at), std::move(arguments.level), std::move(arguments.any), std::move(*arguments.last)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "write",
        .description = "Writes.",
        .read_only = true,
        .document = R"json({"name":"write","description":"Writes.","inputSchema":{"type":"object","properties":{"text":{"type":"string","minLength":1,"maxLength":5,"pattern":"^[a-z]+$","description":"what","examples":["abc"]},"at":{"type":"object","properties":{"x":{"type":"number","description":"To the right."},"y":{"type":"number","default":0}},"required":["x"],"additionalProperties":false,"description":"where"},"level":{"type":"integer","minimum":0,"maximum":3},"any":{"anyOf":[{"type":"string"},{"type":"integer","minimum":-2147483648,"maximum":2147483647},{"type":"object","properties":{"x":{"type":"number","description":"To the right."},"y":{"type":"number","default":0}},"required":["x"],"additionalProperties":false,"description":"Where something is."}]},"last":{"type":"string"}},"required":["text","level","any"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"array","items":{"type":"string"}}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::write","source":{"file":"input.hpp","line":73},"result_member":"result"}}})json",
        .wire = "85ff3e525e765af4890cadaf9ae9fe98a72292cb7ec7287e55da02342061d8ed",
        .consent = "ab25fa54c463895d5596fa6615ed22a0905a477386a37932112a0c1354c90427",
        .behaviour = "d4fbf6f80ec3ded4fb4d4b57d7682695690bb769a80eb53b08f1003009c53d6e",
        .code = {
            .table = WriteArgumentsCodec::table(),
            .hold = &iam::glue::hold<WriteArguments>,
            .has_patterns = true,
            .call = &WriteTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
