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
#include <iam/tool/codecs/key.hpp>
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
static_assert(static_cast<unsigned long long>(::desk::Side::port) == 0ull);
static_assert(sizeof(unsigned long) == 8);
static_assert(sizeof(static_cast<::std::unordered_map<::std::string, int> (*)(::std::map<signed char, int>, ::std::unordered_map<::desk::Side, ::std::map<unsigned long, bool>>, ::std::unordered_map<::std::string, int>)>(&::desk::count)) > 0);

struct SideCodec : iam::EnumCodec<SideCodec, ::desk::Side> {
    static constexpr std::array<std::string_view, 3> k_names{"left", "right", "port"};
    static constexpr std::array<::desk::Side, 3> k_values{::desk::Side::left, ::desk::Side::right, ::desk::Side::port};
};

struct CountArguments {
    ::std::map<signed char, int> a{};
    ::std::unordered_map<::desk::Side, ::std::map<unsigned long, bool>> b{};
    ::std::unordered_map<::std::string, int> c = ::std::unordered_map<::std::string, int>{};
};

struct CountArgumentsCodec : iam::RecordCodec<CountArgumentsCodec, CountArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<iam::MapCodec<iam::IntegerKey<signed char>, iam::IntegerCodec<int>, ::std::map<signed char, int>>>("a", &CountArguments::a),
        iam::required<iam::MapCodec<iam::EnumKey<SideCodec, ::desk::Side>, iam::MapCodec<iam::IntegerKey<unsigned long>, iam::BooleanCodec, ::std::map<unsigned long, bool>>, ::std::unordered_map<::desk::Side, ::std::map<unsigned long, bool>>>>("b", &CountArguments::b),
        iam::defaulted<iam::MapCodec<iam::StringKey, iam::IntegerCodec<int>, ::std::unordered_map<::std::string, int>>>("c", &CountArguments::c));
};

struct CountTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<CountArguments*>(given);
        return iam::glue::reply<iam::MapCodec<iam::StringKey, iam::IntegerCodec<int>, ::std::unordered_map<::std::string, int>>>(::desk::count(std::move(arguments.a), std::move(arguments.b), std::move(arguments.c)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "count",
        .description = "Counts.",
        .read_only = true,
        .document = R"json({"name":"count","description":"Counts.","inputSchema":{"type":"object","properties":{"a":{"type":"object","properties":{},"additionalProperties":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"b":{"type":"object","properties":{},"additionalProperties":{"type":"object","properties":{},"additionalProperties":{"type":"boolean"}}},"c":{"type":"object","properties":{},"additionalProperties":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"default":{}}},"required":["a","b"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{},"additionalProperties":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::count","source":{"file":"input.hpp","line":15}}}})json",
        .full_schemas = R"json({"inputSchema":{"type":"object","properties":{"a":{"type":"object","properties":{},"propertyNames":{"pattern":"^(0|[1-9][0-9]{0,1}|1[0-1][0-9]|12[0-6]|127|-([1-9][0-9]{0,1}|1[0-1][0-9]|12[0-7]|128))$"},"additionalProperties":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"b":{"type":"object","properties":{},"propertyNames":{"enum":["left","right"]},"additionalProperties":{"type":"object","properties":{},"propertyNames":{"pattern":"^(0|[1-9][0-9]{0,18}|1[0-7][0-9]{18}|18[0-3][0-9]{17}|184[0-3][0-9]{16}|1844[0-5][0-9]{15}|18446[0-6][0-9]{14}|184467[0-3][0-9]{13}|1844674[0-3][0-9]{12}|184467440[0-6][0-9]{10}|1844674407[0-2][0-9]{9}|18446744073[0-6][0-9]{8}|1844674407370[0-8][0-9]{6}|18446744073709[0-4][0-9]{5}|184467440737095[0-4][0-9]{4}|18446744073709550[0-9]{3}|18446744073709551[0-5][0-9]{2}|1844674407370955160[0-9]|1844674407370955161[0-4]|18446744073709551615)$"},"additionalProperties":{"type":"boolean"}}},"c":{"type":"object","properties":{},"additionalProperties":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"default":{}}},"required":["a","b"],"additionalProperties":false}})json",
        .wire = "4c69e73e3914b4a9b90676d65e55ac7dfaa5b1fa9274112f2ccd4108db6ad478",
        .consent = "a6284cae104731c45d09bdf27a1d8e66a5fdc06b745f0df7a040d76aa06e8458",
        .behaviour = "c43b1727851ea844f2595c1dc1c9641eb1fab2eae39b992071192b1829427a46",
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
