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
#include <iam/tool/codecs/decimal.hpp>
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
static_assert(sizeof(long) == 8);
static_assert(sizeof(unsigned long) == 8);
static_assert(sizeof(::desk::Id) == 8);
static_assert(std::is_unsigned_v<std::underlying_type_t<::desk::Id>>);
static_assert(std::is_same_v<decltype(::desk::Row<unsigned long>::id), unsigned long>);
struct SeenDeskRowUnsignedLong {
    decltype(::desk::Row<unsigned long>::id) id;
};
static_assert(sizeof(SeenDeskRowUnsignedLong) == sizeof(::desk::Row<unsigned long>));
static_assert(__builtin_offsetof(SeenDeskRowUnsignedLong, id) == __builtin_offsetof(::desk::Row<unsigned long>, id));
static_assert(std::is_same_v<decltype(::desk::Row<long>::id), long>);
struct SeenDeskRowLong {
    decltype(::desk::Row<long>::id) id;
};
static_assert(sizeof(SeenDeskRowLong) == sizeof(::desk::Row<long>));
static_assert(__builtin_offsetof(SeenDeskRowLong, id) == __builtin_offsetof(::desk::Row<long>, id));
static_assert(sizeof(static_cast<::desk::Row<long> (*)(long, ::std::optional<unsigned long>, ::desk::Id, const long&, ::desk::Row<unsigned long>)>(&::desk::look)) > 0);

struct RowUnsignedLongCodec : iam::RecordCodec<RowUnsignedLongCodec, ::desk::Row<unsigned long>> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted<iam::DecimalCodec<unsigned long>>("id", &::desk::Row<unsigned long>::id));
};

struct RowLongCodec : iam::RecordCodec<RowLongCodec, ::desk::Row<long>> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted<iam::DecimalCodec<long>>("id", &::desk::Row<long>::id));
};

struct LookArguments {
    long id{};
    ::std::optional<unsigned long> other{};
    ::desk::Id key{};
    long step = iam::glue::parsed<iam::DecimalCodec<long>, long>("\"-1\"");
    ::desk::Row<unsigned long> row = iam::glue::parsed<RowUnsignedLongCodec, ::desk::Row<unsigned long>>("{\"id\":\"0\"}");
};

struct LookArgumentsCodec : iam::RecordCodec<LookArgumentsCodec, LookArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<iam::DecimalCodec<long>>("id", &LookArguments::id),
        iam::defaulted<iam::OptionalCodec<iam::DecimalCodec<unsigned long>, unsigned long>>("other", &LookArguments::other),
        iam::required<iam::DecimalCodec<::desk::Id>>("key", &LookArguments::key).secret(),
        iam::defaulted<iam::DecimalCodec<long>>("step", &LookArguments::step),
        iam::defaulted<RowUnsignedLongCodec>("row", &LookArguments::row));
};

struct LookTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<LookArguments*>(given);
        return iam::glue::reply<RowLongCodec>(::desk::look(std::move(arguments.id), std::move(arguments.other), std::move(arguments.key), static_cast<long const&>(arguments.step), std::move(arguments.row)));
    }
};

