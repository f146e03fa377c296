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
#include <iam/tool/codecs/decimal.hpp>
#include <iam/tool/codecs/optional.hpp>
#include <iam/tool/codecs/ruled.hpp>
#include <iam/tool/codecs/tuple.hpp>
#include <iam/tool/codecs/variant.hpp>
#include <iam/tool/glue.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(sizeof(unsigned long) == 8);
static_assert(std::is_same_v<decltype(::desk::Row::share), int>);
static_assert(std::is_same_v<decltype(::desk::Row::rest), int>);
static_assert(std::is_same_v<decltype(::desk::Row::code), ::std::optional<::std::string>>);
static_assert(std::is_same_v<decltype(::desk::Row::shares), ::std::map<::std::string, int>>);
struct SeenDeskRow {
    decltype(::desk::Row::share) share;
    decltype(::desk::Row::rest) rest;
    decltype(::desk::Row::code) code;
    decltype(::desk::Row::shares) shares;
};
static_assert(sizeof(SeenDeskRow) == sizeof(::desk::Row));
static_assert(sizeof(static_cast<::std::vector<unsigned long> (*)(::std::vector<::std::optional<unsigned long>>)>(&::desk::ids)) > 0);
static_assert(sizeof(static_cast<int (*)(int, const int&, ::std::optional<int>, ::std::vector<int>, const ::std::vector<::std::vector<int>>&, ::std::tuple<::std::string, unsigned long>, ::std::variant<int, unsigned long>, ::std::span<const int>, ::desk::Row, unsigned long)>(&::desk::mix)) > 0);

struct IdRules {
    static constexpr iam::Rules k_rules{.low = 1};
};

struct PercentsRules {
    static constexpr iam::Rules k_rules{.low = 1, .high = 99};
};

struct PercentRules {
    static constexpr iam::Rules k_rules{.low = 0, .high = 100};
};

struct CodeRules {
    static constexpr iam::Rules k_rules{.pattern = "^[A-Z]{2}$"};
};

struct TensRules {
    static constexpr iam::Rules k_rules{.low = 0, .high = 100, .multiple_of = 10};
};

struct AnyOfCodec : iam::VariantCodec<AnyOfCodec, ::std::variant<int, unsigned long>, iam::RuledCodec<iam::IntegerCodec<int>, PercentRules>, iam::RuledCodec<iam::DecimalCodec<unsigned long>, IdRules>> {
    static constexpr std::array<iam::Alternative, 2> k_alternatives{{{iam::JsonKind::number}, {iam::JsonKind::string}}};
};

struct RowCodec : iam::RecordCodec<RowCodec, ::desk::Row> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("share", &::desk::Row::share, {.low = 0, .high = 100}),
        iam::defaulted("rest", &::desk::Row::rest, {.low = 0, .high = 100}),
        iam::defaulted("code", &::desk::Row::code, {.pattern = "^[A-Z]{2}$"}),
        iam::required<iam::MapCodec<iam::StringKey, iam::RuledCodec<iam::IntegerCodec<int>, PercentRules>, ::std::map<::std::string, int>>>("shares", &::desk::Row::shares));
};

struct IdsArguments {
    ::std::vector<::std::optional<unsigned long>> near = ::std::vector<::std::optional<unsigned long>>{static_cast<::std::optional<unsigned long>>(iam::glue::parsed<iam::RuledCodec<iam::DecimalCodec<unsigned long>, IdRules>, unsigned long>("\"3\""))};
};

struct IdsArgumentsCodec : iam::RecordCodec<IdsArgumentsCodec, IdsArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted<iam::SequenceCodec<iam::OptionalCodec<iam::RuledCodec<iam::DecimalCodec<unsigned long>, IdRules>, unsigned long>, ::std::vector<::std::optional<unsigned long>>>>("near", &IdsArguments::near));
};

struct IdsTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<IdsArguments*>(given);
        return iam::glue::reply<iam::SequenceCodec<iam::RuledCodec<iam::DecimalCodec<unsigned long>, IdRules>, ::std::vector<unsigned long>>>(::desk::ids(std::move(arguments.near)));
    }
};

struct MixArguments {
    int a{};
    int b{};
    ::std::optional<int> c{};
    ::std::vector<int> d{};
    ::std::vector<::std::vector<int>> e{};
    ::std::tuple<::std::string, unsigned long> f{};
    ::std::variant<int, unsigned long> g{};
    ::std::vector<int> h{};
    ::desk::Row row{};
    unsigned long id = iam::glue::parsed<iam::DecimalCodec<unsigned long>, unsigned long>("\"7\"");
};

