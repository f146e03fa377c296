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
static_assert(sizeof(static_cast<int (*)(int)>(&::lamp_count)) > 0);
static_assert(sizeof(static_cast<void (*)(int, int)>(&::lamp_switch)) > 0);

struct LampCountArguments {
    int floor{};
};

struct LampCountArgumentsCodec : iam::RecordCodec<LampCountArgumentsCodec, LampCountArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("floor", &LampCountArguments::floor));
};

struct LampCountTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<LampCountArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::lamp_count(std::move(arguments.floor)));
    }
};

struct LampSwitchArguments {
    int address{};
    int level{};
};

struct LampSwitchArgumentsCodec : iam::RecordCodec<LampSwitchArgumentsCodec, LampSwitchArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("address", &LampSwitchArguments::address),
        iam::required("level", &LampSwitchArguments::level));
};

struct LampSwitchTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<LampSwitchArguments*>(given);
        ::lamp_switch(std::move(arguments.address), std::move(arguments.level));
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "lamp_count",
        .description = "Counts.",
        .read_only = true,
        .document = R"json({"name":"lamp_count","description":"Counts.","inputSchema":{"type":"object","properties":{"floor":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["floor"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"lamp_count","source":{"file":"input.hpp","line":11},"result_member":"result"}}})json",
        .wire = "6f3cc3dc06c64de465dabf18bbbb79ee38ff15116caeece772c16376e5dff64b",
        .consent = "907152d509896b16729bb244422e6d7d0fb1676b982259ffa9b765d8e7312462",
        .behaviour = "d12a513fa2a08a07d64dd2e9d61409b3e54be0f1606e83c9f36241bce3ac4054",
        .code = {
            .table = LampCountArgumentsCodec::table(),
            .hold = &iam::glue::hold<LampCountArguments>,
            .call = &LampCountTool::call,
        }
    },
    {
        .name = "lamp_switch",
        .description = "Makes a lamp lighter or darker.",
        .idempotent = true,
        .document = R"json({"name":"lamp_switch","description":"Makes a lamp lighter or darker.","inputSchema":{"type":"object","properties":{"address":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"level":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"0 to 7"}},"required":["address","level"],"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"lamp_switch","source":{"file":"input.hpp","line":7}}}})json",
        .wire = "0d323ff9230587938e250f59f5a74ed5c6ee818ba9bc664d08724100a393aeba",
        .consent = "f15b90251dee35cfe7b0af02da67eeac4572be279983a184cdddfea344b64aa3",
        .behaviour = "bef7587ada0342775e0f2330350a88b01e9531ef1275e0308c05885ec0754c9a",
        .code = {
            .table = LampSwitchArgumentsCodec::table(),
            .hold = &iam::glue::hold<LampSwitchArguments>,
            .call = &LampSwitchTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
