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
static_assert(sizeof(static_cast<double (*)(float, double)>(&::desk::scale)) > 0);

struct ScaleArguments {
    float factor{};
    double length{};
};

struct ScaleArgumentsCodec : iam::RecordCodec<ScaleArgumentsCodec, ScaleArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("factor", &ScaleArguments::factor),
        iam::required("length", &ScaleArguments::length));
};

struct ScaleTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<ScaleArguments*>(given);
        return iam::glue::reply<iam::FloatCodec<double>>(::desk::scale(std::move(arguments.factor), std::move(arguments.length)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "scale",
        .description = "Scales a length.",
        .read_only = true,
        .document = R"json({"name":"scale","description":"Scales a length.","inputSchema":{"type":"object","properties":{"factor":{"type":"number"},"length":{"type":"number"}},"required":["factor","length"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"number"}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::scale","source":{"file":"input.hpp","line":8},"result_member":"result"}}})json",
        .full_schemas = R"json({"inputSchema":{"type":"object","properties":{"factor":{"type":"number","minimum":-3.4028234663852886e+38,"maximum":3.4028234663852886e+38},"length":{"type":"number"}},"required":["factor","length"],"additionalProperties":false}})json",
        .wire = "dc17ee3377819485c725450b7a44eb9a27b0a69c1b0adfc270fb609e1ebf472a",
        .consent = "4fcdbff80b58babb4358c6c1353da2e69117620ff22c851c426d73ad9842a747",
        .behaviour = "17a2e5078b4e44ed10edcc04a8eff01dc918719083fe65d59ae3c38a57bba258",
        .code = {
            .table = ScaleArgumentsCodec::table(),
            .hold = &iam::glue::hold<ScaleArguments>,
            .call = &ScaleTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
