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
#include <iam/tool/glue.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(sizeof(static_cast<int (*)(::std::span<const int>, ::std::span<const double, 2>)>(&::desk::sum)) > 0);

struct SumArguments {
    ::std::vector<int> a{};
    ::std::array<double, 2> b{};
};

struct SumArgumentsCodec : iam::RecordCodec<SumArgumentsCodec, SumArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("a", &SumArguments::a, {.length_min = 1, .length_max = 9}),
        iam::required<iam::ArrayCodec<iam::FloatCodec<double>, ::std::array<double, 2>>>("b", &SumArguments::b));
};

struct SumTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<SumArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::sum(static_cast<::std::span<const int>>(arguments.a), static_cast<::std::span<const double, 2>>(arguments.b)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "sum",
        .description = "Adds up.",
        .read_only = true,
        .document = R"json({"name":"sum","description":"Adds up.","inputSchema":{"type":"object","properties":{"a":{"type":"array","items":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"minItems":1,"maxItems":9},"b":{"type":"array","items":{"type":"number"},"minItems":2,"maxItems":2}},"required":["a","b"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::sum","source":{"file":"input.hpp","line":10},"result_member":"result"}}})json",
        .wire = "b183788b52b4d6297fdb04a8e6e06ec2b5583afd4074cac7b75c8c56483a9b89",
        .consent = "1716082ca820fd0b761e79cdd56afa90285c261889404e0a684d1577ee4809f4",
        .behaviour = "8af8d329fdb4f2ea3ddc9c0c4a4f68d30040def01ba49a3a022618a05bc01736",
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
