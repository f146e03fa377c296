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
static_assert(std::is_same_v<decltype(::desk::Place::latitude), double>);
static_assert(std::is_same_v<decltype(::desk::Place::longitude), double>);
struct SeenDeskPlace {
    decltype(::desk::Place::latitude) latitude;
    decltype(::desk::Place::longitude) longitude;
};
static_assert(sizeof(SeenDeskPlace) == sizeof(::desk::Place));
static_assert(__builtin_offsetof(SeenDeskPlace, latitude) == __builtin_offsetof(::desk::Place, latitude));
static_assert(__builtin_offsetof(SeenDeskPlace, longitude) == __builtin_offsetof(::desk::Place, longitude));
static_assert(std::is_same_v<decltype(::desk::Stop::place), ::desk::Place>);
static_assert(std::is_same_v<decltype(::desk::Stop::nearby), ::std::vector<::desk::Place>>);
static_assert(std::is_same_v<decltype(::desk::Stop::label), ::std::optional<::std::string>>);
struct SeenDeskStop {
    decltype(::desk::Stop::place) place;
    decltype(::desk::Stop::nearby) nearby;
    decltype(::desk::Stop::label) label;
};
static_assert(sizeof(SeenDeskStop) == sizeof(::desk::Stop));
static_assert(__builtin_offsetof(SeenDeskStop, place) == __builtin_offsetof(::desk::Stop, place));
static_assert(__builtin_offsetof(SeenDeskStop, nearby) == __builtin_offsetof(::desk::Stop, nearby));
static_assert(__builtin_offsetof(SeenDeskStop, label) == __builtin_offsetof(::desk::Stop, label));
static_assert(sizeof(static_cast<::desk::Stop (*)(const ::desk::Place&, ::desk::Stop)>(&::desk::plan)) > 0);

struct PlaceCodec : iam::RecordCodec<PlaceCodec, ::desk::Place> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("latitude", &::desk::Place::latitude),
        iam::required("longitude", &::desk::Place::longitude));
};

struct StopCodec : iam::RecordCodec<StopCodec, ::desk::Stop> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<PlaceCodec>("place", &::desk::Stop::place),
        iam::required<iam::SequenceCodec<PlaceCodec, ::std::vector<::desk::Place>>>("nearby", &::desk::Stop::nearby),
        iam::defaulted("label", &::desk::Stop::label));
};

struct PlanArguments {
    ::desk::Place from{};
    ::desk::Stop to{};
};

struct PlanArgumentsCodec : iam::RecordCodec<PlanArgumentsCodec, PlanArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<PlaceCodec>("from", &PlanArguments::from),
        iam::required<StopCodec>("to", &PlanArguments::to));
};

struct PlanTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<PlanArguments*>(given);
        return iam::glue::reply<StopCodec>(::desk::plan(static_cast<::desk::Place const&>(arguments.from), std::move(arguments.to)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "plan",
        .description = "Plans a way.",
        .read_only = true,
        .document = R"json({"name":"plan","description":"Plans a way.","inputSchema":{"type":"object","properties":{"from":{"type":"object","properties":{"latitude":{"type":"number","description":"degrees north"},"longitude":{"type":"number","description":"degrees east"}},"required":["latitude","longitude"],"additionalProperties":false,"description":"A place on earth."},"to":{"type":"object","properties":{"place":{"type":"object","properties":{"latitude":{"type":"number","description":"degrees north"},"longitude":{"type":"number","description":"degrees east"}},"required":["latitude","longitude"],"additionalProperties":false,"description":"A place on earth."},"nearby":{"type":"array","items":{"type":"object","properties":{"latitude":{"type":"number","description":"degrees north"},"longitude":{"type":"number","description":"degrees east"}},"required":["latitude","longitude"],"additionalProperties":false,"description":"A place on earth."}},"label":{"type":"string"}},"required":["place","nearby"],"additionalProperties":false}},"required":["from","to"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"place":{"type":"object","properties":{"latitude":{"type":"number","description":"degrees north"},"longitude":{"type":"number","description":"degrees east"}},"required":["latitude","longitude"],"additionalProperties":false,"description":"A place on earth."},"nearby":{"type":"array","items":{"type":"object","properties":{"latitude":{"type":"number","description":"degrees north"},"longitude":{"type":"number","description":"degrees east"}},"required":["latitude","longitude"],"additionalProperties":false,"description":"A place on earth."}},"label":{"type":"string"}},"required":["place","nearby"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::plan","source":{"file":"input.hpp","line":25}}}})json",
        .wire = "6a12f1c7d4ed8fe69d91dfafb3c1ec9093b0184a9070d4b2eabdc9af62ce1886",
        .consent = "9cc887591f3f3e1e6db9e1ee4f0b7da20da662f8966a63772dce82434493cac8",
        .behaviour = "d18ca9fec795a1a0951bf1bee91281c531af7c658da7625338a5a470ab85252e",
        .code = {
            .table = PlanArgumentsCodec::table(),
            .hold = &iam::glue::hold<PlanArguments>,
            .call = &PlanTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
