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
static_assert(sizeof(static_cast<int (*)(int)>(&::desk::charge)) > 0);
static_assert(sizeof(static_cast<void (*)(int)>(&::desk::refund)) > 0);

struct ChargeArguments {
    int cents{};
};

struct ChargeArgumentsCodec : iam::RecordCodec<ChargeArgumentsCodec, ChargeArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("cents", &ChargeArguments::cents));
};

struct ChargeTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<ChargeArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::charge(std::move(arguments.cents)));
    }

    static iam::Reply undo(const iam::Permit&, const void*, std::string_view, std::string_view result_text,
                           iam::Context&) {
        iam::Decoder returned(result_text, nullptr, iam::Checking::types_only);
        int result{};
        if (!iam::glue::read_result<iam::IntegerCodec<int>>(returned, result)) {
            return iam::glue::unreadable_record(returned);
        }
        ::desk::refund(std::move(result));
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "charge",
        .description = "Charges a customer.",
        .destructive = false,
        .document = R"json({"name":"charge","description":"Charges a customer.","inputSchema":{"type":"object","properties":{"cents":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["cents"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"destructiveHint":false},"_meta":{"iam/contract":{"hints_stated":["destructive"],"preview":false,"undo":{"grade":"compensating"},"symbol":"desk::charge","source":{"file":"input.hpp","line":10},"result_member":"result"}}})json",
        .wire = "c1cbd0782ebbef7cedc2fffea01516c2639cd70906b6e54b66707ec9ed27ac94",
        .consent = "5dd8536c13b38acf58b52b59459bfc80fdad1d3d9344ded8e40ef27069bb80e6",
        .behaviour = "e4461313aa90ee369ad258019d20cf37691fbc0815828bc02f73a21934c91df2",
        .code = {
            .table = ChargeArgumentsCodec::table(),
            .hold = &iam::glue::hold<ChargeArguments>,
            .call = &ChargeTool::call,
            .undo = &ChargeTool::undo,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