struct MixArgumentsCodec : iam::RecordCodec<MixArgumentsCodec, MixArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("a", &MixArguments::a, {.low = 0, .high = 100}),
        iam::required("b", &MixArguments::b, {.low = 0, .high = 100, .multiple_of = 5}),
        iam::defaulted("c", &MixArguments::c, {.low = 0, .high = 100, .multiple_of = 10}),
        iam::required<iam::SequenceCodec<iam::RuledCodec<iam::IntegerCodec<int>, PercentsRules>, ::std::vector<int>>>("d", &MixArguments::d, {.length_min = 1, .length_max = 3, .unique = true}),
        iam::required<iam::SequenceCodec<iam::SequenceCodec<iam::RuledCodec<iam::IntegerCodec<int>, PercentRules>, ::std::vector<int>>, ::std::vector<::std::vector<int>>>>("e", &MixArguments::e),
        iam::required<iam::NamedTupleCodec<::std::tuple<::std::string, unsigned long>, iam::RuledCodec<iam::StringCodec, CodeRules>, iam::RuledCodec<iam::DecimalCodec<unsigned long>, IdRules>>>("f", &MixArguments::f),
        iam::required<AnyOfCodec>("g", &MixArguments::g),
        iam::required<iam::SequenceCodec<iam::RuledCodec<iam::IntegerCodec<int>, TensRules>, ::std::vector<int>>>("h", &MixArguments::h),
        iam::required<RowCodec>("row", &MixArguments::row),
        iam::defaulted<iam::DecimalCodec<unsigned long>>("id", &MixArguments::id, {.low = 1}));
};

