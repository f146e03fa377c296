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
static_assert(sizeof(long) == 8);
static_assert(std::is_same_v<decltype(::desk::Lamp::watts), int>);
struct SeenDeskLamp {
    decltype(::desk::Lamp::watts) watts;
};
static_assert(sizeof(SeenDeskLamp) == sizeof(::desk::Lamp));
static_assert(__builtin_offsetof(SeenDeskLamp, watts) == __builtin_offsetof(::desk::Lamp, watts));
static_assert(sizeof(static_cast<int (*)(int)>(&::desk::add_one<int>)) > 0);
static_assert(sizeof(static_cast<long (*)(long, long, const ::std::vector<long>&)>(&::desk::clamp_to<long>)) > 0);
static_assert(sizeof(static_cast<int (*)(::std::vector<::std::string>)>(&::desk::count<::std::string>)) > 0);
static_assert(sizeof(static_cast<::iam::Preview (*)()>(&::desk::preview_count)) > 0);
static_assert(sizeof(static_cast<::desk::Lamp (::desk::Shelf::*)(const ::std::string&, ::iam::Context&)>(&::desk::Shelf::take<::desk::Lamp, 2>)) > 0);
static_assert(sizeof(static_cast<void (::desk::Shelf::*)(const ::desk::Lamp&)>(&::desk::Shelf::put_back)) > 0);

struct LampCodec : iam::RecordCodec<LampCodec, ::desk::Lamp> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted("watts", &::desk::Lamp::watts));
};

struct AddOneArguments {
    int value{};
};

struct AddOneArgumentsCodec : iam::RecordCodec<AddOneArgumentsCodec, AddOneArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("value", &AddOneArguments::value));
};

struct AddOneTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<AddOneArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::add_one<int>(std::move(arguments.value)));
    }
};

struct ClampArguments {
    long value{};
    long low = 1;
    ::std::vector<long> others = ::std::vector<long>{};
};

struct ClampArgumentsCodec : iam::RecordCodec<ClampArgumentsCodec, ClampArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("value", &ClampArguments::value, {.low = -5, .high = 5}),
        iam::defaulted("low", &ClampArguments::low),
        iam::defaulted("others", &ClampArguments::others));
};

struct ClampTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<ClampArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<long>>(::desk::clamp_to<long>(std::move(arguments.value), std::move(arguments.low), static_cast<::std::vector<long> const&>(arguments.others)));
    }
};

struct CountTextsArguments {
    ::std::vector<::std::string> things{};
};

struct CountTextsArgumentsCodec : iam::RecordCodec<CountTextsArgumentsCodec, CountTextsArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("things", &CountTextsArguments::things));
};

struct CountTextsTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<CountTextsArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::count<::std::string>(std::move(arguments.things)));
    }

    static iam::PreviewReply preview(const void*, void*, iam::Context&) {
        return ::desk::preview_count();
    }
};

struct TakeLampArguments {
    ::std::string label{};
};

struct TakeLampArgumentsCodec : iam::RecordCodec<TakeLampArgumentsCodec, TakeLampArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("label", &TakeLampArguments::label));
};

struct TakeLampTool {
    static iam::Reply call(const iam::Permit&, const void* bound, void* given, iam::Context& context) {
        auto& arguments = *static_cast<TakeLampArguments*>(given);
        const auto object = static_cast<const iam::Instance<::desk::Shelf>*>(bound)->find();
        if (!object) return iam::glue::no_object("desk::Shelf");
        return iam::glue::reply<LampCodec>(object->take<::desk::Lamp, 2>(static_cast<::std::string const&>(arguments.label), context));
    }

