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
static_assert(sizeof(static_cast<void (*)(int, double)>(&::desk::wait)) > 0);

struct WaitArguments {
    int seconds{};
    double rest{};
};

struct WaitArgumentsCodec : iam::RecordCodec<WaitArgumentsCodec, WaitArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("seconds", &WaitArguments::seconds, {.multiple_of = 5}),
        iam::required("rest", &WaitArguments::rest, {.multiple_of = 0.25}));
};

struct WaitTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<WaitArguments*>(given);
        ::desk::wait(std::move(arguments.seconds), std::move(arguments.rest));
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "wait",
        .description = "Waits.",
        .read_only = true,
        .document = R"json({"name":"wait","description":"Waits.","inputSchema":{"type":"object","properties":{"seconds":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"multipleOf":5},"rest":{"type":"number","multipleOf":0.25}},"required":["seconds","rest"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::wait","source":{"file":"input.hpp","line":8}}}})json",
        .wire = "dc9813e654ee7bdf7e0ef51a06abaa06680b04dee8392289ec44b40dadcf9d2b",
        .consent = "a52b5205c201bab5757b49ba4d032a9a522697ce820afe5a44473619a98b416b",
        .behaviour = "86ed013877ab0a2a94265e8a16fe80a4e7f0bceabf6a83094d83e12f4225cb95",
        .code = {
            .table = WaitArgumentsCodec::table(),
            .hold = &iam::glue::hold<WaitArguments>,
            .call = &WaitTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
