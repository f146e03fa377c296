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
#include <iam/tool/glue.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(sizeof(static_cast<int (*)(::std::string)>(&::desk::part)) > 0);

struct PartArguments {
    ::std::string code{};
};

struct PartArgumentsCodec : iam::RecordCodec<PartArgumentsCodec, PartArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("code", &PartArguments::code, {.pattern = "^[A-Z]{2}-[0-9]+$"}));
};

struct PartTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<PartArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::part(std::move(arguments.code)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "part",
        .description = "Looks up a part.",
        .read_only = true,
        .document = R"json({"name":"part","description":"Looks up a part.","inputSchema":{"type":"object","properties":{"code":{"type":"string","pattern":"^[A-Z]{2}-[0-9]+$"}},"required":["code"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::part","source":{"file":"input.hpp","line":10},"result_member":"result"}}})json",
        .wire = "7328211568017abfb67ecf54ba9d8eed971716ec61bad0eca06774888e6adf7b",
        .consent = "246fbec7aaca97bda96f833906b925164c4a641a62c1ca288103b138597c7d16",
        .behaviour = "0b5dec723172f9b96c0fe90175eaa8add2afa92e3cde9e9ede0972c28936ed51",
        .code = {
            .table = PartArgumentsCodec::table(),
            .hold = &iam::glue::hold<PartArguments>,
            .has_patterns = true,
            .call = &PartTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
