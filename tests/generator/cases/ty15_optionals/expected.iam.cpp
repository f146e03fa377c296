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
static_assert(sizeof(static_cast<::std::optional<int> (*)(::std::optional<::std::string>, ::std::optional<int>, ::std::optional<int>)>(&::desk::rename)) > 0);

struct RenameArguments {
    ::std::optional<::std::string> name{};
    ::std::optional<int> id{};
    ::std::optional<int> limit = 5;
};

struct RenameArgumentsCodec : iam::RecordCodec<RenameArgumentsCodec, RenameArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted("name", &RenameArguments::name),
        iam::defaulted("id", &RenameArguments::id),
        iam::defaulted("limit", &RenameArguments::limit));
};

struct RenameTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<RenameArguments*>(given);
        return iam::glue::reply<iam::OptionalCodec<iam::IntegerCodec<int>, int>>(::desk::rename(std::move(arguments.name), std::move(arguments.id), std::move(arguments.limit)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "rename",
        .description = "Renames an alarm, or takes its name away.",
        .idempotent = true,
        .document = R"json({"name":"rename","description":"Renames an alarm, or takes its name away.","inputSchema":{"type":"object","properties":{"name":{"type":"string"},"id":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"limit":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"default":5}},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"anyOf":[{"type":"integer","minimum":-2147483648,"maximum":2147483647},{"type":"null"}]}},"required":["result"],"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::rename","source":{"file":"input.hpp","line":11},"result_member":"result"}}})json",
        .wire = "97249d2ba9ac90a2cc58d39d2c8caf4ab218d7176ddd2303161c8f142334c2ac",
        .consent = "16dc3cdc8c121e9a8d045998056c11582e226f6b6ffb8e389bd3af74847f1d28",
        .behaviour = "98362e9855fe3d59a605d7ce8e91ac4373fbcbb414c4a9292778490b13ea54f0",
        .code = {
            .table = RenameArgumentsCodec::table(),
            .hold = &iam::glue::hold<RenameArguments>,
            .call = &RenameTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
