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
#include <iam/tool/context.hpp>
#include <iam/tool/glue.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(sizeof(static_cast<int (*)(::std::stop_token, ::iam::Context&)>(&::desk::both)) > 0);
static_assert(sizeof(static_cast<int (*)(const ::iam::Context&)>(&::desk::look)) > 0);
static_assert(sizeof(static_cast<int (*)(const ::std::stop_token&)>(&::desk::wait)) > 0);

struct BothArguments {
};

struct BothArgumentsCodec : iam::RecordCodec<BothArgumentsCodec, BothArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct BothTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context& context) {
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::both(std::stop_token(context.stop()), context));
    }
};

struct LookArguments {
};

struct LookArgumentsCodec : iam::RecordCodec<LookArgumentsCodec, LookArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct LookTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context& context) {
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::look(std::as_const(context)));
    }
};

struct WaitArguments {
};

struct WaitArgumentsCodec : iam::RecordCodec<WaitArgumentsCodec, WaitArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct WaitTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context& context) {
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::wait(static_cast<const std::stop_token&>(context.stop())));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "both",
        .description = "Any will do.",
        .read_only = true,
        .document = R"json({"name":"both","description":"Any will do.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::both","source":{"file":"input.hpp","line":18},"result_member":"result"}}})json",
        .wire = "f37aea5d1d8449803a2a5b6b4a25d8715d6ee96cfe9dae9c9bdb22aa45151380",
        .consent = "12e33777a56cab37925315fc9b344462508d6215981db1541fc05d1d3edd7863",
        .behaviour = "4bcc4667b188f751dae425176731c9995f0d294b812143986f2f418e4973637f",
        .code = {
            .table = BothArgumentsCodec::table(),
            .hold = &iam::glue::hold<BothArguments>,
            .call = &BothTool::call,
        }
    },
    {
        .name = "look",
        .description = "Is called though the other one is nearer to what the call has.",
        .read_only = true,
        .document = R"json({"name":"look","description":"Is called though the other one is nearer to what the call has.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::look","source":{"file":"input.hpp","line":10},"result_member":"result"}}})json",
        .wire = "f37aea5d1d8449803a2a5b6b4a25d8715d6ee96cfe9dae9c9bdb22aa45151380",
        .consent = "12e33777a56cab37925315fc9b344462508d6215981db1541fc05d1d3edd7863",
        .behaviour = "10c1db9a6fd45e585b217af841aa414c4eecf0a2d65601667ca8057b6c25d564",
        .code = {
            .table = LookArgumentsCodec::table(),
            .hold = &iam::glue::hold<LookArguments>,
            .call = &LookTool::call,
        }
    },
    {
        .name = "wait",
        .description = "The same.",
        .read_only = true,
        .document = R"json({"name":"wait","description":"The same.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::wait","source":{"file":"input.hpp","line":14},"result_member":"result"}}})json",
        .wire = "f37aea5d1d8449803a2a5b6b4a25d8715d6ee96cfe9dae9c9bdb22aa45151380",
        .consent = "12e33777a56cab37925315fc9b344462508d6215981db1541fc05d1d3edd7863",
        .behaviour = "dedfc1131ca8079228501bc035d56c9ab988a87857e85596dc6e3563785a4027",
        .code = {
            .table = WaitArgumentsCodec::table(),
            .hold = &iam::glue::hold<WaitArguments>,
            .call = &WaitTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
