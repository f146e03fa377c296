// Made by iam-gen 0.1.0 from input.hpp. Changes here are lost.
#if defined(__GNUC__)
// The header may call deprecated what is offered all the same.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif
#include "input.hpp"

#include <iam/tool/context.hpp>
#include <iam/tool/glue.hpp>
#include <iam/tool/instance.hpp>

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

struct CountArguments {
    int floor{};
};

struct CountArgumentsCodec : iam::RecordCodec<CountArgumentsCodec, CountArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("floor", &CountArguments::floor));
};

class CountTool final : public iam::Handler {
 public:
    iam::Prepared prepare(std::string_view text) const override {
        return iam::glue::prepare<CountArgumentsCodec, CountArguments>(text, nullptr);
    }

    iam::Reply call(const iam::Permit&, std::string_view text, iam::Context& context) const override {
        iam::Decoder in(text, nullptr);
        CountArguments arguments;
        if (!iam::glue::read<CountArgumentsCodec>(in, arguments)) return iam::glue::unreadable(in);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::count(std::move(arguments.floor), context.progress()));
    }
};

constexpr iam::glue::ToolFacts k_count{
    .name = "count",
    .description = "Counts the lamps.",
    .read_only = true,
    .generator = "0.1.0",
    .document = R"json({"name":"count","description":"Counts the lamps.","inputSchema":{"type":"object","properties":{"floor":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["floor"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::count","source":{"file":"input.hpp","line":18},"result_member":"result","digests":{"wire":"6f3cc3dc06c64de465dabf18bbbb79ee38ff15116caeece772c16376e5dff64b","consent":"907152d509896b16729bb244422e6d7d0fb1676b982259ffa9b765d8e7312462","behaviour":"0f2d020a78f19075bd3da09bf96d7678d93f6e6912266fea6e495d1a9d3275ba"}}}})json",
    .wire = "6f3cc3dc06c64de465dabf18bbbb79ee38ff15116caeece772c16376e5dff64b",
    .consent = "907152d509896b16729bb244422e6d7d0fb1676b982259ffa9b765d8e7312462",
    .behaviour = "0f2d020a78f19075bd3da09bf96d7678d93f6e6912266fea6e495d1a9d3275ba",
};

struct MoveArguments {
    int to{};
};

struct MoveArgumentsCodec : iam::RecordCodec<MoveArgumentsCodec, MoveArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("to", &MoveArguments::to));
};

class MoveTool final : public iam::Handler {
 public:
    explicit MoveTool(iam::Instance<::desk::Desk> object) : object_(std::move(object)) {}

    iam::Prepared prepare(std::string_view text) const override {
        return iam::glue::prepare<MoveArgumentsCodec, MoveArguments>(text, nullptr);
    }

    iam::Reply call(const iam::Permit&, std::string_view text, iam::Context& context) const override {
        iam::Decoder in(text, nullptr);
        MoveArguments arguments;
        if (!iam::glue::read<MoveArgumentsCodec>(in, arguments)) return iam::glue::unreadable(in);
        const auto object = object_.find();
        if (!object) return iam::glue::no_object("desk::Desk");
        return iam::glue::reply<iam::IntegerCodec<int>>(object->move(std::as_const(context), std::move(arguments.to), static_cast<const std::stop_token&>(context.stop())));
    }

    iam::PreviewReply preview(std::string_view text, iam::Context& context) const override {
        iam::Decoder in(text, nullptr);
        MoveArguments arguments;
        if (!iam::glue::read<MoveArgumentsCodec>(in, arguments)) {
            return tl::unexpected(iam::glue::unreadable(in));
        }
        const auto object = object_.find();
        if (!object) return tl::unexpected(iam::glue::no_object("desk::Desk"));
        return std::as_const(*object).preview_move(context, std::move(arguments.to));
    }

    iam::Reply undo(const iam::Permit&, std::string_view, std::string_view result_text,
                    iam::Context& context) const override {
        iam::Decoder returned(result_text, nullptr, iam::Checking::types_only);
        int result{};
        if (!iam::glue::read_result<iam::IntegerCodec<int>>(returned, result)) {
            return iam::glue::unreadable_record(returned);
        }
        const auto object = object_.find();
        if (!object) return iam::glue::no_object("desk::Desk");
        object->move_back(std::move(result), context);
        return iam::Reply::done();
    }

