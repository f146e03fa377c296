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
static_assert(std::is_same_v<decltype(::desk::Margin::share), double>);
struct SeenDeskMargin {
    decltype(::desk::Margin::share) share;
};
static_assert(sizeof(SeenDeskMargin) == sizeof(::desk::Margin));
static_assert(__builtin_offsetof(SeenDeskMargin, share) == __builtin_offsetof(::desk::Margin, share));
static_assert(sizeof(static_cast<void (*)(int, int, double, ::std::optional<int>, ::desk::Margin)>(&::desk::set_time)) > 0);

struct MarginCodec : iam::RecordCodec<MarginCodec, ::desk::Margin> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted("share", &::desk::Margin::share, {.low = 0, .high = 0.5}));
};

struct SetTimeArguments {
    int hour{};
    int minute{};
    double drift{};
    ::std::optional<int> zone{};
    ::desk::Margin margin = iam::glue::parsed<MarginCodec, ::desk::Margin>("{\"share\":0.25}");
};

struct SetTimeArgumentsCodec : iam::RecordCodec<SetTimeArgumentsCodec, SetTimeArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("hour", &SetTimeArguments::hour, {.low = 0, .high = 23}),
        iam::required("minute", &SetTimeArguments::minute, {.high = 59}),
        iam::required("drift", &SetTimeArguments::drift, {.low = -1.5}),
        iam::defaulted("zone", &SetTimeArguments::zone, {.low = 1, .high = 9}),
        iam::defaulted<MarginCodec>("margin", &SetTimeArguments::margin));
};

struct SetTimeTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<SetTimeArguments*>(given);
        ::desk::set_time(std::move(arguments.hour), std::move(arguments.minute), std::move(arguments.drift), std::move(arguments.zone), std::move(arguments.margin));
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "set_time",
        .description = "Sets a time.",
        .idempotent = true,
        .document = R"json({"name":"set_time","description":"Sets a time.","inputSchema":{"type":"object","properties":{"hour":{"type":"integer","minimum":0,"maximum":23},"minute":{"type":"integer","minimum":-2147483648,"maximum":59},"drift":{"type":"number","minimum":-1.5},"zone":{"type":"integer","minimum":1,"maximum":9},"margin":{"type":"object","properties":{"share":{"type":"number","minimum":0,"maximum":0.5,"default":0.25}},"additionalProperties":false,"default":{"share":0.25}}},"required":["hour","minute","drift"],"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::set_time","source":{"file":"input.hpp","line":14}}}})json",
        .wire = "6f7502af4a031cc32e5b94f4233a43e98c7eccd5a64a632bd76e984acab6bfce",
        .consent = "05ad600e75c27f582b80d83c6db04847a959dbe772b1a2b5a3d783a24aef1b57",
        .behaviour = "20bdf2d1d4f8a69ae26434427c2b766447fd2c8210109f5941c54b6f7ed46bd4",
        .code = {
            .table = SetTimeArgumentsCodec::table(),
            .hold = &iam::glue::hold<SetTimeArguments>,
            .call = &SetTimeTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
