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
static_assert(sizeof(static_cast<::std::string (*)(const ::std::string&, ::std::string)>(&::desk::join)) > 0);

struct JoinArguments {
    ::std::string left{};
    ::std::string right{};
};

struct JoinArgumentsCodec : iam::RecordCodec<JoinArgumentsCodec, JoinArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("left", &JoinArguments::left),
        iam::required("right", &JoinArguments::right));
};

struct JoinTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<JoinArguments*>(given);
        return iam::glue::reply<iam::StringCodec>(::desk::join(static_cast<::std::string const&>(arguments.left), std::move(arguments.right)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "join",
        .description = "Joins two texts.",
        .read_only = true,
        .document = R"json({"name":"join","description":"Joins two texts.","inputSchema":{"type":"object","properties":{"left":{"type":"string"},"right":{"type":"string"}},"required":["left","right"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"string"}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::join","source":{"file":"input.hpp","line":10},"result_member":"result"}}})json",
        .wire = "de6781a00a68d0e44a5a0e91c2a63395c753e3e75020375bca9fe636df1498de",
        .consent = "c8f7505a1f89bf228e6ac5054d7d67d438e58fb587e6487e435a8c0d7b5da8a0",
        .behaviour = "3c9d9ef8c1499755e307470fe12943e1d1ca6ce928c32f3f37ae7ff145e6128c",
        .code = {
            .table = JoinArgumentsCodec::table(),
            .hold = &iam::glue::hold<JoinArguments>,
            .call = &JoinTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