 private:
    iam::Instance<::desk::Desk> object_;
};

constexpr iam::glue::ToolFacts k_move{
    .name = "move",
    .description = "Moves the desk.",
    .destructive = false,
    .has_preview = true,
    .has_undo = true,
    .bound_class = "desk::Desk",
    .generator = "0.1.0",
    .document = R"json({"name":"move","description":"Moves the desk.","inputSchema":{"type":"object","properties":{"to":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["to"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"destructiveHint":false},"_meta":{"iam/contract":{"hints_stated":["destructive"],"preview":true,"undo":{"grade":"compensating"},"symbol":"desk::Desk::move","source":{"file":"input.hpp","line":22},"result_member":"result","digests":{"wire":"34d67de581673493ffe9958f174406ff81e333b2fa15cf687bbe219fd934414f","consent":"3e5142e243776daced3dbb869e6fa0200c835b279c3d5f2ee770df7b4bedb866","behaviour":"516e6503382f5e47dd40475fb838c7b2b2e6fcda682a53144fbb6fdf3213a3de"}}}})json",
    .wire = "34d67de581673493ffe9958f174406ff81e333b2fa15cf687bbe219fd934414f",
    .consent = "3e5142e243776daced3dbb869e6fa0200c835b279c3d5f2ee770df7b4bedb866",
    .behaviour = "516e6503382f5e47dd40475fb838c7b2b2e6fcda682a53144fbb6fdf3213a3de",
};

struct WaitArguments {
    ::std::string lamp{};
};

struct WaitArgumentsCodec : iam::RecordCodec<WaitArgumentsCodec, WaitArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("lamp", &WaitArguments::lamp));
};

class WaitTool final : public iam::Handler {
 public:
    iam::Prepared prepare(std::string_view text) const override {
        return iam::glue::prepare<WaitArgumentsCodec, WaitArguments>(text, nullptr);
    }

    iam::Reply call(const iam::Permit&, std::string_view text, iam::Context& context) const override {
        iam::Decoder in(text, nullptr);
        WaitArguments arguments;
        if (!iam::glue::read<WaitArgumentsCodec>(in, arguments)) return iam::glue::unreadable(in);
        return iam::glue::reply<iam::BooleanCodec>(::desk::wait(std::stop_token(context.stop()), static_cast<::std::string const&>(arguments.lamp), context));
    }
};

constexpr iam::glue::ToolFacts k_wait{
    .name = "wait",
    .description = "Waits for a lamp.",
    .read_only = true,
    .generator = "0.1.0",
    .document = R"json({"name":"wait","description":"Waits for a lamp.","inputSchema":{"type":"object","properties":{"lamp":{"type":"string","description":"which"}},"required":["lamp"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"boolean"}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::wait","source":{"file":"input.hpp","line":13},"result_member":"result","digests":{"wire":"ffbfa783b8b789b5307e8856ee95580f991ae74eb0eaa23d876c2a878bb1c942","consent":"630aba8ee36d447ca3998a0ae55962d785fd0cfcb0a7274929a7dc7b89ffc823","behaviour":"f534487359697db69f27b3694b566ee94f19cb2484c31d7ee1b700d5df43a77a"}}}})json",
    .wire = "ffbfa783b8b789b5307e8856ee95580f991ae74eb0eaa23d876c2a878bb1c942",
    .consent = "630aba8ee36d447ca3998a0ae55962d785fd0cfcb0a7274929a7dc7b89ffc823",
    .behaviour = "f534487359697db69f27b3694b566ee94f19cb2484c31d7ee1b700d5df43a77a",
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry, iam::Instance<::desk::Desk> desk_desk_object);

iam::Result<void> add_tools(iam::Registry& registry, iam::Instance<::desk::Desk> desk_desk_object) {
    IAM_CHECK(iam::glue::add(registry, k_count, std::make_unique<const CountTool>()));
    IAM_CHECK(iam::glue::add(registry, k_move, std::make_unique<const MoveTool>(desk_desk_object)));
    IAM_CHECK(iam::glue::add(registry, k_wait, std::make_unique<const WaitTool>()));
    return {};
}

}  // namespace iam_glue_4_case_input
