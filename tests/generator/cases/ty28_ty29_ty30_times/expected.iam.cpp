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
#include <iam/tool/codecs/chrono.hpp>
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
static_assert(std::is_same_v<decltype(::desk::Plan::length), ::std::chrono::duration<long, ::std::ratio<60>>>);
static_assert(std::is_same_v<decltype(::desk::Plan::day), ::std::chrono::time_point<::std::chrono::system_clock, ::std::chrono::duration<long, ::std::ratio<86400>>>>);
static_assert(std::is_same_v<decltype(::desk::Plan::start), ::std::chrono::hh_mm_ss<::std::chrono::duration<long>>>);
struct SeenDeskPlan {
    decltype(::desk::Plan::length) length;
    decltype(::desk::Plan::day) day;
    decltype(::desk::Plan::start) start;
};
static_assert(sizeof(SeenDeskPlan) == sizeof(::desk::Plan));
static_assert(__builtin_offsetof(SeenDeskPlan, length) == __builtin_offsetof(::desk::Plan, length));
static_assert(__builtin_offsetof(SeenDeskPlan, day) == __builtin_offsetof(::desk::Plan, day));
static_assert(__builtin_offsetof(SeenDeskPlan, start) == __builtin_offsetof(::desk::Plan, start));
static_assert(sizeof(static_cast<::std::chrono::time_point<::std::chrono::system_clock, ::std::chrono::duration<long, ::std::ratio<1, 1000000000>>> (*)(::desk::Plan, ::std::chrono::duration<double>, ::std::vector<::std::chrono::duration<long, ::std::ratio<1, 1000000>>>, ::std::chrono::duration<int, ::std::ratio<1, 30>>, ::std::chrono::time_point<::std::chrono::system_clock, ::std::chrono::duration<long>>, ::std::chrono::time_point<::std::chrono::system_clock, ::std::chrono::duration<long, ::std::ratio<1, 1000>>>, ::std::chrono::year_month_day, ::std::chrono::hh_mm_ss<::std::chrono::duration<long, ::std::ratio<1, 1000>>>)>(&::desk::plan)) > 0);

struct PlanCodec : iam::RecordCodec<PlanCodec, ::desk::Plan> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted<iam::DurationCodec<::std::chrono::duration<long, ::std::ratio<60, 1>>>>("length", &::desk::Plan::length),
        iam::required<iam::DateCodec<::std::chrono::sys_days>>("day", &::desk::Plan::day),
        iam::required<iam::TimeOfDayCodec<::std::chrono::hh_mm_ss<::std::chrono::duration<long, ::std::ratio<1, 1>>>>>("start", &::desk::Plan::start));
};

struct PlanArguments {
    ::desk::Plan plan{};
    ::std::chrono::duration<double, ::std::ratio<1, 1>> rest{};
    ::std::vector<::std::chrono::duration<long, ::std::ratio<1, 1000000>>> laps{};
    ::std::chrono::duration<int, ::std::ratio<1, 30>> frames{};
    ::std::chrono::sys_time<::std::chrono::duration<long, ::std::ratio<1, 1>>> a{};
    ::std::chrono::sys_time<::std::chrono::duration<long, ::std::ratio<1, 1000>>> b{};
    ::std::chrono::year_month_day c{};
    ::std::chrono::hh_mm_ss<::std::chrono::duration<long, ::std::ratio<1, 1000>>> d{};
};

