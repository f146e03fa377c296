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
static_assert(sizeof(static_cast<int (*)(int)>(&::desk::add)) > 0);

struct AddArguments {
    int a{};
};

struct AddArgumentsCodec : iam::RecordCodec<AddArgumentsCodec, AddArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("a", &AddArguments::a));
};

struct AddTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<AddArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::add(std::move(arguments.a)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "add",
        .description = "Adds.",
        .read_only = true,
        .document = R"json({"name":"add","description":"Adds.","inputSchema":{"type":"object","properties":{"a":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["a"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::add","source":{"file":"input.hpp","line":10},"result_member":"result"}}})json",
        .wire = "c39914d1d3b8a8adc655f21dd5dc1f147b3dba8c0770f2f314077e878bacd938",
        .consent = "6f50cd35a0e74693938ec01830ecee146b050be8a6f30bfbca6f8697d8187b87",
        .behaviour = "913be74381eda49fe161bf7c7686eb75f167cd4921daeec3a2628deed0a9f4e0",
        .code = {
            .table = AddArgumentsCodec::table(),
            .hold = &iam::glue::hold<AddArguments>,
            .call = &AddTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
