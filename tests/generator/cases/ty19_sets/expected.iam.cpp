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
#include <iam/tool/codecs/set.hpp>
#include <iam/tool/glue.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(static_cast<unsigned long long>(::desk::Side::left) == 0ull);
static_assert(static_cast<unsigned long long>(::desk::Side::right) == 1ull);
static_assert(sizeof(static_cast<::std::unordered_set<int> (*)(const ::std::set<::std::string>&, ::std::set<::desk::Side>)>(&::desk::sets)) > 0);

struct SideCodec : iam::EnumCodec<SideCodec, ::desk::Side> {
    static constexpr std::array<std::string_view, 2> k_names{"left", "right"};
    static constexpr std::array<::desk::Side, 2> k_values{::desk::Side::left, ::desk::Side::right};
};

struct SetsArguments {
    ::std::set<::std::string> a{};
    ::std::set<::desk::Side> b = iam::glue::parsed<iam::SetCodec<SideCodec, ::std::set<::desk::Side>>, ::std::set<::desk::Side>>("[\"right\"]");
};

struct SetsArgumentsCodec : iam::RecordCodec<SetsArgumentsCodec, SetsArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<iam::SetCodec<iam::StringCodec, ::std::set<::std::string>>>("a", &SetsArguments::a),
        iam::defaulted<iam::SetCodec<SideCodec, ::std::set<::desk::Side>>>("b", &SetsArguments::b, {.length_min = 1, .length_max = 2}));
};

struct SetsTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<SetsArguments*>(given);
        return iam::glue::reply<iam::SetCodec<iam::IntegerCodec<int>, ::std::unordered_set<int>>>(::desk::sets(static_cast<::std::set<::std::string> const&>(arguments.a), std::move(arguments.b)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "sets",
        .description = "Gives them back.",
        .read_only = true,
        .document = R"json({"name":"sets","description":"Gives them back.","inputSchema":{"type":"object","properties":{"a":{"type":"array","items":{"type":"string"}},"b":{"type":"array","items":{"type":"string","enum":["left","right"]},"minItems":1,"maxItems":2,"default":["right"]}},"required":["a"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"array","items":{"type":"integer","minimum":-2147483648,"maximum":2147483647}}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::sets","source":{"file":"input.hpp","line":14},"result_member":"result"}}})json",
        .full_schemas = R"json({"inputSchema":{"type":"object","properties":{"a":{"type":"array","items":{"type":"string"},"uniqueItems":true},"b":{"type":"array","items":{"type":"string","enum":["left","right"]},"minItems":1,"maxItems":2,"uniqueItems":true,"default":["right"]}},"required":["a"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"array","items":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"uniqueItems":true}},"required":["result"],"additionalProperties":false}})json",
        .wire = "7ec2a02a74c559529515ebc1f250ba57b5720ce1e6be26fc68c07287c5601567",
        .consent = "1e9beec3ab04f4c5750b6358ee02d4a30e626b4c77f759877db00ffc9e68fa38",
        .behaviour = "6b699756dcee97c933a52f1e3bf7dc4a592204291ae934f316d79988a8dfd900",
        .code = {
            .table = SetsArgumentsCodec::table(),
            .hold = &iam::glue::hold<SetsArguments>,
            .call = &SetsTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
