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
#include <iam/tool/codecs/array.hpp>
#include <iam/tool/codecs/container.hpp>
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
static_assert(std::is_same_v<decltype(::desk::Row::pair), ::std::array<int, 2>>);
static_assert(std::is_same_v<decltype(::desk::Row::names), ::std::vector<::std::string>>);
struct SeenDeskRow {
    decltype(::desk::Row::pair) pair;
    decltype(::desk::Row::names) names;
};
static_assert(sizeof(SeenDeskRow) == sizeof(::desk::Row));
static_assert(__builtin_offsetof(SeenDeskRow, pair) == __builtin_offsetof(::desk::Row, pair));
static_assert(__builtin_offsetof(SeenDeskRow, names) == __builtin_offsetof(::desk::Row, names));
static_assert(sizeof(static_cast<::std::vector<::desk::Row> (*)(const ::std::vector<int>&, ::std::optional<::std::map<::std::string, int>>, ::std::vector<int>)>(&::desk::sum)) > 0);

struct RowCodec : iam::RecordCodec<RowCodec, ::desk::Row> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<iam::ArrayCodec<iam::IntegerCodec<int>, ::std::array<int, 2>>>("pair", &::desk::Row::pair, {.unique = true}),
        iam::defaulted("names", &::desk::Row::names, {.length_min = 1, .unique = true}));
};

struct SumArguments {
    ::std::vector<int> a{};
    ::std::optional<::std::map<::std::string, int>> b{};
    ::std::vector<int> c = ::std::vector<int>{static_cast<int>(1), static_cast<int>(2)};
};

struct SumArgumentsCodec : iam::RecordCodec<SumArgumentsCodec, SumArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("a", &SumArguments::a, {.length_min = 1, .length_max = 3, .unique = true}),
        iam::defaulted("b", &SumArguments::b, {.length_min = 0, .length_max = 2}),
        iam::defaulted("c", &SumArguments::c, {.unique = true}));
};

struct SumTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<SumArguments*>(given);
        return iam::glue::reply<iam::SequenceCodec<RowCodec, ::std::vector<::desk::Row>>>(::desk::sum(static_cast<::std::vector<int> const&>(arguments.a), std::move(arguments.b), std::move(arguments.c)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "sum",
        .description = "Sums up.",
        .read_only = true,
        .document = R"json({"name":"sum","description":"Sums up.","inputSchema":{"type":"object","properties":{"a":{"type":"array","items":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"minItems":1,"maxItems":3},"b":{"type":"object","properties":{},"additionalProperties":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"maxProperties":2},"c":{"type":"array","items":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"default":[1,2],"examples":[[1,2]]}},"required":["a"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"array","items":{"type":"object","properties":{"pair":{"type":"array","items":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"minItems":2,"maxItems":2},"names":{"type":"array","items":{"type":"string"},"minItems":1,"default":["a"]}},"required":["pair"],"additionalProperties":false}}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::sum","source":{"file":"input.hpp","line":19},"result_member":"result"}}})json",
        .full_schemas = R"json({"inputSchema":{"type":"object","properties":{"a":{"type":"array","items":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"minItems":1,"maxItems":3,"uniqueItems":true},"b":{"type":"object","properties":{},"additionalProperties":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"maxProperties":2},"c":{"type":"array","items":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"uniqueItems":true,"default":[1,2],"examples":[[1,2]]}},"required":["a"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"array","items":{"type":"object","properties":{"pair":{"type":"array","items":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"minItems":2,"maxItems":2,"uniqueItems":true},"names":{"type":"array","items":{"type":"string"},"minItems":1,"uniqueItems":true,"default":["a"]}},"required":["pair"],"additionalProperties":false}}},"required":["result"],"additionalProperties":false}})json",
        .wire = "4e80b8733be4ea3338ce47aef14cff978fde8014593efec9c41cd22eb2ef4e2a",
        .consent = "6f4205e859437f1fab2049aed2f51f48f02c0652969c5fb9ee4c28739ea51492",
        .behaviour = "ebd5ec8f1c9eaf94dbe6071ae91e9b82aacf18641777e940f0bc4664ee201740",
        .code = {
            .table = SumArgumentsCodec::table(),
            .hold = &iam::glue::hold<SumArguments>,
            .call = &SumTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
