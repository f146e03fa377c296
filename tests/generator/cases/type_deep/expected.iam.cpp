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
static_assert(std::is_same_v<decltype(::desk::Level0::value), int>);
struct SeenDeskLevel0 {
    decltype(::desk::Level0::value) value;
};
static_assert(sizeof(SeenDeskLevel0) == sizeof(::desk::Level0));
static_assert(__builtin_offsetof(SeenDeskLevel0, value) == __builtin_offsetof(::desk::Level0, value));
static_assert(std::is_same_v<decltype(::desk::Level1::inner), ::desk::Level0>);
struct SeenDeskLevel1 {
    decltype(::desk::Level1::inner) inner;
};
static_assert(sizeof(SeenDeskLevel1) == sizeof(::desk::Level1));
static_assert(__builtin_offsetof(SeenDeskLevel1, inner) == __builtin_offsetof(::desk::Level1, inner));
static_assert(std::is_same_v<decltype(::desk::Level2::inner), ::desk::Level1>);
struct SeenDeskLevel2 {
    decltype(::desk::Level2::inner) inner;
};
static_assert(sizeof(SeenDeskLevel2) == sizeof(::desk::Level2));
static_assert(__builtin_offsetof(SeenDeskLevel2, inner) == __builtin_offsetof(::desk::Level2, inner));
static_assert(std::is_same_v<decltype(::desk::Level3::inner), ::desk::Level2>);
struct SeenDeskLevel3 {
    decltype(::desk::Level3::inner) inner;
};
static_assert(sizeof(SeenDeskLevel3) == sizeof(::desk::Level3));
static_assert(__builtin_offsetof(SeenDeskLevel3, inner) == __builtin_offsetof(::desk::Level3, inner));
static_assert(std::is_same_v<decltype(::desk::Level4::inner), ::desk::Level3>);
struct SeenDeskLevel4 {
    decltype(::desk::Level4::inner) inner;
};
static_assert(sizeof(SeenDeskLevel4) == sizeof(::desk::Level4));
static_assert(__builtin_offsetof(SeenDeskLevel4, inner) == __builtin_offsetof(::desk::Level4, inner));
static_assert(std::is_same_v<decltype(::desk::Level5::inner), ::desk::Level4>);
struct SeenDeskLevel5 {
    decltype(::desk::Level5::inner) inner;
};
static_assert(sizeof(SeenDeskLevel5) == sizeof(::desk::Level5));
static_assert(__builtin_offsetof(SeenDeskLevel5, inner) == __builtin_offsetof(::desk::Level5, inner));
static_assert(std::is_same_v<decltype(::desk::Level6::inner), ::desk::Level5>);
struct SeenDeskLevel6 {
    decltype(::desk::Level6::inner) inner;
};
static_assert(sizeof(SeenDeskLevel6) == sizeof(::desk::Level6));
static_assert(__builtin_offsetof(SeenDeskLevel6, inner) == __builtin_offsetof(::desk::Level6, inner));
static_assert(std::is_same_v<decltype(::desk::Level7::inner), ::desk::Level6>);
struct SeenDeskLevel7 {
    decltype(::desk::Level7::inner) inner;
};
static_assert(sizeof(SeenDeskLevel7) == sizeof(::desk::Level7));
static_assert(__builtin_offsetof(SeenDeskLevel7, inner) == __builtin_offsetof(::desk::Level7, inner));
static_assert(std::is_same_v<decltype(::desk::Level8::inner), ::desk::Level7>);
struct SeenDeskLevel8 {
    decltype(::desk::Level8::inner) inner;
};
static_assert(sizeof(SeenDeskLevel8) == sizeof(::desk::Level8));
static_assert(__builtin_offsetof(SeenDeskLevel8, inner) == __builtin_offsetof(::desk::Level8, inner));
static_assert(std::is_same_v<decltype(::desk::Level9::inner), ::desk::Level8>);
struct SeenDeskLevel9 {
    decltype(::desk::Level9::inner) inner;
};
static_assert(sizeof(SeenDeskLevel9) == sizeof(::desk::Level9));
static_assert(__builtin_offsetof(SeenDeskLevel9, inner) == __builtin_offsetof(::desk::Level9, inner));
static_assert(std::is_same_v<decltype(::desk::Level10::inner), ::desk::Level9>);
struct SeenDeskLevel10 {
    decltype(::desk::Level10::inner) inner;
};
static_assert(sizeof(SeenDeskLevel10) == sizeof(::desk::Level10));
static_assert(__builtin_offsetof(SeenDeskLevel10, inner) == __builtin_offsetof(::desk::Level10, inner));
static_assert(std::is_same_v<decltype(::desk::Level11::inner), ::desk::Level10>);
struct SeenDeskLevel11 {
    decltype(::desk::Level11::inner) inner;
};
static_assert(sizeof(SeenDeskLevel11) == sizeof(::desk::Level11));
static_assert(__builtin_offsetof(SeenDeskLevel11, inner) == __builtin_offsetof(::desk::Level11, inner));
static_assert(std::is_same_v<decltype(::desk::Level12::inner), ::desk::Level11>);
struct SeenDeskLevel12 {
    decltype(::desk::Level12::inner) inner;
};
static_assert(sizeof(SeenDeskLevel12) == sizeof(::desk::Level12));
static_assert(__builtin_offsetof(SeenDeskLevel12, inner) == __builtin_offsetof(::desk::Level12, inner));
static_assert(std::is_same_v<decltype(::desk::Level13::inner), ::desk::Level12>);
struct SeenDeskLevel13 {
    decltype(::desk::Level13::inner) inner;
};
static_assert(sizeof(SeenDeskLevel13) == sizeof(::desk::Level13));
static_assert(__builtin_offsetof(SeenDeskLevel13, inner) == __builtin_offsetof(::desk::Level13, inner));
static_assert(sizeof(static_cast<int (*)(::std::vector<::std::map<::std::string, ::desk::Level13>>)>(&::desk::deepest)) > 0);

