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
static_assert(sizeof(static_cast<int (*)(::std::basic_string_view<char>)>(&::desk::letters)) > 0);

struct LettersArguments {
    ::std::string_view text{};
};

struct LettersArgumentsCodec : iam::RecordCodec<LettersArgumentsCodec, LettersArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("text", &LettersArguments::text));
};

struct LettersTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<LettersArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::letters(std::move(arguments.text)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "letters",
        .description = "Counts letters.",
        .read_only = true,
        .document = R"json({"name":"letters","description":"Counts letters.","inputSchema":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::letters","source":{"file":"input.hpp","line":10},"result_member":"result"}}})json",
        .wire = "49e271357f65b8adbfbdc936817b5e8fe967c708cae6c9b2528bc7bd8eec5f59",
        .consent = "42269665acf20d394708575a882f83f977fede9e7cb29636a6409f5712932bec",
        .behaviour = "9c3d16a6ebf6386a063878c1e8caba5d38b488bb8aa95f956c6dbff2db7de9ed",
        .code = {
            .table = LettersArgumentsCodec::table(),
            .hold = &iam::glue::hold<LettersArguments>,
            .call = &LettersTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
