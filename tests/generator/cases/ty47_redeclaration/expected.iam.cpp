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
static_assert(sizeof(static_cast<int (*)(int, int)>(&::desk::add)) > 0);

struct AddArguments {
    int a{};
    int b = 2;
};

struct AddArgumentsCodec : iam::RecordCodec<AddArgumentsCodec, AddArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("a", &AddArguments::a),
        iam::defaulted("b", &AddArguments::b));
};

struct AddTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<AddArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::add(std::move(arguments.a), std::move(arguments.b)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "add",
        .description = "Adds.",
        .read_only = true,
        .document = R"json({"name":"add","description":"Adds.","inputSchema":{"type":"object","properties":{"a":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"left"},"b":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"default":2}},"required":["a"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::add","source":{"file":"input.hpp","line":9},"result_member":"result"}}})json",
        .wire = "986c83cec88e32b20158db5af6c23af683be6ff446246ba45342b3ca2c8c7b13",
        .consent = "4f1147dff41a836d7b4a88b3de910009e4be6a56bf942a0d74c0ca925c2e0ed1",
        .behaviour = "24956b08c5090f2e0191aaae6d0f8f71164120b51b74d068debbdaabdbee356a",
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
