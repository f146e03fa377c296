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
#include <iam/tool/instance.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(sizeof(static_cast<int (::Registry::*)() const>(&::Registry::entries)) > 0);
static_assert(sizeof(static_cast<void (::Switch::*)(bool)>(&::Switch::turn)) > 0);

struct EntriesArguments {
};

struct EntriesArgumentsCodec : iam::RecordCodec<EntriesArgumentsCodec, EntriesArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct EntriesTool {
    static iam::Reply call(const iam::Permit&, const void* bound, void*, iam::Context&) {
        const auto object = static_cast<const iam::Instance<::Registry>*>(bound)->find();
        if (!object) return iam::glue::no_object("Registry");
        return iam::glue::reply<iam::IntegerCodec<int>>(std::as_const(*object).entries());
    }
};

struct TurnArguments {
    bool on{};
};

struct TurnArgumentsCodec : iam::RecordCodec<TurnArgumentsCodec, TurnArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("on", &TurnArguments::on));
};

struct TurnTool {
    static iam::Reply call(const iam::Permit&, const void* bound, void* given, iam::Context&) {
        auto& arguments = *static_cast<TurnArguments*>(given);
        const auto object = static_cast<const iam::Instance<::Switch>*>(bound)->find();
        if (!object) return iam::glue::no_object("Switch");
        object->turn(std::move(arguments.on));
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "entries",
        .description = "Counts what is there.",
        .read_only = true,
        .bound_class = "Registry",
        .document = R"json({"name":"entries","description":"Counts what is there.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"Registry::entries","source":{"file":"input.hpp","line":13},"result_member":"result"}}})json",
        .wire = "f37aea5d1d8449803a2a5b6b4a25d8715d6ee96cfe9dae9c9bdb22aa45151380",
        .consent = "12e33777a56cab37925315fc9b344462508d6215981db1541fc05d1d3edd7863",
        .behaviour = "879e6515444a824830a27fbbf8e5860c7418f43433235e71c25b4b9be64b6c20",
        .code = {
            .table = EntriesArgumentsCodec::table(),
            .hold = &iam::glue::hold<EntriesArguments>,
            .call = &EntriesTool::call,
        }
    },
    {
        .name = "turn",
        .description = "Turns it.",
        .idempotent = true,
        .bound_class = "Switch",
        .document = R"json({"name":"turn","description":"Turns it.","inputSchema":{"type":"object","properties":{"on":{"type":"boolean"}},"required":["on"],"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"Switch::turn","source":{"file":"input.hpp","line":8}}}})json",
        .wire = "5e8d2e1d2b93fffa238b84b329b334cee3fa8503f780ea8725a951e3d01920f5",
        .consent = "c14fdb2e42bea48ca3d726f9d2dcac323aa47d059e77940c55b3785b0bc3dfdd",
        .behaviour = "edece9d22d96d046fb6d54c6d2813641596f686d1f10122bc9e1d27e5614e5d6",
        .code = {
            .table = TurnArgumentsCodec::table(),
            .hold = &iam::glue::hold<TurnArguments>,
            .call = &TurnTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry, iam::Instance<::Registry> registry_object, iam::Instance<::Switch> switch_object);

iam::Result<void> add_tools(iam::Registry& registry, iam::Instance<::Registry> registry_object, iam::Instance<::Switch> switch_object) {
    const iam::glue::BoundObject objects[] = {
        iam::glue::bound_object("Registry", registry_object),
        iam::glue::bound_object("Switch", switch_object),
    };
    return iam::glue::add(registry, "0.1.0", k_tools, objects);
}

}  // namespace iam_glue_4_case_input
