// Made by iam-gen 0.1.0 from input.hpp. Changes here are lost.
#if defined(__GNUC__)
// The header may call deprecated what is offered all the same.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif
#include "input.hpp"

#include <iam/tool/codec_container.hpp>
#include <iam/tool/glue.hpp>

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

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