struct MixTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<MixArguments*>(given);
        return iam::glue::reply<iam::RuledCodec<iam::IntegerCodec<int>, PercentRules>>(::desk::mix(std::move(arguments.a), static_cast<int const&>(arguments.b), std::move(arguments.c), std::move(arguments.d), static_cast<::std::vector<::std::vector<int>> const&>(arguments.e), std::move(arguments.f), std::move(arguments.g), static_cast<::std::span<const int>>(arguments.h), std::move(arguments.row), std::move(arguments.id)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "ids",
        .description = "Gives ids.",
        .read_only = true,
        .document = R"json({"name":"ids","description":"Gives ids.","inputSchema":{"type":"object","properties":{"near":{"type":"array","items":{"anyOf":[{"type":"string","pattern":"^([1-9][0-9]{0,18}|1[0-7][0-9]{18}|18[0-3][0-9]{17}|184[0-3][0-9]{16}|1844[0-5][0-9]{15}|18446[0-6][0-9]{14}|184467[0-3][0-9]{13}|1844674[0-3][0-9]{12}|184467440[0-6][0-9]{10}|1844674407[0-2][0-9]{9}|18446744073[0-6][0-9]{8}|1844674407370[0-8][0-9]{6}|18446744073709[0-4][0-9]{5}|184467440737095[0-4][0-9]{4}|18446744073709550[0-9]{3}|18446744073709551[0-5][0-9]{2}|1844674407370955160[0-9]|1844674407370955161[0-4]|18446744073709551615)$"},{"type":"null"}]},"default":["3"]}},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"array","items":{"type":"string","pattern":"^([1-9][0-9]{0,18}|1[0-7][0-9]{18}|18[0-3][0-9]{17}|184[0-3][0-9]{16}|1844[0-5][0-9]{15}|18446[0-6][0-9]{14}|184467[0-3][0-9]{13}|1844674[0-3][0-9]{12}|184467440[0-6][0-9]{10}|1844674407[0-2][0-9]{9}|18446744073[0-6][0-9]{8}|1844674407370[0-8][0-9]{6}|18446744073709[0-4][0-9]{5}|184467440737095[0-4][0-9]{4}|18446744073709550[0-9]{3}|18446744073709551[0-5][0-9]{2}|1844674407370955160[0-9]|1844674407370955161[0-4]|18446744073709551615)$"}}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::ids","source":{"file":"input.hpp","line":38},"result_member":"result"}}})json",
        .wire = "76e7b273c110241da434122e6dc6dd751d8bd2d20913b2d5eaff1506d67f0917",
        .consent = "44c97e884ce54db23989ccdcb60e50d0597d11107264815a24b1e081217b3d58",
        .behaviour = "397c5271e8825f80eb6aa23e8b7890c2b26a6db92445bcbd8dada6b06212c107",
        .code = {
            .table = IdsArgumentsCodec::table(),
            .hold = &iam::glue::hold<IdsArguments>,
            .call = &IdsTool::call,
        }
    },
    {
        .name = "mix",
        .description = "Mixes.",
        .read_only = true,
        .document = R"json({"name":"mix","description":"Mixes.","inputSchema":{"type":"object","properties":{"a":{"type":"integer","minimum":0,"maximum":100,"description":"first (unit: %)"},"b":{"type":"integer","minimum":0,"maximum":100,"multipleOf":5,"description":"A part of a whole. (unit: %)"},"c":{"type":"integer","minimum":0,"maximum":100,"multipleOf":10,"description":"A part of a whole. (unit: %)"},"d":{"type":"array","items":{"type":"integer","minimum":1,"maximum":99},"minItems":1,"maxItems":3},"e":{"type":"array","items":{"type":"array","items":{"type":"integer","minimum":0,"maximum":100,"description":"A part of a whole. (unit: %)"}}},"f":{"type":"object","properties":{"item0":{"type":"string","pattern":"^[A-Z]{2}$"},"item1":{"type":"string","pattern":"^([1-9][0-9]{0,18}|1[0-7][0-9]{18}|18[0-3][0-9]{17}|184[0-3][0-9]{16}|1844[0-5][0-9]{15}|18446[0-6][0-9]{14}|184467[0-3][0-9]{13}|1844674[0-3][0-9]{12}|184467440[0-6][0-9]{10}|1844674407[0-2][0-9]{9}|18446744073[0-6][0-9]{8}|1844674407370[0-8][0-9]{6}|18446744073709[0-4][0-9]{5}|184467440737095[0-4][0-9]{4}|18446744073709550[0-9]{3}|18446744073709551[0-5][0-9]{2}|1844674407370955160[0-9]|1844674407370955161[0-4]|18446744073709551615)$"}},"required":["item0","item1"],"additionalProperties":false},"g":{"anyOf":[{"type":"integer","minimum":0,"maximum":100,"description":"A part of a whole. (unit: %)"},{"type":"string","pattern":"^([1-9][0-9]{0,18}|1[0-7][0-9]{18}|18[0-3][0-9]{17}|184[0-3][0-9]{16}|1844[0-5][0-9]{15}|18446[0-6][0-9]{14}|184467[0-3][0-9]{13}|1844674[0-3][0-9]{12}|184467440[0-6][0-9]{10}|1844674407[0-2][0-9]{9}|18446744073[0-6][0-9]{8}|1844674407370[0-8][0-9]{6}|18446744073709[0-4][0-9]{5}|184467440737095[0-4][0-9]{4}|18446744073709550[0-9]{3}|18446744073709551[0-5][0-9]{2}|1844674407370955160[0-9]|1844674407370955161[0-4]|18446744073709551615)$"}]},"h":{"type":"array","items":{"type":"integer","minimum":0,"maximum":100,"multipleOf":10,"description":"A part of a whole. (unit: %)"}},"row":{"type":"object","properties":{"share":{"type":"integer","minimum":0,"maximum":100,"description":"A part of a whole. (unit: %)"},"rest":{"type":"integer","minimum":0,"maximum":100,"description":"what is left (unit: %)","default":5},"code":{"type":"string","pattern":"^[A-Z]{2}$"},"shares":{"type":"object","properties":{},"additionalProperties":{"type":"integer","minimum":0,"maximum":100,"description":"A part of a whole. (unit: %)"}}},"required":["share","shares"],"additionalProperties":false},"id":{"type":"string","pattern":"^([1-9][0-9]{0,18}|1[0-7][0-9]{18}|18[0-3][0-9]{17}|184[0-3][0-9]{16}|1844[0-5][0-9]{15}|18446[0-6][0-9]{14}|184467[0-3][0-9]{13}|1844674[0-3][0-9]{12}|184467440[0-6][0-9]{10}|1844674407[0-2][0-9]{9}|18446744073[0-6][0-9]{8}|1844674407370[0-8][0-9]{6}|18446744073709[0-4][0-9]{5}|184467440737095[0-4][0-9]{4}|18446744073709550[0-9]{3}|18446744073709551[0-5][0-9]{2}|1844674407370955160[0-9]|1844674407370955161[0-4]|18446744073709551615)$","default":"7"}},"required":["a","b","d","e","f","g","h","row"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":0,"maximum":100,"description":"A part of a whole. (unit: %)"}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"units":{"/a":"%","/b":"%","/c":"%","/e/*/*":"%","/g":"%","/h/*":"%","/row/share":"%","/row/rest":"%","/row/shares/*":"%"},"symbol":"desk::mix","source":{"file":"input.hpp","line":33},"result_member":"result"}}})json",
        .full_schemas = R"json({"inputSchema":{"type":"object","properties":{"a":{"type":"integer","minimum":0,"maximum":100,"description":"first (unit: %)"},"b":{"type":"integer","minimum":0,"maximum":100,"multipleOf":5,"description":"A part of a whole. (unit: %)"},"c":{"type":"integer","minimum":0,"maximum":100,"multipleOf":10,"description":"A part of a whole. (unit: %)"},"d":{"type":"array","items":{"type":"integer","minimum":1,"maximum":99},"minItems":1,"maxItems":3,"uniqueItems":true},"e":{"type":"array","items":{"type":"array","items":{"type":"integer","minimum":0,"maximum":100,"description":"A part of a whole. (unit: %)"}}},"f":{"type":"object","properties":{"item0":{"type":"string","pattern":"^[A-Z]{2}$"},"item1":{"type":"string","pattern":"^([1-9][0-9]{0,18}|1[0-7][0-9]{18}|18[0-3][0-9]{17}|184[0-3][0-9]{16}|1844[0-5][0-9]{15}|18446[0-6][0-9]{14}|184467[0-3][0-9]{13}|1844674[0-3][0-9]{12}|184467440[0-6][0-9]{10}|1844674407[0-2][0-9]{9}|18446744073[0-6][0-9]{8}|1844674407370[0-8][0-9]{6}|18446744073709[0-4][0-9]{5}|184467440737095[0-4][0-9]{4}|18446744073709550[0-9]{3}|18446744073709551[0-5][0-9]{2}|1844674407370955160[0-9]|1844674407370955161[0-4]|18446744073709551615)$"}},"required":["item0","item1"],"additionalProperties":false},"g":{"anyOf":[{"type":"integer","minimum":0,"maximum":100,"description":"A part of a whole. (unit: %)"},{"type":"string","pattern":"^([1-9][0-9]{0,18}|1[0-7][0-9]{18}|18[0-3][0-9]{17}|184[0-3][0-9]{16}|1844[0-5][0-9]{15}|18446[0-6][0-9]{14}|184467[0-3][0-9]{13}|1844674[0-3][0-9]{12}|184467440[0-6][0-9]{10}|1844674407[0-2][0-9]{9}|18446744073[0-6][0-9]{8}|1844674407370[0-8][0-9]{6}|18446744073709[0-4][0-9]{5}|184467440737095[0-4][0-9]{4}|18446744073709550[0-9]{3}|18446744073709551[0-5][0-9]{2}|1844674407370955160[0-9]|1844674407370955161[0-4]|18446744073709551615)$"}]},"h":{"type":"array","items":{"type":"integer","minimum":0,"maximum":100,"multipleOf":10,"description":"A part of a whole. (unit: %)"}},"row":{"type":"object","properties":{"share":{"type":"integer","minimum":0,"maximum":100,"description":"A part of a whole. (unit: %)"},"rest":{"type":"integer","minimum":0,"maximum":100,"description":"what is left (unit: %)","default":5},"code":{"type":"string","pattern":"^[A-Z]{2}$"},"shares":{"type":"object","properties":{},"additionalProperties":{"type":"integer","minimum":0,"maximum":100,"description":"A part of a whole. (unit: %)"}}},"required":["share","shares"],"additionalProperties":false},"id":{"type":"string","pattern":"^([1-9][0-9]{0,18}|1[0-7][0-9]{18}|18[0-3][0-9]{17}|184[0-3][0-9]{16}|1844[0-5][0-9]{15}|18446[0-6][0-9]{14}|184467[0-3][0-9]{13}|1844674[0-3][0-9]{12}|184467440[0-6][0-9]{10}|1844674407[0-2][0-9]{9}|18446744073[0-6][0-9]{8}|1844674407370[0-8][0-9]{6}|18446744073709[0-4][0-9]{5}|184467440737095[0-4][0-9]{4}|18446744073709550[0-9]{3}|18446744073709551[0-5][0-9]{2}|1844674407370955160[0-9]|1844674407370955161[0-4]|18446744073709551615)$","default":"7"}},"required":["a","b","d","e","f","g","h","row"],"additionalProperties":false}})json",
        .wire = "d1cede81e06e4130d4b72829c9333bce1dcc94c013e23802278bc1a3bc2d4811",
        .consent = "6dbbe28bdbd845bd13035996f46a6c08e3005604319fcc9fa187caff1b41cc62",
        .behaviour = "38fef5147525c08736682c395a6a68e19a3320cd117b5b8d983d75239af4be26",
        .code = {
            .table = MixArgumentsCodec::table(),
            .hold = &iam::glue::hold<MixArguments>,
            .has_patterns = true,
            .call = &MixTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
