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
static_assert(std::is_same_v<decltype(::desk::Alarm::id), int>);
static_assert(std::is_same_v<decltype(::desk::Alarm::time), ::std::string>);
struct SeenDeskAlarm {
    decltype(::desk::Alarm::id) id;
    decltype(::desk::Alarm::time) time;
};
static_assert(sizeof(SeenDeskAlarm) == sizeof(::desk::Alarm));
static_assert(__builtin_offsetof(SeenDeskAlarm, id) == __builtin_offsetof(::desk::Alarm, id));
static_assert(__builtin_offsetof(SeenDeskAlarm, time) == __builtin_offsetof(::desk::Alarm, time));
static_assert(sizeof(static_cast<::desk::Alarm (*)(int, int, ::std::optional<::std::string>)>(&::desk::set_alarm)) > 0);
static_assert(sizeof(static_cast<::iam::Preview (*)(int, int)>(&::desk::preview_alarm)) > 0);
static_assert(sizeof(static_cast<void (*)(const ::desk::Alarm&)>(&::desk::cancel_alarm)) > 0);

struct AlarmCodec : iam::RecordCodec<AlarmCodec, ::desk::Alarm> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("id", &::desk::Alarm::id),
        iam::required("time", &::desk::Alarm::time));
};

struct SetAlarmArguments {
    int hour{};
    int minute = 0;
    ::std::optional<::std::string> label{};
};

struct SetAlarmArgumentsCodec : iam::RecordCodec<SetAlarmArgumentsCodec, SetAlarmArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("hour", &SetAlarmArguments::hour),
        iam::defaulted("minute", &SetAlarmArguments::minute),
        iam::defaulted("label", &SetAlarmArguments::label));
};

struct SetAlarmTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<SetAlarmArguments*>(given);
        return iam::glue::reply<AlarmCodec>(::desk::set_alarm(std::move(arguments.hour), std::move(arguments.minute), std::move(arguments.label)));
    }

    static iam::PreviewReply preview(const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<SetAlarmArguments*>(given);
        return ::desk::preview_alarm(std::move(arguments.minute), std::move(arguments.hour));
    }

    static iam::Reply undo(const iam::Permit&, const void*, std::string_view, std::string_view result_text,
                           iam::Context&) {
        iam::Decoder returned(result_text, nullptr, iam::Checking::types_only);
        ::desk::Alarm result{};
        if (!iam::glue::read_result<AlarmCodec>(returned, result)) {
            return iam::glue::unreadable_record(returned);
        }
        ::desk::cancel_alarm(static_cast<::desk::Alarm const&>(result));
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "set_alarm",
        .description = "Sets an alarm.",
        .idempotent = true,
        .undo_exact = true,
        .undo_window_s = 3600,
        .document = R"json({"name":"set_alarm","description":"Sets an alarm.","inputSchema":{"type":"object","properties":{"hour":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"minute":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"default":0},"label":{"type":"string"}},"required":["hour"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"id":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"time":{"type":"string"}},"required":["id","time"],"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":true,"undo":{"grade":"exact","window":3600},"symbol":"desk::set_alarm","source":{"file":"input.hpp","line":16}}}})json",
        .wire = "5baf9b3e494872dccca73f00a9002051304b3c9a4372c5caf815ecc7213e6a88",
        .consent = "e83cdd33e57c85a451a10f741d1f60a053066db58da891f74160081054b9da3d",
        .behaviour = "b2b36e5556ad5b4dee31b6eaee0a80978347b6c5692f185ed8bcac5a443a769a",
        .code = {
            .table = SetAlarmArgumentsCodec::table(),
            .hold = &iam::glue::hold<SetAlarmArguments>,
            .call = &SetAlarmTool::call,
            .preview = &SetAlarmTool::preview,
            .undo = &SetAlarmTool::undo,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
