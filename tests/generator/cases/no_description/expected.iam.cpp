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
static_assert(sizeof(static_cast<void (*)()>(&::desk::beep)) > 0);
static_assert(sizeof(static_cast<void (*)()>(&::desk::beep_again)) > 0);

struct BeepArguments {
};

struct BeepArgumentsCodec : iam::RecordCodec<BeepArgumentsCodec, BeepArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct BeepTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        ::desk::beep();
        return iam::Reply::done();
    }
};

struct BeepAgainArguments {
};

struct BeepAgainArgumentsCodec : iam::RecordCodec<BeepAgainArgumentsCodec, BeepAgainArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct BeepAgainTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        ::desk::beep_again();
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "beep",
        .description = "beep",
        .idempotent = true,
        .document = R"json({"name":"beep","description":"beep","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::beep","source":{"file":"input.hpp","line":7}}}})json",
        .wire = "757cefe87fe1297548a87bcbe5b46a2cc3db13681671cfee827442ecb69590a3",
        .consent = "febadeda6e612bdf07fa274ff277b72286a194a0a2315338734d981a78b1b2ab",
        .behaviour = "2f13549335e738f03752192926102932624f651b57a65f55886fa57c2551fecc",
        .code = {
            .table = BeepArgumentsCodec::table(),
            .hold = &iam::glue::hold<BeepArguments>,
            .call = &BeepTool::call,
        }
    },
    {
        .name = "beep_again",
        .title = "A beep",
        .description = "A beep",
        .idempotent = true,
        .document = R"json({"name":"beep_again","title":"A beep","description":"A beep","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::beep_again","source":{"file":"input.hpp","line":8}}}})json",
        .wire = "757cefe87fe1297548a87bcbe5b46a2cc3db13681671cfee827442ecb69590a3",
        .consent = "febadeda6e612bdf07fa274ff277b72286a194a0a2315338734d981a78b1b2ab",
        .behaviour = "7a1af61dec7b1f88c1563ed180ce9f5666ae10ff138b1637e0ac4e1b1e5dc082",
        .code = {
            .table = BeepAgainArgumentsCodec::table(),
            .hold = &iam::glue::hold<BeepAgainArguments>,
            .call = &BeepAgainTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
