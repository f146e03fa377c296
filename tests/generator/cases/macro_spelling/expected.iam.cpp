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
static_assert(sizeof(static_cast<int (*)(int)>(&::desk::level)) > 0);

struct LevelArguments {
    int percent{};
};

struct LevelArgumentsCodec : iam::RecordCodec<LevelArgumentsCodec, LevelArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("percent", &LevelArguments::percent, {.low = 0, .high = 100}));
};

struct LevelTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<LevelArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::level(std::move(arguments.percent)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "level",
        .description = "Through macros.",
        .read_only = true,
        .document = R"json({"name":"level","description":"Through macros.","inputSchema":{"type":"object","properties":{"percent":{"type":"integer","minimum":0,"maximum":100}},"required":["percent"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::level","source":{"file":"input.hpp","line":11},"result_member":"result"}}})json",
        .wire = "1611738773360f1203f3e4fe4e1c6dd2f818c880dd63bb823efd469ef4cc4a63",
        .consent = "fd125e1a75268e41202440cd812febbf23fb9ccae57cd6e41683fe73bd3923ea",
        .behaviour = "f0af5e62713fda9b0b3a2bac39fbe2a71743a4751bdb6ccd31d84ad40567b1c0",
        .code = {
            .table = LevelArgumentsCodec::table(),
            .hold = &iam::glue::hold<LevelArguments>,
            .call = &LevelTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
