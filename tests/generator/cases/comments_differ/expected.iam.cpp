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
static_assert(sizeof(static_cast<void (*)()>(&::desk::ring)) > 0);
static_assert(sizeof(static_cast<void (*)()>(&::desk::stop)) > 0);

struct RingArguments {
};

struct RingArgumentsCodec : iam::RecordCodec<RingArgumentsCodec, RingArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct RingTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        ::desk::ring();
        return iam::Reply::done();
    }
};

struct StopArguments {
};

struct StopArgumentsCodec : iam::RecordCodec<StopArgumentsCodec, StopArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct StopTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        ::desk::stop();
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "ring",
        .description = "Rings.",
        .idempotent = false,
        .document = R"json({"name":"ring","description":"Rings.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"annotations":{"idempotentHint":false},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::ring","source":{"file":"input.hpp","line":8}}}})json",
        .wire = "757cefe87fe1297548a87bcbe5b46a2cc3db13681671cfee827442ecb69590a3",
        .consent = "aada9366e8d09d78f639e6aca0660ae765c91b4122d26637b34d7fee15de3c96",
        .behaviour = "9de37e37943450eac109f2108cb6a7ad812d550ea0678fe73bc51734c904723e",
        .code = {
            .table = RingArgumentsCodec::table(),
            .hold = &iam::glue::hold<RingArguments>,
            .call = &RingTool::call,
        }
    },
    {
        .name = "stop",
        .description = "Stops.",
        .idempotent = true,
        .document = R"json({"name":"stop","description":"Stops.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::stop","source":{"file":"input.hpp","line":12}}}})json",
        .wire = "757cefe87fe1297548a87bcbe5b46a2cc3db13681671cfee827442ecb69590a3",
        .consent = "febadeda6e612bdf07fa274ff277b72286a194a0a2315338734d981a78b1b2ab",
        .behaviour = "b72e6f86882b3da44021f2ffe6edce31a0e03d8175d16eb31601924df3e92029",
        .code = {
            .table = StopArgumentsCodec::table(),
            .hold = &iam::glue::hold<StopArguments>,
            .call = &StopTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
