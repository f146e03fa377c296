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
static_assert(sizeof(static_cast<::std::map<::std::string, int> (*)(const ::std::map<::std::string, ::std::vector<::std::string>>&)>(&::desk::count)) > 0);

struct CountArguments {
    ::std::map<::std::string, ::std::vector<::std::string>> texts{};
};

struct CountArgumentsCodec : iam::RecordCodec<CountArgumentsCodec, CountArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("texts", &CountArguments::texts));
};

struct CountTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<CountArguments*>(given);
        return iam::glue::reply<iam::MapCodec<iam::StringKey, iam::IntegerCodec<int>, ::std::map<::std::string, int>>>(::desk::count(static_cast<::std::map<::std::string, ::std::vector<::std::string>> const&>(arguments.texts)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "count",
        .description = "Counts words.",
        .read_only = true,
        .document = R"json({"name":"count","description":"Counts words.","inputSchema":{"type":"object","properties":{"texts":{"type":"object","properties":{},"additionalProperties":{"type":"array","items":{"type":"string"}}}},"required":["texts"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{},"additionalProperties":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::count","source":{"file":"input.hpp","line":12}}}})json",
        .wire = "87828b237be8c010018f30ce512d340bd9123877075ac724f7252a8586113d04",
        .consent = "f53a05b3a3e64cd8e785f805f37c0cfe3c80faaa8a7ed9a867a142f2cdfa6a7c",
        .behaviour = "f0a9e5ff2fa60889509737a7e3524f2e31dbb59341eb6ceb8c8d8c0e7291ba05",
        .code = {
            .table = CountArgumentsCodec::table(),
            .hold = &iam::glue::hold<CountArguments>,
            .call = &CountTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
