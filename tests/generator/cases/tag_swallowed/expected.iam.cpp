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
static_assert(sizeof(static_cast<int (*)()>(&::desk::counter)) > 0);
static_assert(sizeof(static_cast<int (*)()>(&::desk::kept)) > 0);
static_assert(sizeof(static_cast<int (*)()>(&::desk::made)) > 0);
static_assert(sizeof(static_cast<int (*)()>(&::desk::made_too)) > 0);

struct CounterArguments {
};

struct CounterArgumentsCodec : iam::RecordCodec<CounterArgumentsCodec, CounterArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct CounterTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::counter());
    }
};

struct KeptArguments {
};

struct KeptArgumentsCodec : iam::RecordCodec<KeptArgumentsCodec, KeptArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct KeptTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::kept());
    }
};

struct MadeArguments {
};

struct MadeArgumentsCodec : iam::RecordCodec<MadeArgumentsCodec, MadeArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct MadeTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::made());
    }
};

struct MadeTooArguments {
};

struct MadeTooArgumentsCodec : iam::RecordCodec<MadeTooArgumentsCodec, MadeTooArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct MadeTooTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::made_too());
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "counter",
        .description = "Counts.",
        .read_only = true,
        .document = R"json({"name":"counter","description":"Counts.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::counter","source":{"file":"input.hpp","line":45},"result_member":"result"}}})json",
        .wire = "f37aea5d1d8449803a2a5b6b4a25d8715d6ee96cfe9dae9c9bdb22aa45151380",
        .consent = "12e33777a56cab37925315fc9b344462508d6215981db1541fc05d1d3edd7863",
        .behaviour = "ee9eeb143eab7cde00207131fff9fec692e9de9ce8b225e4476e63a20617388d",
        .code = {
            .table = CounterArgumentsCodec::table(),
            .hold = &iam::glue::hold<CounterArguments>,
            .call = &CounterTool::call,
        }
    },
    {
        .name = "kept",
        .description = "Counts.",
        .read_only = true,
        .document = R"json({"name":"kept","description":"Counts.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::kept","source":{"file":"input.hpp","line":47},"result_member":"result"}}})json",
        .wire = "f37aea5d1d8449803a2a5b6b4a25d8715d6ee96cfe9dae9c9bdb22aa45151380",
        .consent = "12e33777a56cab37925315fc9b344462508d6215981db1541fc05d1d3edd7863",
        .behaviour = "538fd5f3ddfbef1e275529d8779a22bd1d5bc4f4dd8500ac7be1259e36aef087",
        .code = {
            .table = KeptArgumentsCodec::table(),
            .hold = &iam::glue::hold<KeptArguments>,
            .call = &KeptTool::call,
        }
    },
    {
        .name = "made",
        .description = "Counts more. Functions with `[[iam::tool]]` are tools, as is this one: [[iam::tool]] int example();\n```\n[[iam::tool]] int example();\n```\n\n```\n[[iam::tool]] int example();\n```",
        .read_only = true,
        .document = R"json({"name":"made","description":"Counts more. Functions with `[[iam::tool]]` are tools, as is this one: [[iam::tool]] int example();\n```\n[[iam::tool]] int example();\n```\n\n```\n[[iam::tool]] int example();\n```","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::made","source":{"file":"input.hpp","line":58},"result_member":"result"}}})json",
        .wire = "f37aea5d1d8449803a2a5b6b4a25d8715d6ee96cfe9dae9c9bdb22aa45151380",
        .consent = "12e33777a56cab37925315fc9b344462508d6215981db1541fc05d1d3edd7863",
        .behaviour = "4c9bcb7b08acfe3d3fe8541468ce747b5625b77798ce5bbdc26c72fc00e4d2ac",
        .code = {
            .table = MadeArgumentsCodec::table(),
            .hold = &iam::glue::hold<MadeArguments>,
            .call = &MadeTool::call,
        }
    },
    {
        .name = "made_too",
        .description = "Counts less. Tags look like this: [[iam::tool]] int example();",
        .read_only = true,
        .document = R"json({"name":"made_too","description":"Counts less. Tags look like this: [[iam::tool]] int example();","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::made_too","source":{"file":"input.hpp","line":61},"result_member":"result"}}})json",
        .wire = "f37aea5d1d8449803a2a5b6b4a25d8715d6ee96cfe9dae9c9bdb22aa45151380",
        .consent = "12e33777a56cab37925315fc9b344462508d6215981db1541fc05d1d3edd7863",
        .behaviour = "c33bfa4a8fa5baef11dab7e9adc526a843cea9fc297b22a4e6429c7ce31d1592",
        .code = {
            .table = MadeTooArgumentsCodec::table(),
            .hold = &iam::glue::hold<MadeTooArguments>,
            .call = &MadeTooTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
