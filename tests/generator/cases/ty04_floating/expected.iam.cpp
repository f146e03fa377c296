// Made by iam-gen 0.1.0 from input.hpp. Changes here are lost.
#if defined(__GNUC__)
// The header may call deprecated what is offered all the same.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif
#include "input.hpp"

#include <iam/tool/glue.hpp>

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

struct ScaleArguments {
    float factor{};
    double length{};
};

struct ScaleArgumentsCodec : iam::RecordCodec<ScaleArgumentsCodec, ScaleArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("factor", &ScaleArguments::factor),
        iam::required("length", &ScaleArguments::length));
};

class ScaleTool final : public iam::Handler {
 public:
    iam::Prepared prepare(std::string_view text) const override {
        return iam::glue::prepare<ScaleArgumentsCodec, ScaleArguments>(text, nullptr);
    }

    iam::Reply call(const iam::Permit&, std::string_view text, iam::Context&) const override {
        iam::Decoder in(text, nullptr);
        ScaleArguments arguments;
        if (!iam::glue::read<ScaleArgumentsCodec>(in, arguments)) return iam::glue::unreadable(in);
        return iam::glue::reply<iam::FloatCodec<double>>(::desk::scale(std::move(arguments.factor), std::move(arguments.length)));
    }
};

constexpr iam::glue::ToolFacts k_scale{
    .name = "scale",
    .description = "Scales a length.",
    .read_only = true,
    .generator = "0.1.0",
    .document = R"json({"name":"scale","description":"Scales a length.","inputSchema":{"type":"object","properties":{"factor":{"type":"number"},"length":{"type":"number"}},"required":["factor","length"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"number"}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::scale","source":{"file":"input.hpp","line":8},"result_member":"result","digests":{"wire":"dc17ee3377819485c725450b7a44eb9a27b0a69c1b0adfc270fb609e1ebf472a","consent":"4fcdbff80b58babb4358c6c1353da2e69117620ff22c851c426d73ad9842a747","behaviour":"17a2e5078b4e44ed10edcc04a8eff01dc918719083fe65d59ae3c38a57bba258"}}}})json",
    .full_schemas = R"json({"inputSchema":{"type":"object","properties":{"factor":{"type":"number","minimum":-3.4028234663852886e+38,"maximum":3.4028234663852886e+38},"length":{"type":"number"}},"required":["factor","length"],"additionalProperties":false}})json",
    .wire = "dc17ee3377819485c725450b7a44eb9a27b0a69c1b0adfc270fb609e1ebf472a",
    .consent = "4fcdbff80b58babb4358c6c1353da2e69117620ff22c851c426d73ad9842a747",
    .behaviour = "17a2e5078b4e44ed10edcc04a8eff01dc918719083fe65d59ae3c38a57bba258",
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    IAM_CHECK(iam::glue::add(registry, k_scale, std::make_unique<const ScaleTool>()));
    return {};
}

}  // namespace iam_glue_4_case_input
