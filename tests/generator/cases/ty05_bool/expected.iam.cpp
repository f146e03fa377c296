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
static_assert(sizeof(static_cast<bool (*)(bool)>(&::desk::set_light)) > 0);

struct SetLightArguments {
    bool on{};
};

struct SetLightArgumentsCodec : iam::RecordCodec<SetLightArgumentsCodec, SetLightArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("on", &SetLightArguments::on));
};

struct SetLightTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<SetLightArguments*>(given);
        return iam::glue::reply<iam::BooleanCodec>(::desk::set_light(std::move(arguments.on)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "set_light",
        .description = "Turns the light on or off.",
        .idempotent = true,
        .document = R"json({"name":"set_light","description":"Turns the light on or off.","inputSchema":{"type":"object","properties":{"on":{"type":"boolean","description":"the new state"}},"required":["on"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"boolean"}},"required":["result"],"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::set_light","source":{"file":"input.hpp","line":9},"result_member":"result"}}})json",
        .wire = "c6b28dafac49d5093e7a6313a45647c6c62f5b8eb65497ca7f7918e4a4477bdd",
        .consent = "353b20aaad06c5090946b12893218340abe4225da6e98f1682566fc17e3808d3",
        .behaviour = "dd7833d2ffb26a0715926e6d8df405baccbc247deb728f61ffcac91605079a80",
        .code = {
            .table = SetLightArgumentsCodec::table(),
            .hold = &iam::glue::hold<SetLightArguments>,
            .call = &SetLightTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
