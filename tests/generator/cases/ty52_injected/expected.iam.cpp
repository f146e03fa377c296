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
#include <iam/tool/context.hpp>
#include <iam/tool/glue.hpp>
#include <iam/tool/instance.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(sizeof(static_cast<int (*)(int, ::iam::Progress&)>(&::desk::count)) > 0);
static_assert(sizeof(static_cast<int (::desk::Desk::*)(const ::iam::Context&, int, const ::std::stop_token&)>(&::desk::Desk::move)) > 0);
static_assert(sizeof(static_cast<::iam::Preview (::desk::Desk::*)(::iam::Context&, int) const>(&::desk::Desk::preview_move)) > 0);
static_assert(sizeof(static_cast<void (::desk::Desk::*)(int, ::iam::Context&)>(&::desk::Desk::move_back)) > 0);
static_assert(sizeof(static_cast<bool (*)(::std::stop_token, const ::std::string&, ::iam::Context&)>(&::desk::wait)) > 0);

struct CountArguments {
    int floor{};
};

struct CountArgumentsCodec : iam::RecordCodec<CountArgumentsCodec, CountArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("floor", &CountArguments::floor));
};

struct CountTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context& context) {
        auto& arguments = *static_cast<CountArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::count(std::move(arguments.floor), context.progress()));
    }
};

struct MoveArguments {
    int to{};
};

struct MoveArgumentsCodec : iam::RecordCodec<MoveArgumentsCodec, MoveArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("to", &MoveArguments::to));
};

struct MoveTool {
    static iam::Reply call(const iam::Permit&, const void* bound, void* given, iam::Context& context) {
        auto& arguments = *static_cast<MoveArguments*>(given);
        const auto object = static_cast<const iam::Instance<::desk::Desk>*>(bound)->find();
        if (!object) return iam::glue::no_object("desk::Desk");
        return iam::glue::reply<iam::IntegerCodec<int>>(object->move(std::as_const(context), std::move(arguments.to), static_cast<const std::stop_token&>(context.stop())));
    }

    static iam::PreviewReply preview(const void* bound, void* given, iam::Context& context) {
        auto& arguments = *static_cast<MoveArguments*>(given);
        const auto object = static_cast<const iam::Instance<::desk::Desk>*>(bound)->find();
        if (!object) return tl::unexpected(iam::glue::no_object("desk::Desk"));
        return std::as_const(*object).preview_move(context, std::move(arguments.to));
    }

    static iam::Reply undo(const iam::Permit&, const void* bound, std::string_view, std::string_view result_text,
                           iam::Context& context) {
        iam::Decoder returned(result_text, nullptr, iam::Checking::types_only);
        int result{};
        if (!iam::glue::read_result<iam::IntegerCodec<int>>(returned, result)) {
            return iam::glue::unreadable_record(returned);
        }
        const auto object = static_cast<const iam::Instance<::desk::Desk>*>(bound)->find();
        if (!object) return iam::glue::no_object("desk::Desk");
        object->move_back(std::move(result), context);
        return iam::Reply::done();
    }
};

struct WaitArguments {
    ::std::string lamp{};
};

struct WaitArgumentsCodec : iam::RecordCodec<WaitArgumentsCodec, WaitArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("lamp", &WaitArguments::lamp));
};

struct WaitTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context& context) {
        auto& arguments = *static_cast<WaitArguments*>(given);
        return iam::glue::reply<iam::BooleanCodec>(::desk::wait(std::stop_token(context.stop()), static_cast<::std::string const&>(arguments.lamp), context));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "count",
        .description = "Counts the lamps.",
        .read_only = true,
        .document = R"json({"name":"count","description":"Counts the lamps.","inputSchema":{"type":"object","properties":{"floor":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["floor"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::count","source":{"file":"input.hpp","line":18},"result_member":"result"}}})json",
        .wire = "6f3cc3dc06c64de465dabf18bbbb79ee38ff15116caeece772c16376e5dff64b",
        .consent = "907152d509896b16729bb244422e6d7d0fb1676b982259ffa9b765d8e7312462",
        .behaviour = "0f2d020a78f19075bd3da09bf96d7678d93f6e6912266fea6e495d1a9d3275ba",
        .code = {
            .table = CountArgumentsCodec::table(),
            .hold = &iam::glue::hold<CountArguments>,
            .call = &CountTool::call,
        }
    },
    {
        .name = "move",
        .description = "Moves the desk.",
        .destructive = false,
        .bound_class = "desk::Desk",
        .document = R"json({"name":"move","description":"Moves the desk.","inputSchema":{"type":"object","properties":{"to":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["to"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"destructiveHint":false},"_meta":{"iam/contract":{"hints_stated":["destructive"],"preview":true,"undo":{"grade":"compensating"},"symbol":"desk::Desk::move","source":{"file":"input.hpp","line":22},"result_member":"result"}}})json",
        .wire = "34d67de581673493ffe9958f174406ff81e333b2fa15cf687bbe219fd934414f",
        .consent = "3e5142e243776daced3dbb869e6fa0200c835b279c3d5f2ee770df7b4bedb866",
        .behaviour = "516e6503382f5e47dd40475fb838c7b2b2e6fcda682a53144fbb6fdf3213a3de",
        .code = {
            .table = MoveArgumentsCodec::table(),
            .hold = &iam::glue::hold<MoveArguments>,
            .call = &MoveTool::call,
            .preview = &MoveTool::preview,
            .undo = &MoveTool::undo,
        }
    },
    {
        .name = "wait",
        .description = "Waits for a lamp.",
        .read_only = true,
        .document = R"json({"name":"wait","description":"Waits for a lamp.","inputSchema":{"type":"object","properties":{"lamp":{"type":"string","description":"which"}},"required":["lamp"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"boolean"}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::wait","source":{"file":"input.hpp","line":13},"result_member":"result"}}})json",
        .wire = "ffbfa783b8b789b5307e8856ee95580f991ae74eb0eaa23d876c2a878bb1c942",
        .consent = "630aba8ee36d447ca3998a0ae55962d785fd0cfcb0a7274929a7dc7b89ffc823",
        .behaviour = "f534487359697db69f27b3694b566ee94f19cb2484c31d7ee1b700d5df43a77a",
        .code = {
            .table = WaitArgumentsCodec::table(),
            .hold = &iam::glue::hold<WaitArguments>,
            .call = &WaitTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry, iam::Instance<::desk::Desk> desk_desk_object);

iam::Result<void> add_tools(iam::Registry& registry, iam::Instance<::desk::Desk> desk_desk_object) {
    const iam::glue::BoundObject objects[] = {
        iam::glue::bound_object("desk::Desk", desk_desk_object),
    };
    return iam::glue::add(registry, "0.1.0", k_tools, objects);
}

}  // namespace iam_glue_4_case_input