struct PlanArgumentsCodec : iam::RecordCodec<PlanArgumentsCodec, PlanArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<PlanCodec>("plan", &PlanArguments::plan),
        iam::required<iam::DurationCodec<::std::chrono::duration<double, ::std::ratio<1, 1>>>>("rest", &PlanArguments::rest, {.low = 0, .high = 10}),
        iam::required<iam::SequenceCodec<iam::DurationCodec<::std::chrono::duration<long, ::std::ratio<1, 1000000>>>, ::std::vector<::std::chrono::duration<long, ::std::ratio<1, 1000000>>>>>("laps", &PlanArguments::laps),
        iam::required<iam::DurationCodec<::std::chrono::duration<int, ::std::ratio<1, 30>>>>("frames", &PlanArguments::frames),
        iam::required<iam::MomentCodec<::std::chrono::sys_time<::std::chrono::duration<long, ::std::ratio<1, 1>>>::duration>>("a", &PlanArguments::a),
        iam::required<iam::MomentCodec<::std::chrono::sys_time<::std::chrono::duration<long, ::std::ratio<1, 1000>>>::duration>>("b", &PlanArguments::b),
        iam::required<iam::DateCodec<::std::chrono::year_month_day>>("c", &PlanArguments::c),
        iam::required<iam::TimeOfDayCodec<::std::chrono::hh_mm_ss<::std::chrono::duration<long, ::std::ratio<1, 1000>>>>>("d", &PlanArguments::d));
};

struct PlanTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<PlanArguments*>(given);
        return iam::glue::reply<iam::MomentCodec<::std::chrono::sys_time<::std::chrono::duration<long, ::std::ratio<1, 1000000000>>>::duration>>(::desk::plan(std::move(arguments.plan), std::move(arguments.rest), std::move(arguments.laps), std::move(arguments.frames), std::move(arguments.a), std::move(arguments.b), std::move(arguments.c), std::move(arguments.d)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "plan",
        .description = "Plans.",
        .read_only = true,
        .document = R"json({"name":"plan","description":"Plans.","inputSchema":{"type":"object","properties":{"plan":{"type":"object","properties":{"length":{"type":"integer","description":"how long (unit: min)","default":120},"day":{"type":"string","format":"date"},"start":{"type":"string","pattern":"^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$"}},"required":["day","start"],"additionalProperties":false},"rest":{"type":"number","minimum":0,"maximum":10,"description":"unit: s"},"laps":{"type":"array","items":{"type":"integer","description":"unit: us"}},"frames":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"unit: 1/30 s"},"a":{"type":"string","pattern":"^[^.]*$","format":"date-time"},"b":{"type":"string","pattern":"^[^.]*([.][0-9]{1,3}[^0-9.][^.]*)?$","format":"date-time"},"c":{"type":"string","format":"date"},"d":{"type":"string","pattern":"^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]{1,3})?$"}},"required":["plan","rest","laps","frames","a","b","c","d"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"string","pattern":"^(167[89]|16[89][0-9]|1[7-9][0-9]{2}|2[01][0-9]{2}|22[0-5][0-9]|226[01])-[^.]*([.][0-9]{1,9}[^0-9.][^.]*)?$","format":"date-time"}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"units":{"/plan/length":"min","/rest":"s","/laps/*":"us","/frames":"1/30 s"},"symbol":"desk::plan","source":{"file":"input.hpp","line":17},"result_member":"result"}}})json",
        .full_schemas = R"json({"inputSchema":{"type":"object","properties":{"plan":{"type":"object","properties":{"length":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807,"description":"how long (unit: min)","default":120},"day":{"type":"string","format":"date"},"start":{"type":"string","pattern":"^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$"}},"required":["day","start"],"additionalProperties":false},"rest":{"type":"number","minimum":0,"maximum":10,"description":"unit: s"},"laps":{"type":"array","items":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807,"description":"unit: us"}},"frames":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"unit: 1/30 s"},"a":{"type":"string","pattern":"^[^.]*$","format":"date-time"},"b":{"type":"string","pattern":"^[^.]*([.][0-9]{1,3}[^0-9.][^.]*)?$","format":"date-time"},"c":{"type":"string","format":"date"},"d":{"type":"string","pattern":"^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]{1,3})?$"}},"required":["plan","rest","laps","frames","a","b","c","d"],"additionalProperties":false}})json",
        .wire = "bfad16522cba2f4b6280e52b0eb24f3a571f89180cc6ae83b92f9b7a8ddaf3b9",
        .consent = "1cfa9b76357f454e3062fc13a2c491f8d80f7ddd048cc5fca1f0b76d0a0e93c3",
        .behaviour = "cb271a04108fe99c2fa1a296b0ae440ad74b087d868586429a6d06e4359c7933",
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
