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
#include <iam/tool/codecs/pointer.hpp>
#include <iam/tool/codecs/tuple.hpp>
#include <iam/tool/glue.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(std::is_same_v<decltype(::desk::Part::label), ::std::shared_ptr<const ::std::string>>);
struct SeenDeskPart {
    decltype(::desk::Part::label) label;
};
static_assert(sizeof(SeenDeskPart) == sizeof(::desk::Part));
static_assert(__builtin_offsetof(SeenDeskPart, label) == __builtin_offsetof(::desk::Part, label));
static_assert(sizeof(static_cast<::std::tuple<int, bool> (*)(::std::pair<int, int>, ::std::pair<int, ::std::string>, ::std::unique_ptr<::desk::Part>, ::std::vector<::std::shared_ptr<::desk::Part>>)>(&::desk::take)) > 0);

struct PartCodec : iam::RecordCodec<PartCodec, ::desk::Part> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted<iam::PointerCodec<iam::StringCodec, ::std::shared_ptr<const ::std::string>>>("label", &::desk::Part::label));
};

struct TakeArguments {
    ::std::pair<int, int> a{};
    ::std::pair<int, ::std::string> b{};
    ::std::unique_ptr<::desk::Part> c{};
    ::std::vector<::std::shared_ptr<::desk::Part>> d{};
};

struct TakeArgumentsCodec : iam::RecordCodec<TakeArgumentsCodec, TakeArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<iam::TupleCodec<::std::pair<int, int>, iam::IntegerCodec<int>, iam::IntegerCodec<int>>>("a", &TakeArguments::a),
        iam::required<iam::NamedTupleCodec<::std::pair<int, ::std::string>, iam::IntegerCodec<int>, iam::StringCodec>>("b", &TakeArguments::b),
        iam::defaulted<iam::PointerCodec<PartCodec, ::std::unique_ptr<::desk::Part>>>("c", &TakeArguments::c),
        iam::required<iam::SequenceCodec<iam::PointerCodec<PartCodec, ::std::shared_ptr<::desk::Part>>, ::std::vector<::std::shared_ptr<::desk::Part>>>>("d", &TakeArguments::d));
};

struct TakeTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<TakeArguments*>(given);
        return iam::glue::reply<iam::NamedTupleCodec<::std::tuple<int, bool>, iam::IntegerCodec<int>, iam::BooleanCodec>>(::desk::take(std::move(arguments.a), std::move(arguments.b), std::move(arguments.c), std::move(arguments.d)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "take",
        .description = "Gives them back.",
        .read_only = true,
        .document = R"json({"name":"take","description":"Gives them back.","inputSchema":{"type":"object","properties":{"a":{"type":"array","items":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"minItems":2,"maxItems":2},"b":{"type":"object","properties":{"first":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"second":{"type":"string"}},"required":["first","second"],"additionalProperties":false},"c":{"type":"object","properties":{"label":{"type":"string"}},"additionalProperties":false},"d":{"type":"array","items":{"anyOf":[{"type":"object","properties":{"label":{"type":"string"}},"additionalProperties":false},{"type":"null"}]}}},"required":["a","b","d"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"item0":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"item1":{"type":"boolean"}},"required":["item0","item1"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::take","source":{"file":"input.hpp","line":18}}}})json",
        .full_schemas = R"json({"inputSchema":{"type":"object","properties":{"a":{"type":"array","prefixItems":[{"type":"integer","minimum":-2147483648,"maximum":2147483647},{"type":"integer","minimum":-2147483648,"maximum":2147483647}],"items":false,"minItems":2,"maxItems":2},"b":{"type":"object","properties":{"first":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"second":{"type":"string"}},"required":["first","second"],"additionalProperties":false},"c":{"type":"object","properties":{"label":{"type":"string"}},"additionalProperties":false},"d":{"type":"array","items":{"anyOf":[{"type":"object","properties":{"label":{"type":"string"}},"additionalProperties":false},{"type":"null"}]}}},"required":["a","b","d"],"additionalProperties":false}})json",
        .wire = "9c186d4314ebefe1fd44be020aa67398f9a32228acf0a220ec30540b2c7b6912",
        .consent = "08c3e6f327fb79319f861bded42441b09bb96e7b28c1a538f0939174c812a99a",
        .behaviour = "4c4c4eff9fe35b9c2fb4d61408ea5057f13990ecbad39db0c30d87a04d693bf7",
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
