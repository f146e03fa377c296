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
#include <iam/tool/codecs/container.hpp>
#include <iam/tool/glue.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(sizeof(static_cast<::std::vector<int> (*)(const ::std::vector<int>&, ::std::vector<::std::vector<::std::string>>, ::std::vector<bool>)>(&::desk::sorted)) > 0);

struct SortedArguments {
    ::std::vector<int> numbers{};
    ::std::vector<::std::vector<::std::string>> tables{};
    ::std::vector<bool> flags = ::std::vector<bool>{};
};

struct SortedArgumentsCodec : iam::RecordCodec<SortedArgumentsCodec, SortedArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("numbers", &SortedArguments::numbers),
        iam::required("tables", &SortedArguments::tables),
        iam::defaulted("flags", &SortedArguments::flags));
};

struct SortedTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<SortedArguments*>(given);
        return iam::glue::reply<iam::SequenceCodec<iam::IntegerCodec<int>, ::std::vector<int>>>(::desk::sorted(static_cast<::std::vector<int> const&>(arguments.numbers), std::move(arguments.tables), std::move(arguments.flags)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "sorted",
        .description = "Sorts numbers.",
        .read_only = true,
        .document = R"json({"name":"sorted","description":"Sorts numbers.","inputSchema":{"type":"object","properties":{"numbers":{"type":"array","items":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"tables":{"type":"array","items":{"type":"array","items":{"type":"string"}}},"flags":{"type":"array","items":{"type":"boolean"},"default":[]}},"required":["numbers","tables"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"array","items":{"type":"integer","minimum":-2147483648,"maximum":2147483647}}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::sorted","source":{"file":"input.hpp","line":11},"result_member":"result"}}})json",
        .wire = "5642e5f1d257844cf78ed096d09d56e4050dd43fd8454323024f1480fcec1c91",
        .consent = "bdfe07519b96c0c1e5b0215ed122b0d7592b0b521b516976eaa762d6c5d40b5c",
        .behaviour = "24727b7f64b736ac065c202fec1b898da41ed63ce976498d4c9334f6a88b65e4",
        .code = {
            .table = SortedArgumentsCodec::table(),
            .hold = &iam::glue::hold<SortedArguments>,
            .call = &SortedTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
