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
static_assert(sizeof(static_cast<void (*)(int)>(&::desk::set_level)) > 0);

struct SetLevelArguments {
    int value{};
};

struct SetLevelArgumentsCodec : iam::RecordCodec<SetLevelArgumentsCodec, SetLevelArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("value", &SetLevelArguments::value));
};

struct SetLevelTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<SetLevelArguments*>(given);
        ::desk::set_level(std::move(arguments.value));
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "set_level",
        .description = "Sets the level.",
        .destructive = false,
        .document = R"json({"name":"set_level","description":"Sets the level.","inputSchema":{"type":"object","properties":{"value":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"the level"}},"required":["value"],"additionalProperties":false},"annotations":{"destructiveHint":false},"_meta":{"iam/contract":{"hints_stated":["destructive"],"preview":false,"symbol":"desk::set_level","source":{"file":"input.hpp","line":20}}}})json",
        .wire = "527eb1028d017a424d5988cd8622ee90518f3b7b34b2a5ee2f14ccbbaa00ce13",
        .consent = "4f2a8ff5d8405be0c69e4200095e3ba07407cb25f22bef03bbcf28326cd8e406",
        .behaviour = "208c911af5839078c923f77f3379ef308ad0efc01a2379cb66be45fdc280faa2",
        .code = {
            .table = SetLevelArgumentsCodec::table(),
            .hold = &iam::glue::hold<SetLevelArguments>,
            .call = &SetLevelTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
