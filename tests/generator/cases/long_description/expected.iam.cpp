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
#include <iam/tool/glue.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(std::is_same_v<decltype(::desk::Lamp::watts), int>);
struct SeenDeskLamp {
    decltype(::desk::Lamp::watts) watts;
};
static_assert(sizeof(SeenDeskLamp) == sizeof(::desk::Lamp));
static_assert(__builtin_offsetof(SeenDeskLamp, watts) == __builtin_offsetof(::desk::Lamp, watts));
static_assert(sizeof(static_cast<int (*)(const ::desk::Lamp&)>(&::desk::count)) > 0);
static_assert(sizeof(static_cast<int (*)()>(&::desk::short_enough)) > 0);
static_assert(sizeof(static_cast<int (*)()>(&::desk::too_long)) > 0);

struct LampCodec : iam::RecordCodec<LampCodec, ::desk::Lamp> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("watts", &::desk::Lamp::watts));
};

struct CountArguments {
    ::desk::Lamp lamp{};
};

struct CountArgumentsCodec : iam::RecordCodec<CountArgumentsCodec, CountArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<LampCodec>("lamp", &CountArguments::lamp));
};

struct CountTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<CountArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::count(static_cast<::desk::Lamp const&>(arguments.lamp)));
    }
};

struct ShortEnoughArguments {
};

struct ShortEnoughArgumentsCodec : iam::RecordCodec<ShortEnoughArgumentsCodec, ShortEnoughArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct ShortEnoughTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::short_enough());
    }
};

struct TooLongArguments {
};

struct TooLongArgumentsCodec : iam::RecordCodec<TooLongArgumentsCodec, TooLongArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct TooLongTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::too_long());
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "count",
        .description = "Counts.",
        .read_only = true,
        .document = R"json({"name":"count","description":"Counts.","inputSchema":{"type":"object","properties":{"lamp":{"type":"object","properties":{"watts":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house."}},"required":["watts"],"additionalProperties":false,"description":"a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one,"}},"required":["lamp"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::count","source":{"file":"input.hpp","line":57},"result_member":"result"}}})json",
        .wire = "5e2eafe51a0762e5d613a84e76fc2a460ce751b3a5a15a89e150b03761118fbb",
        .consent = "a758d3230f4f752bffab29bfb5cf47beaf72a6acd3d0ca7e91d6473e8e0dc72d",
        .behaviour = "5b27a5b9b48a4410a5b3e8bfb3eba06e99498e35d09b1b723a715c88649544e9",
        .code = {
            .table = CountArgumentsCodec::table(),
            .hold = &iam::glue::hold<CountArguments>,
            .call = &CountTool::call,
        }
    },
    {
        .name = "short_enough",
        .description = "Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house.",
        .read_only = true,
        .document = R"json({"name":"short_enough","description":"Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::short_enough","source":{"file":"input.hpp","line":21},"result_member":"result"}}})json",
        .wire = "f37aea5d1d8449803a2a5b6b4a25d8715d6ee96cfe9dae9c9bdb22aa45151380",
        .consent = "12e33777a56cab37925315fc9b344462508d6215981db1541fc05d1d3edd7863",
        .behaviour = "1be545a4db97ee8fb8d16823c23eaa9e57c1ee0c8e26ede34dd33cd808f5b6bc",
        .code = {
            .table = ShortEnoughArgumentsCodec::table(),
            .hold = &iam::glue::hold<ShortEnoughArguments>,
            .call = &ShortEnoughTool::call,
        }
    },
    {
        .name = "too_long",
        .description = "Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house.",
        .read_only = true,
        .document = R"json({"name":"too_long","description":"Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house. Goes on about lamps and everything that was ever said about lamps in this house.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::too_long","source":{"file":"input.hpp","line":36},"result_member":"result"}}})json",
        .wire = "f37aea5d1d8449803a2a5b6b4a25d8715d6ee96cfe9dae9c9bdb22aa45151380",
        .consent = "12e33777a56cab37925315fc9b344462508d6215981db1541fc05d1d3edd7863",
        .behaviour = "c9730b2b21c9e458d60ed2aa0123f1287a2cbc81d6816ed9d4e15948ab1a3498",
        .code = {
            .table = TooLongArgumentsCodec::table(),
            .hold = &iam::glue::hold<TooLongArguments>,
            .call = &TooLongTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