struct Level0Codec : iam::RecordCodec<Level0Codec, ::desk::Level0> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("value", &::desk::Level0::value));
};

struct Level1Codec : iam::RecordCodec<Level1Codec, ::desk::Level1> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<Level0Codec>("inner", &::desk::Level1::inner));
};

struct Level2Codec : iam::RecordCodec<Level2Codec, ::desk::Level2> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<Level1Codec>("inner", &::desk::Level2::inner));
};

struct Level3Codec : iam::RecordCodec<Level3Codec, ::desk::Level3> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<Level2Codec>("inner", &::desk::Level3::inner));
};

struct Level4Codec : iam::RecordCodec<Level4Codec, ::desk::Level4> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<Level3Codec>("inner", &::desk::Level4::inner));
};

struct Level5Codec : iam::RecordCodec<Level5Codec, ::desk::Level5> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<Level4Codec>("inner", &::desk::Level5::inner));
};

struct Level6Codec : iam::RecordCodec<Level6Codec, ::desk::Level6> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<Level5Codec>("inner", &::desk::Level6::inner));
};

struct Level7Codec : iam::RecordCodec<Level7Codec, ::desk::Level7> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<Level6Codec>("inner", &::desk::Level7::inner));
};

struct Level8Codec : iam::RecordCodec<Level8Codec, ::desk::Level8> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<Level7Codec>("inner", &::desk::Level8::inner));
};

struct Level9Codec : iam::RecordCodec<Level9Codec, ::desk::Level9> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<Level8Codec>("inner", &::desk::Level9::inner));
};

struct Level10Codec : iam::RecordCodec<Level10Codec, ::desk::Level10> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<Level9Codec>("inner", &::desk::Level10::inner));
};

struct Level11Codec : iam::RecordCodec<Level11Codec, ::desk::Level11> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<Level10Codec>("inner", &::desk::Level11::inner));
};

struct Level12Codec : iam::RecordCodec<Level12Codec, ::desk::Level12> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<Level11Codec>("inner", &::desk::Level12::inner));
};

struct Level13Codec : iam::RecordCodec<Level13Codec, ::desk::Level13> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<Level12Codec>("inner", &::desk::Level13::inner));
};

struct DeepestArguments {
    ::std::vector<::std::map<::std::string, ::desk::Level13>> values{};
};

struct DeepestArgumentsCodec : iam::RecordCodec<DeepestArgumentsCodec, DeepestArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<iam::SequenceCodec<iam::MapCodec<iam::StringKey, Level13Codec, ::std::map<::std::string, ::desk::Level13>>, ::std::vector<::std::map<::std::string, ::desk::Level13>>>>("values", &DeepestArguments::values));
};

struct DeepestTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<DeepestArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::deepest(std::move(arguments.values)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "deepest",
        .description = "Sixteen levels can be called.",
        .read_only = true,
        .document = R"json({"name":"deepest","description":"Sixteen levels can be called.","inputSchema":{"type":"object","properties":{"values":{"type":"array","items":{"type":"object","properties":{},"additionalProperties":{"type":"object","properties":{"inner":{"type":"object","properties":{"inner":{"type":"object","properties":{"inner":{"type":"object","properties":{"inner":{"type":"object","properties":{"inner":{"type":"object","properties":{"inner":{"type":"object","properties":{"inner":{"type":"object","properties":{"inner":{"type":"object","properties":{"inner":{"type":"object","properties":{"inner":{"type":"object","properties":{"inner":{"type":"object","properties":{"inner":{"type":"object","properties":{"inner":{"type":"object","properties":{"value":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["value"],"additionalProperties":false}},"required":["inner"],"additionalProperties":false}},"required":["inner"],"additionalProperties":false}},"required":["inner"],"additionalProperties":false}},"required":["inner"],"additionalProperties":false}},"required":["inner"],"additionalProperties":false}},"required":["inner"],"additionalProperties":false}},"required":["inner"],"additionalProperties":false}},"required":["inner"],"additionalProperties":false}},"required":["inner"],"additionalProperties":false}},"required":["inner"],"additionalProperties":false}},"required":["inner"],"additionalProperties":false}},"required":["inner"],"additionalProperties":false}},"required":["inner"],"additionalProperties":false}}}},"required":["values"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::deepest","source":{"file":"input.hpp","line":55},"result_member":"result"}}})json",
        .wire = "43af3cbc959f455c50325f4f37c02427f5584cbaf5664f30959d427c08ccb2b2",
        .consent = "cb27c77002ff8834aa249254b37624cb716f1d0b412cc16067debd976e3ee0b9",
        .behaviour = "a2ef3b262e41d182d1a622d9d475daf237946857649f4b7b667ed5d0aa243906",
        .code = {
            .table = DeepestArgumentsCodec::table(),
            .hold = &iam::glue::hold<DeepestArguments>,
            .call = &DeepestTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