    static iam::Reply undo(const iam::Permit&, const void* bound, std::string_view, std::string_view result_text,
                           iam::Context&) {
        iam::Decoder returned(result_text, nullptr, iam::Checking::types_only);
        ::desk::Lamp result{};
        if (!iam::glue::read_result<LampCodec>(returned, result)) {
            return iam::glue::unreadable_record(returned);
        }
        const auto object = static_cast<const iam::Instance<::desk::Shelf>*>(bound)->find();
        if (!object) return iam::glue::no_object("desk::Shelf");
        object->put_back(static_cast<::desk::Lamp const&>(result));
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "add_one",
        .description = "Adds one to anything.",
        .read_only = true,
        .document = R"json({"name":"add_one","description":"Adds one to anything.","inputSchema":{"type":"object","properties":{"value":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["value"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::add_one<int>","source":{"file":"input.hpp","line":41},"result_member":"result"}}})json",
        .wire = "c380ea2e8d01ef22d069063c25ac8f2dde477a5c82b0e7fee0e550d441f57700",
        .consent = "095de1a55c37c4461cb31adc839b343d34f9f7d7dcfc5c807d85862d629040ca",
        .behaviour = "29698e138e1c2bbde23c60ef4bf29bdd10f325c54de73d67ec02784db7c0033e",
        .code = {
            .table = AddOneArgumentsCodec::table(),
            .hold = &iam::glue::hold<AddOneArguments>,
            .call = &AddOneTool::call,
        }
    },
    {
        .name = "clamp",
        .description = "Keeps a value within two others.",
        .read_only = true,
        .document = R"json({"name":"clamp","description":"Keeps a value within two others.","inputSchema":{"type":"object","properties":{"value":{"type":"integer","minimum":-5,"maximum":5,"description":"what to keep"},"low":{"type":"integer","default":1},"others":{"type":"array","items":{"type":"integer"},"default":[]}},"required":["value"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer"}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::clamp_to<long>","source":{"file":"input.hpp","line":23},"result_member":"result"}}})json",
        .full_schemas = R"json({"inputSchema":{"type":"object","properties":{"value":{"type":"integer","minimum":-5,"maximum":5,"description":"what to keep"},"low":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807,"default":1},"others":{"type":"array","items":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807},"default":[]}},"required":["value"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}},"required":["result"],"additionalProperties":false}})json",
        .wire = "604495882baa1b870e7cfcf9edf53e352b06e3563e9c5c558389cb16b712db73",
        .consent = "5d9f67bdba69ada751c682dd7ad56ae7e97a1e4dbb7009a25763948a7c5290c8",
        .behaviour = "d1df073af79d0995af9a7ecd01a3cecb15518e194c6751c860dc985a06403d6f",
        .code = {
            .table = ClampArgumentsCodec::table(),
            .hold = &iam::glue::hold<ClampArguments>,
            .call = &ClampTool::call,
        }
    },
    {
        .name = "count_texts",
        .description = "Counts.",
        .read_only = true,
        .document = R"json({"name":"count_texts","description":"Counts.","inputSchema":{"type":"object","properties":{"things":{"type":"array","items":{"type":"string"}}},"required":["things"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":true,"symbol":"desk::count<std::string>","source":{"file":"input.hpp","line":48},"result_member":"result"}}})json",
        .wire = "08c9c43917ff3cbaa5d4d137fce256cbef93da5aea5c96e4381cb906ac4ed46f",
        .consent = "73ccafb50d3d6f9f223d8c6c8883d0a6964e559bf9c329c5571137a40ce0a588",
        .behaviour = "d141c70ed54720c47eb293f03d90dd89b2be465e6d8a5ad4990b6f0267a9ce99",
        .code = {
            .table = CountTextsArgumentsCodec::table(),
            .hold = &iam::glue::hold<CountTextsArguments>,
            .call = &CountTextsTool::call,
            .preview = &CountTextsTool::preview,
        }
    },
    {
        .name = "take_lamp",
        .description = "Takes a thing out.",
        .idempotent = false,
        .bound_class = "desk::Shelf",
        .document = R"json({"name":"take_lamp","description":"Takes a thing out.","inputSchema":{"type":"object","properties":{"label":{"type":"string"}},"required":["label"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"watts":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"default":40}},"additionalProperties":false},"annotations":{"idempotentHint":false},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"undo":{"grade":"compensating"},"symbol":"desk::Shelf::take<desk::Lamp, 2>","source":{"file":"input.hpp","line":35}}}})json",
        .wire = "fccaf9d36740585518f511ab6354a52fd380bedb9aeea3015ac56a3d27af7a09",
        .consent = "75e24f2e1f59806fc2b3fc1e4ffca158485fcf76df44689e65daa99e8eb6fd9b",
        .behaviour = "02f680fc1fac3873d05b9d9ada4012a9fbe7e1491c2d5e86d77167240808d87b",
        .code = {
            .table = TakeLampArgumentsCodec::table(),
            .hold = &iam::glue::hold<TakeLampArguments>,
            .call = &TakeLampTool::call,
            .undo = &TakeLampTool::undo,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry, iam::Instance<::desk::Shelf> desk_shelf_object);

iam::Result<void> add_tools(iam::Registry& registry, iam::Instance<::desk::Shelf> desk_shelf_object) {
    const iam::glue::BoundObject objects[] = {
        iam::glue::bound_object("desk::Shelf", desk_shelf_object),
    };
    return iam::glue::add(registry, "0.1.0", k_tools, objects);
}

}  // namespace iam_glue_4_case_input
