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
static_assert(sizeof(static_cast<int (*)()>(&::desk::inner::deepEcho)) > 0);
static_assert(sizeof(static_cast<int (*)()>(&::desk::HTTPGet)) > 0);
static_assert(sizeof(static_cast<int (*)()>(&::desk::parseV2File)) > 0);
static_assert(sizeof(static_cast<int (*)()>(&::desk::whatever)) > 0);

struct DeepEchoArguments {
};

struct DeepEchoArgumentsCodec : iam::RecordCodec<DeepEchoArgumentsCodec, DeepEchoArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct DeepEchoTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::inner::deepEcho());
    }
};

struct HttpGetArguments {
};

struct HttpGetArgumentsCodec : iam::RecordCodec<HttpGetArgumentsCodec, HttpGetArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct HttpGetTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::HTTPGet());
    }
};

struct ParseV2FileArguments {
};

struct ParseV2FileArgumentsCodec : iam::RecordCodec<ParseV2FileArgumentsCodec, ParseV2FileArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct ParseV2FileTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::parseV2File());
    }
};

struct ThirdOneArguments {
};

struct ThirdOneArgumentsCodec : iam::RecordCodec<ThirdOneArgumentsCodec, ThirdOneArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct ThirdOneTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::whatever());
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "deep_echo",
        .description = "Four.",
        .read_only = true,
        .document = R"json({"name":"deep_echo","description":"Four.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::inner::deepEcho","source":{"file":"input.hpp","line":15},"result_member":"result"}}})json",
        .wire = "f37aea5d1d8449803a2a5b6b4a25d8715d6ee96cfe9dae9c9bdb22aa45151380",
        .consent = "12e33777a56cab37925315fc9b344462508d6215981db1541fc05d1d3edd7863",
        .behaviour = "23482fbe080923afa8a68f30a4d025fb7428792e77ca645d929ea929cd1b591e",
        .code = {
            .table = DeepEchoArgumentsCodec::table(),
            .hold = &iam::glue::hold<DeepEchoArguments>,
            .call = &DeepEchoTool::call,
        }
    },
    {
        .name = "http_get",
        .description = "One.",
        .read_only = true,
        .document = R"json({"name":"http_get","description":"One.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::HTTPGet","source":{"file":"input.hpp","line":8},"result_member":"result"}}})json",
        .wire = "f37aea5d1d8449803a2a5b6b4a25d8715d6ee96cfe9dae9c9bdb22aa45151380",
        .consent = "12e33777a56cab37925315fc9b344462508d6215981db1541fc05d1d3edd7863",
        .behaviour = "53225453f4f9d9bd2b1ac3a91d6fc2ae9ff8a11de764589809e9a151ac6437c7",
        .code = {
            .table = HttpGetArgumentsCodec::table(),
            .hold = &iam::glue::hold<HttpGetArguments>,
            .call = &HttpGetTool::call,
        }
    },
    {
        .name = "parse_v2_file",
        .description = "Two.",
        .read_only = true,
        .document = R"json({"name":"parse_v2_file","description":"Two.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::parseV2File","source":{"file":"input.hpp","line":10},"result_member":"result"}}})json",
        .wire = "f37aea5d1d8449803a2a5b6b4a25d8715d6ee96cfe9dae9c9bdb22aa45151380",
        .consent = "12e33777a56cab37925315fc9b344462508d6215981db1541fc05d1d3edd7863",
        .behaviour = "4fd9310f910a98d7cd7d63af165ba6395ad7e41dbc65023c9c5b46e75d1262c0",
        .code = {
            .table = ParseV2FileArgumentsCodec::table(),
            .hold = &iam::glue::hold<ParseV2FileArguments>,
            .call = &ParseV2FileTool::call,
        }
    },
    {
        .name = "third-One",
        .description = "Three.",
        .read_only = true,
        .document = R"json({"name":"third-One","description":"Three.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::whatever","source":{"file":"input.hpp","line":12},"result_member":"result"}}})json",
        .wire = "f37aea5d1d8449803a2a5b6b4a25d8715d6ee96cfe9dae9c9bdb22aa45151380",
        .consent = "12e33777a56cab37925315fc9b344462508d6215981db1541fc05d1d3edd7863",
        .behaviour = "62e56492cee1139d041918dad9ac7ca96e45934ab4e9cd7e434df20e872c0fd3",
        .code = {
            .table = ThirdOneArgumentsCodec::table(),
            .hold = &iam::glue::hold<ThirdOneArguments>,
            .call = &ThirdOneTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
