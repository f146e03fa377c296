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
static_assert(std::is_same_v<decltype(::desk::Grid::size), int[2]>);
static_assert(std::is_same_v<decltype(::desk::Grid::gaps), ::std::array<::std::optional<int>, 2>>);
struct SeenDeskGrid {
    decltype(::desk::Grid::size) size;
    decltype(::desk::Grid::gaps) gaps;
};
static_assert(sizeof(SeenDeskGrid) == sizeof(::desk::Grid));
static_assert(__builtin_offsetof(SeenDeskGrid, size) == __builtin_offsetof(::desk::Grid, size));
static_assert(__builtin_offsetof(SeenDeskGrid, gaps) == __builtin_offsetof(::desk::Grid, gaps));
static_assert(sizeof(static_cast<::std::list<::desk::Grid> (*)(::std::deque<int>, ::std::forward_list<bool>, ::std::array<double, 3>)>(&::desk::lists)) > 0);

struct GridCodec : iam::RecordCodec<GridCodec, ::desk::Grid> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted<iam::ArrayCodec<iam::IntegerCodec<int>, int[2]>>("size", &::desk::Grid::size),
        iam::required<iam::ArrayCodec<iam::OptionalCodec<iam::IntegerCodec<int>, int>, ::std::array<::std::optional<int>, 2>>>("gaps", &::desk::Grid::gaps));
};

struct ListsArguments {
    ::std::deque<int> a{};
    ::std::forward_list<bool> b = ::std::forward_list<bool>{static_cast<bool>(true), static_cast<bool>(false)};
    ::std::array<double, 3> c = iam::glue::parsed<iam::ArrayCodec<iam::FloatCodec<double>, ::std::array<double, 3>>, ::std::array<double, 3>>("[1,2,0]");
};

struct ListsArgumentsCodec : iam::RecordCodec<ListsArgumentsCodec, ListsArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<iam::SequenceCodec<iam::IntegerCodec<int>, ::std::deque<int>>>("a", &ListsArguments::a, {.length_min = 1, .length_max = 4}),
        iam::defaulted<iam::SequenceCodec<iam::BooleanCodec, ::std::forward_list<bool>>>("b", &ListsArguments::b),
        iam::defaulted<iam::ArrayCodec<iam::FloatCodec<double>, ::std::array<double, 3>>>("c", &ListsArguments::c));
};

struct ListsTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<ListsArguments*>(given);
        return iam::glue::reply<iam::SequenceCodec<GridCodec, ::std::list<::desk::Grid>>>(::desk::lists(std::move(arguments.a), std::move(arguments.b), std::move(arguments.c)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "lists",
        .description = "Gives them back.",
        .read_only = true,
        .document = R"json({"name":"lists","description":"Gives them back.","inputSchema":{"type":"object","properties":{"a":{"type":"array","items":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"minItems":1,"maxItems":4},"b":{"type":"array","items":{"type":"boolean"},"default":[true,false]},"c":{"type":"array","items":{"type":"number"},"minItems":3,"maxItems":3,"default":[1,2,0]}},"required":["a"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"array","items":{"type":"object","properties":{"size":{"type":"array","items":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"minItems":2,"maxItems":2,"default":[3,0]},"gaps":{"type":"array","items":{"anyOf":[{"type":"integer","minimum":-2147483648,"maximum":2147483647},{"type":"null"}]},"minItems":2,"maxItems":2}},"required":["gaps"],"additionalProperties":false}}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::lists","source":{"file":"input.hpp","line":19},"result_member":"result"}}})json",
        .wire = "13bda12f507f0e301f65641cb97709b7356c4e6f29b85b7ee14a4008b86674ae",
        .consent = "859c8ea37b8a94da58930fc64e172c7aee1b768c208649d4befa3a0a80abd139",
        .behaviour = "20e885f59276cc7644bac2b80bc21298410a44db9e763d94a878a4019cf907e8",
        .code = {
            .table = ListsArgumentsCodec::table(),
            .hold = &iam::glue::hold<ListsArguments>,
            .call = &ListsTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