constexpr std::string_view k_look_secret_arguments[] = {"/key"};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "look",
        .description = "Looks.",
        .read_only = true,
        .secret_arguments = k_look_secret_arguments,
        .document = R"json({"name":"look","description":"Looks.","inputSchema":{"type":"object","properties":{"id":{"type":"string","pattern":"^(0|[1-9][0-9]{0,17}|[1-8][0-9]{18}|9[0-1][0-9]{17}|92[0-1][0-9]{16}|922[0-2][0-9]{15}|9223[0-2][0-9]{14}|92233[0-6][0-9]{13}|922337[0-1][0-9]{12}|92233720[0-2][0-9]{10}|922337203[0-5][0-9]{9}|9223372036[0-7][0-9]{8}|92233720368[0-4][0-9]{7}|922337203685[0-3][0-9]{6}|9223372036854[0-6][0-9]{5}|92233720368547[0-6][0-9]{4}|922337203685477[0-4][0-9]{3}|9223372036854775[0-7][0-9]{2}|922337203685477580[0-6]|9223372036854775807|-([1-9][0-9]{0,17}|[1-8][0-9]{18}|9[0-1][0-9]{17}|92[0-1][0-9]{16}|922[0-2][0-9]{15}|9223[0-2][0-9]{14}|92233[0-6][0-9]{13}|922337[0-1][0-9]{12}|92233720[0-2][0-9]{10}|922337203[0-5][0-9]{9}|9223372036[0-7][0-9]{8}|92233720368[0-4][0-9]{7}|922337203685[0-3][0-9]{6}|9223372036854[0-6][0-9]{5}|92233720368547[0-6][0-9]{4}|922337203685477[0-4][0-9]{3}|9223372036854775[0-7][0-9]{2}|922337203685477580[0-7]|9223372036854775808))$","description":"what to look for","examples":["9007199254740993"]},"other":{"type":"string","pattern":"^(0|[1-9][0-9]{0,18}|1[0-7][0-9]{18}|18[0-3][0-9]{17}|184[0-3][0-9]{16}|1844[0-5][0-9]{15}|18446[0-6][0-9]{14}|184467[0-3][0-9]{13}|1844674[0-3][0-9]{12}|184467440[0-6][0-9]{10}|1844674407[0-2][0-9]{9}|18446744073[0-6][0-9]{8}|1844674407370[0-8][0-9]{6}|18446744073709[0-4][0-9]{5}|184467440737095[0-4][0-9]{4}|18446744073709550[0-9]{3}|18446744073709551[0-5][0-9]{2}|1844674407370955160[0-9]|1844674407370955161[0-4]|18446744073709551615)$","examples":["18446744073709551615"]},"key":{"type":"string","pattern":"^(0|[1-9][0-9]{0,18}|1[0-7][0-9]{18}|18[0-3][0-9]{17}|184[0-3][0-9]{16}|1844[0-5][0-9]{15}|18446[0-6][0-9]{14}|184467[0-3][0-9]{13}|1844674[0-3][0-9]{12}|184467440[0-6][0-9]{10}|1844674407[0-2][0-9]{9}|18446744073[0-6][0-9]{8}|1844674407370[0-8][0-9]{6}|18446744073709[0-4][0-9]{5}|184467440737095[0-4][0-9]{4}|18446744073709550[0-9]{3}|18446744073709551[0-5][0-9]{2}|1844674407370955160[0-9]|1844674407370955161[0-4]|18446744073709551615)$"},"step":{"type":"string","pattern":"^(0|[1-9][0-9]{0,17}|[1-8][0-9]{18}|9[0-1][0-9]{17}|92[0-1][0-9]{16}|922[0-2][0-9]{15}|9223[0-2][0-9]{14}|92233[0-6][0-9]{13}|922337[0-1][0-9]{12}|92233720[0-2][0-9]{10}|922337203[0-5][0-9]{9}|9223372036[0-7][0-9]{8}|92233720368[0-4][0-9]{7}|922337203685[0-3][0-9]{6}|9223372036854[0-6][0-9]{5}|92233720368547[0-6][0-9]{4}|922337203685477[0-4][0-9]{3}|9223372036854775[0-7][0-9]{2}|922337203685477580[0-6]|9223372036854775807|-([1-9][0-9]{0,17}|[1-8][0-9]{18}|9[0-1][0-9]{17}|92[0-1][0-9]{16}|922[0-2][0-9]{15}|9223[0-2][0-9]{14}|92233[0-6][0-9]{13}|922337[0-1][0-9]{12}|92233720[0-2][0-9]{10}|922337203[0-5][0-9]{9}|9223372036[0-7][0-9]{8}|92233720368[0-4][0-9]{7}|922337203685[0-3][0-9]{6}|9223372036854[0-6][0-9]{5}|92233720368547[0-6][0-9]{4}|922337203685477[0-4][0-9]{3}|9223372036854775[0-7][0-9]{2}|922337203685477580[0-7]|9223372036854775808))$","default":"-1"},"row":{"type":"object","properties":{"id":{"type":"string","pattern":"^(0|[1-9][0-9]{0,18}|1[0-7][0-9]{18}|18[0-3][0-9]{17}|184[0-3][0-9]{16}|1844[0-5][0-9]{15}|18446[0-6][0-9]{14}|184467[0-3][0-9]{13}|1844674[0-3][0-9]{12}|184467440[0-6][0-9]{10}|1844674407[0-2][0-9]{9}|18446744073[0-6][0-9]{8}|1844674407370[0-8][0-9]{6}|18446744073709[0-4][0-9]{5}|184467440737095[0-4][0-9]{4}|18446744073709550[0-9]{3}|18446744073709551[0-5][0-9]{2}|1844674407370955160[0-9]|1844674407370955161[0-4]|18446744073709551615)$","default":"0"}},"additionalProperties":false,"default":{"id":"0"}}},"required":["id","key"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"id":{"type":"string","pattern":"^(0|[1-9][0-9]{0,17}|[1-8][0-9]{18}|9[0-1][0-9]{17}|92[0-1][0-9]{16}|922[0-2][0-9]{15}|9223[0-2][0-9]{14}|92233[0-6][0-9]{13}|922337[0-1][0-9]{12}|92233720[0-2][0-9]{10}|922337203[0-5][0-9]{9}|9223372036[0-7][0-9]{8}|92233720368[0-4][0-9]{7}|922337203685[0-3][0-9]{6}|9223372036854[0-6][0-9]{5}|92233720368547[0-6][0-9]{4}|922337203685477[0-4][0-9]{3}|9223372036854775[0-7][0-9]{2}|922337203685477580[0-6]|9223372036854775807|-([1-9][0-9]{0,17}|[1-8][0-9]{18}|9[0-1][0-9]{17}|92[0-1][0-9]{16}|922[0-2][0-9]{15}|9223[0-2][0-9]{14}|92233[0-6][0-9]{13}|922337[0-1][0-9]{12}|92233720[0-2][0-9]{10}|922337203[0-5][0-9]{9}|9223372036[0-7][0-9]{8}|92233720368[0-4][0-9]{7}|922337203685[0-3][0-9]{6}|9223372036854[0-6][0-9]{5}|92233720368547[0-6][0-9]{4}|922337203685477[0-4][0-9]{3}|9223372036854775[0-7][0-9]{2}|922337203685477580[0-7]|9223372036854775808))$","default":"0"}},"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"secrets":["/key"],"symbol":"desk::look","source":{"file":"input.hpp","line":19}}}})json",
        .wire = "39ace26a0b4f24a6d845eb565cd609a4d9e3b11c3b7dad41faf52ea92d0b5a61",
        .consent = "3ff2df6ecf15cae0066d855f9286489eac29d82b3b92ef9ede2b062f4ed9a6f8",
        .behaviour = "b110ed1821f25042e8a80ae0c5a717d226010815317268d14d38e31b997e04cf",
        .code = {
            .table = LookArgumentsCodec::table(),
            .hold = &iam::glue::hold<LookArguments>,
            .call = &LookTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
