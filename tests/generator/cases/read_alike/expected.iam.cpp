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
static_assert(sizeof(long) == 8);
static_assert(sizeof(static_cast<int (*)(int, long)>(&::shop::count_shelves)) > 0);

struct CountShelvesArguments {
    int floor{};
    long most = 9223372036854775807;
};

struct CountShelvesArgumentsCodec : iam::RecordCodec<CountShelvesArgumentsCodec, CountShelvesArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("floor", &CountShelvesArguments::floor, {.low = 0, .high = 2147483647}),
        iam::defaulted("most", &CountShelvesArguments::most));
};

struct CountShelvesTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<CountShelvesArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::shop::count_shelves(std::move(arguments.floor), std::move(arguments.most)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "count_shelves",
        .description = "Counts shelves.",
        .read_only = true,
        .document = R"json({"name":"count_shelves","description":"Counts shelves.","inputSchema":{"type":"object","properties":{"floor":{"type":"integer","minimum":0,"maximum":2147483647},"most":{"type":"integer","default":9223372036854775807}},"required":["floor"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"shop::count_shelves","source":{"file":"input.hpp","line":20},"result_member":"result"}}})json",
        .full_schemas = R"json({"inputSchema":{"type":"object","properties":{"floor":{"type":"integer","minimum":0,"maximum":2147483647},"most":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807,"default":9223372036854775807}},"required":["floor"],"additionalProperties":false}})json",
        .wire = "e2bd28d9722928497e7bc3fdb98af3fbe51102bcf343a4bef39d2f917a6dafe5",
        .consent = "6dde40e2313f96ae1e6563071d826be75bf00c6cbd9ac99db7d8f623eed81eb3",
        .behaviour = "3df16e2bcdd8db75cfe486011a695a3ddea37e46d8f8995d4859abd6a7d5f3fb",
        .code = {
            .table = CountShelvesArgumentsCodec::table(),
            .hold = &iam::glue::hold<CountShelvesArguments>,
            .call = &CountShelvesTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
