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
#include <iam/tool/codecs/enum.hpp>
#include <iam/tool/codecs/optional.hpp>
#include <iam/tool/glue.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(static_cast<unsigned long long>(::desk::Rights::read) == 1ull);
static_assert(static_cast<unsigned long long>(::desk::Rights::write) == 2ull);
static_assert(static_cast<unsigned long long>(::desk::Rights::all) == 3ull);
static_assert(sizeof(static_cast<::desk::Rights (*)(::desk::Rights, ::desk::Rights, ::desk::Rights, ::std::optional<::desk::Rights>)>(&::desk::share)) > 0);

struct RightsCodec : iam::FlagsCodec<RightsCodec, ::desk::Rights> {
    static constexpr std::array<std::string_view, 3> k_names{"read", "write", "all"};
    static constexpr std::array<::desk::Rights, 3> k_values{::desk::Rights::read, ::desk::Rights::write, ::desk::Rights::all};
};

struct ShareArguments {
    ::desk::Rights rights{};
    ::desk::Rights more = iam::glue::parsed<RightsCodec, ::desk::Rights>("[\"read\",\"write\"]");
    ::desk::Rights least = iam::glue::parsed<RightsCodec, ::desk::Rights>("[]");
    ::std::optional<::desk::Rights> most = iam::glue::parsed<RightsCodec, ::desk::Rights>("[\"read\",\"write\"]");
};

struct ShareArgumentsCodec : iam::RecordCodec<ShareArgumentsCodec, ShareArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<RightsCodec>("rights", &ShareArguments::rights),
        iam::defaulted<RightsCodec>("more", &ShareArguments::more),
        iam::defaulted<RightsCodec>("least", &ShareArguments::least),
        iam::defaulted<iam::OptionalCodec<RightsCodec, ::desk::Rights>>("most", &ShareArguments::most));
};

struct ShareTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<ShareArguments*>(given);
        return iam::glue::reply<RightsCodec>(::desk::share(std::move(arguments.rights), std::move(arguments.more), std::move(arguments.least), std::move(arguments.most)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "share",
        .description = "Shares a file.",
        .read_only = true,
        .document = R"json({"name":"share","description":"Shares a file.","inputSchema":{"type":"object","properties":{"rights":{"type":"array","items":{"type":"string","enum":["read","write","all"]},"description":"Who may do what.\n- read: look at it\n- write: change it"},"more":{"type":"array","items":{"type":"string","enum":["read","write","all"]},"description":"Who may do what.\n- read: look at it\n- write: change it","default":["read","write"]},"least":{"type":"array","items":{"type":"string","enum":["read","write","all"]},"description":"Who may do what.\n- read: look at it\n- write: change it","default":[]},"most":{"type":"array","items":{"type":"string","enum":["read","write","all"]},"description":"Who may do what.\n- read: look at it\n- write: change it","default":["read","write"]}},"required":["rights"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"array","items":{"type":"string","enum":["read","write","all"]},"description":"Who may do what.\n- read: look at it\n- write: change it"}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::share","source":{"file":"input.hpp","line":23},"result_member":"result"}}})json",
        .full_schemas = R"json({"inputSchema":{"type":"object","properties":{"rights":{"type":"array","items":{"type":"string","enum":["read","write","all"]},"uniqueItems":true,"description":"Who may do what.\n- read: look at it\n- write: change it"},"more":{"type":"array","items":{"type":"string","enum":["read","write","all"]},"uniqueItems":true,"description":"Who may do what.\n- read: look at it\n- write: change it","default":["read","write"]},"least":{"type":"array","items":{"type":"string","enum":["read","write","all"]},"uniqueItems":true,"description":"Who may do what.\n- read: look at it\n- write: change it","default":[]},"most":{"type":"array","items":{"type":"string","enum":["read","write","all"]},"uniqueItems":true,"description":"Who may do what.\n- read: look at it\n- write: change it","default":["read","write"]}},"required":["rights"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"array","items":{"type":"string","enum":["read","write","all"]},"uniqueItems":true,"description":"Who may do what.\n- read: look at it\n- write: change it"}},"required":["result"],"additionalProperties":false}})json",
        .wire = "bf3b6f4df8cf7387cba77ff0d82ef0a787245ea708d2e6d77fa3b1ac6a0adf4e",
        .consent = "e711bcb35da391527e5e6045a82aaa7efead86377f2b40b5094141eec61458c6",
        .behaviour = "871058800a901143c5a742164a0f860243cd6f566470f8d29e7bbd2d4ad1c75d",
        .code = {
            .table = ShareArgumentsCodec::table(),
            .hold = &iam::glue::hold<ShareArguments>,
            .call = &ShareTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
