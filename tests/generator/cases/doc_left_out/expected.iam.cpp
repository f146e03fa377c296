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
static_assert(sizeof(static_cast<int (*)()>(&::desk::count)) > 0);
static_assert(sizeof(static_cast<int (*)()>(&::desk::draw)) > 0);
static_assert(sizeof(static_cast<int (*)()>(&::desk::list)) > 0);
static_assert(sizeof(static_cast<int (*)()>(&::desk::say)) > 0);

struct CountArguments {
};

struct CountArgumentsCodec : iam::RecordCodec<CountArgumentsCodec, CountArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct CountTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::count());
    }
};

struct DrawArguments {
};

struct DrawArgumentsCodec : iam::RecordCodec<DrawArgumentsCodec, DrawArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct DrawTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::draw());
    }
};

struct ListArguments {
};

struct ListArgumentsCodec : iam::RecordCodec<ListArgumentsCodec, ListArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct ListTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::list());
    }
};

struct SayArguments {
};

struct SayArgumentsCodec : iam::RecordCodec<SayArgumentsCodec, SayArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct SayTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::say());
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "count",
        .description = "Counts.",
        .read_only = true,
        .document = R"json({"name":"count","description":"Counts.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::count","source":{"file":"input.hpp","line":10},"result_member":"result"}}})json",
        .wire = "f37aea5d1d8449803a2a5b6b4a25d8715d6ee96cfe9dae9c9bdb22aa45151380",
        .consent = "12e33777a56cab37925315fc9b344462508d6215981db1541fc05d1d3edd7863",
        .behaviour = "8077cffaf1c53f7f2941baafcd7154b0caba57ec0cf0add4aa6fa2e02492e0f8",
        .code = {
            .table = CountArgumentsCodec::table(),
            .hold = &iam::glue::hold<CountArguments>,
            .call = &CountTool::call,
        }
    },
    {
        .name = "draw",
        .description = "Draws.",
        .read_only = true,
        .document = R"json({"name":"draw","description":"Draws.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::draw","source":{"file":"input.hpp","line":21},"result_member":"result"}}})json",
        .wire = "f37aea5d1d8449803a2a5b6b4a25d8715d6ee96cfe9dae9c9bdb22aa45151380",
        .consent = "12e33777a56cab37925315fc9b344462508d6215981db1541fc05d1d3edd7863",
        .behaviour = "1a1c46b56e698c21733b7f929d2551098e547c418b2353a43decc6b488511836",
        .code = {
            .table = DrawArgumentsCodec::table(),
            .hold = &iam::glue::hold<DrawArguments>,
            .call = &DrawTool::call,
        }
    },
    {
        .name = "list",
        .description = "Lists.\n\niam-warning: models do not read the text that stands for",
        .read_only = true,
        .document = R"json({"name":"list","description":"Lists.\n\niam-warning: models do not read the text that stands for","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::list","source":{"file":"input.hpp","line":14},"result_member":"result"}}})json",
        .wire = "f37aea5d1d8449803a2a5b6b4a25d8715d6ee96cfe9dae9c9bdb22aa45151380",
        .consent = "12e33777a56cab37925315fc9b344462508d6215981db1541fc05d1d3edd7863",
        .behaviour = "d28b8f865c97fd457aaad5d2e2262ecb66725c118e72c0143c73e0c7a914643c",
        .code = {
            .table = ListArgumentsCodec::table(),
            .hold = &iam::glue::hold<ListArguments>,
            .call = &ListTool::call,
        }
    },
    {
        .name = "say",
        .description = "Says. Desk  // iam-warning: iam-gen does not know",
        .read_only = true,
        .document = R"json({"name":"say","description":"Says. Desk  // iam-warning: iam-gen does not know","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::say","source":{"file":"input.hpp","line":25},"result_member":"result"}}})json",
        .wire = "f37aea5d1d8449803a2a5b6b4a25d8715d6ee96cfe9dae9c9bdb22aa45151380",
        .consent = "12e33777a56cab37925315fc9b344462508d6215981db1541fc05d1d3edd7863",
        .behaviour = "c8441cd34345bcd96839ccdc77a21197c85a84ac5f2ebdfc9719a69fba28aeec",
        .code = {
            .table = SayArgumentsCodec::table(),
            .hold = &iam::glue::hold<SayArguments>,
            .call = &SayTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
