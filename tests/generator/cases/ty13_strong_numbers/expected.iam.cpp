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
#include <iam/tool/codecs/enum.hpp>
#include <iam/tool/glue.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(sizeof(::desk::Id) == 8);
static_assert(std::is_unsigned_v<std::underlying_type_t<::desk::Id>>);
static_assert(sizeof(::desk::Level) == 1);
static_assert(std::is_signed_v<std::underlying_type_t<::desk::Level>>);
static_assert(sizeof(::std::byte) == 1);
static_assert(std::is_unsigned_v<std::underlying_type_t<::std::byte>>);
static_assert(sizeof(static_cast<::std::vector<::desk::Id> (*)(::desk::Id, ::desk::Level, ::std::byte)>(&::desk::find)) > 0);

struct FindArguments {
    ::desk::Id id{};
    ::desk::Level level = ::desk::Level(-3);
    ::std::byte mask = ::std::byte(255);
};

struct FindArgumentsCodec : iam::RecordCodec<FindArgumentsCodec, FindArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<iam::StrongCodec<::desk::Id>>("id", &FindArguments::id, {.low = 1, .high = 99}),
        iam::defaulted<iam::StrongCodec<::desk::Level>>("level", &FindArguments::level),
        iam::defaulted<iam::StrongCodec<::std::byte>>("mask", &FindArguments::mask));
};

struct FindTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<FindArguments*>(given);
        return iam::glue::reply<iam::SequenceCodec<iam::StrongCodec<::desk::Id>, ::std::vector<::desk::Id>>>(::desk::find(std::move(arguments.id), std::move(arguments.level), std::move(arguments.mask)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "find",
        .description = "Finds.",
        .read_only = true,
        .document = R"json({"name":"find","description":"Finds.","inputSchema":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":99},"level":{"type":"integer","minimum":-128,"maximum":127,"default":-3},"mask":{"type":"integer","minimum":0,"maximum":255,"default":255}},"required":["id"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"array","items":{"type":"integer","minimum":0}}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::find","source":{"file":"input.hpp","line":15},"result_member":"result"}}})json",
        .full_schemas = R"json({"outputSchema":{"type":"object","properties":{"result":{"type":"array","items":{"type":"integer","minimum":0,"maximum":18446744073709551615}}},"required":["result"],"additionalProperties":false}})json",
        .wire = "b5b102b2644fad78ae19b4d23cdea57550c56bff361bd13919e6b711ecb0cd0f",
        .consent = "80310fc2fb7c54d59375e870ca8176d6526f264aff00b321a8a8be287b16360b",
        .behaviour = "bd73ce0c42a6ca14266f279178ef419394be41c55d23dd3312f43fab97e22a20",
        .code = {
            .table = FindArgumentsCodec::table(),
            .hold = &iam::glue::hold<FindArguments>,
            .call = &FindTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
