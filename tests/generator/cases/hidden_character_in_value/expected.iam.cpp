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
static_assert(sizeof(static_cast<void (*)(::std::string, ::std::string, ::std::string)>(&::desk::split)) > 0);

struct SplitArguments {
    ::std::string text{};
    ::std::string separator = "\037\342\200\256\363\240\201\201";
    ::std::string mark = "";
};

struct SplitArgumentsCodec : iam::RecordCodec<SplitArgumentsCodec, SplitArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("text", &SplitArguments::text),
        iam::defaulted("separator", &SplitArguments::separator),
        iam::defaulted("mark", &SplitArguments::mark));
};

struct SplitTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<SplitArguments*>(given);
        ::desk::split(std::move(arguments.text), std::move(arguments.separator), std::move(arguments.mark));
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "split",
        .description = "Splits a text. Values of the program are published as escapes, so that whoever reads the file sees them.",
        .read_only = true,
        .document = R"json({"name":"split","description":"Splits a text. Values of the program are published as escapes, so that whoever reads the file sees them.","inputSchema":{"type":"object","properties":{"text":{"type":"string"},"separator":{"type":"string","default":"\u001f\u202e\udb40\udc41"},"mark":{"type":"string","default":"","examples":["\u200bx\u007f"]}},"required":["text"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::split","source":{"file":"input.hpp","line":10}}}})json",
        .wire = "019b1a6b393a5ad4fff738aefcfeb6e50ae1885da25630b64bdc9954320916ff",
        .consent = "dcb281fe32badb9cb5ebb55ac653ba8b76ce830b72cc6fd51a96fef46dfc9e73",
        .behaviour = "4ebc798d6296dab550de873645dfdd16f71ff41fc06c5824b60fdab527ddc036",
        .code = {
            .table = SplitArgumentsCodec::table(),
            .hold = &iam::glue::hold<SplitArguments>,
            .call = &SplitTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
