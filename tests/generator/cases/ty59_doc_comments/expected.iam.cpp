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
static_assert(sizeof(static_cast<void (*)()>(&::desk::between)) > 0);
static_assert(sizeof(static_cast<void (*)(int)>(&::desk::cancel)) > 0);
static_assert(sizeof(static_cast<int (*)(int, int)>(&::desk::schedule)) > 0);

struct BetweenArguments {
};

struct BetweenArgumentsCodec : iam::RecordCodec<BetweenArgumentsCodec, BetweenArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct BetweenTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        ::desk::between();
        return iam::Reply::done();
    }
};

struct CancelArguments {
    int id{};
};

struct CancelArgumentsCodec : iam::RecordCodec<CancelArgumentsCodec, CancelArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("id", &CancelArguments::id));
};

struct CancelTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<CancelArguments*>(given);
        ::desk::cancel(std::move(arguments.id));
        return iam::Reply::done();
    }
};

struct ScheduleArguments {
    int hour{};
    int minute{};
};

struct ScheduleArgumentsCodec : iam::RecordCodec<ScheduleArgumentsCodec, ScheduleArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("hour", &ScheduleArguments::hour),
        iam::required("minute", &ScheduleArguments::minute));
};

struct ScheduleTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<ScheduleArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::schedule(std::move(arguments.hour), std::move(arguments.minute)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "between",
        .description = "Between attribute and declaration.",
        .idempotent = true,
        .document = R"json({"name":"between","description":"Between attribute and declaration.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::between","source":{"file":"input.hpp","line":26}}}})json",
        .wire = "757cefe87fe1297548a87bcbe5b46a2cc3db13681671cfee827442ecb69590a3",
        .consent = "febadeda6e612bdf07fa274ff277b72286a194a0a2315338734d981a78b1b2ab",
        .behaviour = "b2353c47517b8b2e2883c2c3ebae3d69656dac37ed423366ea3458b8b459fcb0",
        .code = {
            .table = BetweenArgumentsCodec::table(),
            .hold = &iam::glue::hold<BetweenArguments>,
            .call = &BetweenTool::call,
        }
    },
    {
        .name = "cancel",
        .description = "Cancels an alarm.",
        .destructive = true,
        .document = R"json({"name":"cancel","description":"Cancels an alarm.","inputSchema":{"type":"object","properties":{"id":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"its number"}},"required":["id"],"additionalProperties":false},"annotations":{"destructiveHint":true},"_meta":{"iam/contract":{"hints_stated":["destructive"],"preview":false,"symbol":"desk::cancel","source":{"file":"input.hpp","line":22}}}})json",
        .wire = "9882abd2237a3e63535153ffe1d1b873062e9c8dbde2b31bb996d6449413de43",
        .consent = "43fd0d7a548f1d05d9d29192510c9caec3d240682f0da672e53579df2b53086d",
        .behaviour = "34207b16c6a7ede4f64fb924cee22bce7be0735617e3f53be9dfa3a35f80b879",
        .code = {
            .table = CancelArgumentsCodec::table(),
            .hold = &iam::glue::hold<CancelArguments>,
            .call = &CancelTool::call,
        }
    },
    {
        .name = "schedule",
        .title = "An alarm",
        .description = "Schedules an alarm.\n\nThe alarm rings on weekdays, and never on a holiday.",
        .idempotent = true,
        .document = R"json({"name":"schedule","title":"An alarm","description":"Schedules an alarm.\n\nThe alarm rings on weekdays, and never on a holiday.","inputSchema":{"type":"object","properties":{"hour":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"hour of the day, local time"},"minute":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"minute of the hour"}},"required":["hour","minute"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"the alarm's number"}},"required":["result"],"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::schedule","source":{"file":"input.hpp","line":17},"result_member":"result"}}})json",
        .wire = "e2c80cdd08e1f24effb26e66794e3553ccc470bb9ab1749397b6e726dcf113e7",
        .consent = "7ec7c9c01ca0782edccfdd89657da9ec02869cfe650b8df5da56f1beb2e2c553",
        .behaviour = "2a82004ab9f35daa9816d14cf394cfd3bcfb83d4a9be27b9bfce9f86094382a8",
        .code = {
            .table = ScheduleArgumentsCodec::table(),
            .hold = &iam::glue::hold<ScheduleArguments>,
            .call = &ScheduleTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
