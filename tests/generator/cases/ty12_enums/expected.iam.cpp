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
#include <iam/tool/glue.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(static_cast<unsigned long long>(::desk::Volume::low) == 0ull);
static_assert(static_cast<unsigned long long>(::desk::Volume::high) == 1ull);
static_assert(static_cast<unsigned long long>(::desk::Volume::loud) == 1ull);
static_assert(static_cast<unsigned long long>(::desk::Plain::plain_one) == 0ull);
static_assert(static_cast<unsigned long long>(::desk::Plain::plain_two) == 1ull);
static_assert(sizeof(static_cast<::desk::Volume (*)(::desk::Volume, ::desk::Plain)>(&::desk::ring)) > 0);

struct VolumeCodec : iam::EnumCodec<VolumeCodec, ::desk::Volume> {
    static constexpr std::array<std::string_view, 3> k_names{"low", "high", "loud"};
    static constexpr std::array<::desk::Volume, 3> k_values{::desk::Volume::low, ::desk::Volume::high, ::desk::Volume::loud};
};

struct PlainCodec : iam::EnumCodec<PlainCodec, ::desk::Plain> {
    static constexpr std::array<std::string_view, 2> k_names{"plain_one", "plain_two"};
    static constexpr std::array<::desk::Plain, 2> k_values{::desk::Plain::plain_one, ::desk::Plain::plain_two};
};

struct RingArguments {
    ::desk::Volume volume{};
    ::desk::Plain plain = ::desk::Plain::plain_two;
};

struct RingArgumentsCodec : iam::RecordCodec<RingArgumentsCodec, RingArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<VolumeCodec>("volume", &RingArguments::volume),
        iam::defaulted<PlainCodec>("plain", &RingArguments::plain));
};

struct RingTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<RingArguments*>(given);
        return iam::glue::reply<VolumeCodec>(::desk::ring(std::move(arguments.volume), std::move(arguments.plain)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "ring",
        .description = "Rings.",
        .idempotent = false,
        .document = R"json({"name":"ring","description":"Rings.","inputSchema":{"type":"object","properties":{"volume":{"type":"string","enum":["low","high","loud"],"description":"How loud.\n- low: at night\n- high: when nobody sleeps"},"plain":{"type":"string","enum":["plain_one","plain_two"],"default":"plain_two"}},"required":["volume"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"string","enum":["low","high","loud"],"description":"How loud.\n- low: at night\n- high: when nobody sleeps"}},"required":["result"],"additionalProperties":false},"annotations":{"idempotentHint":false},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::ring","source":{"file":"input.hpp","line":17},"result_member":"result"}}})json",
        .wire = "444d3ddc6151d7120c51dbf4359da63b61a43657a20d1c3a978b67993aac9200",
        .consent = "2859d3162f986f491920d187df584c158bf82a5e5a0e65aec7e404239e778628",
        .behaviour = "cef72c2e632cd70d12c6fc9299740181f6fce2c8fb7a4876776f95a2687dcfdc",
        .code = {
            .table = RingArgumentsCodec::table(),
            .hold = &iam::glue::hold<RingArguments>,
            .call = &RingTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
