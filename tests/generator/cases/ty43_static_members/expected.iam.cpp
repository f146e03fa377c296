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
static_assert(sizeof(static_cast<int (*)(int)>(&::desk::Desk::add)) > 0);
static_assert(sizeof(static_cast<::iam::Preview (*)(int)>(&::desk::Desk::preview_add)) > 0);
static_assert(sizeof(static_cast<void (*)(int)>(&::desk::Desk::remove)) > 0);
static_assert(sizeof(static_cast<void (*)()>(&::desk::clear)) > 0);
static_assert(sizeof(static_cast<void (*)()>(&::desk::Keeper::restore)) > 0);

struct AddArguments {
    int lamp{};
};

struct AddArgumentsCodec : iam::RecordCodec<AddArgumentsCodec, AddArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("lamp", &AddArguments::lamp));
};

struct AddTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<AddArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::Desk::add(std::move(arguments.lamp)));
    }

    static iam::PreviewReply preview(const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<AddArguments*>(given);
        return ::desk::Desk::preview_add(std::move(arguments.lamp));
    }

    static iam::Reply undo(const iam::Permit&, const void*, std::string_view, std::string_view result_text,
                           iam::Context&) {
        iam::Decoder returned(result_text, nullptr, iam::Checking::types_only);
        int result{};
        if (!iam::glue::read_result<iam::IntegerCodec<int>>(returned, result)) {
            return iam::glue::unreadable_record(returned);
        }
        ::desk::Desk::remove(std::move(result));
        return iam::Reply::done();
    }
};

struct ClearArguments {
};

struct ClearArgumentsCodec : iam::RecordCodec<ClearArgumentsCodec, ClearArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct ClearTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        ::desk::clear();
        return iam::Reply::done();
    }

    static iam::Reply undo(const iam::Permit&, const void*, std::string_view, std::string_view,
                           iam::Context&) {
        ::desk::Keeper::restore();
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "add",
        .description = "Adds a lamp.",
        .idempotent = false,
        .document = R"json({"name":"add","description":"Adds a lamp.","inputSchema":{"type":"object","properties":{"lamp":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["lamp"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"idempotentHint":false},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":true,"undo":{"grade":"compensating"},"symbol":"desk::Desk::add","source":{"file":"input.hpp","line":9},"result_member":"result"}}})json",
        .wire = "e6cd881979e69b792aa5b3489fde0bc47853d690c1863923ebfac8f06c2c404a",
        .consent = "dc15774be2ed826945365846352bd16ebbaf1a2e8c93ac6234cbdebfab03dd29",
        .behaviour = "485bcc885c48ecfd1edf4f02b570bd8385009fcd3422ca327e54adbb48f6bfb4",
        .code = {
            .table = AddArgumentsCodec::table(),
            .hold = &iam::glue::hold<AddArguments>,
            .call = &AddTool::call,
            .preview = &AddTool::preview,
            .undo = &AddTool::undo,
        }
    },
    {
        .name = "clear",
        .description = "Removes all of them.",
        .idempotent = true,
        .document = R"json({"name":"clear","description":"Removes all of them.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"undo":{"grade":"compensating"},"symbol":"desk::clear","source":{"file":"input.hpp","line":16}}}})json",
        .wire = "757cefe87fe1297548a87bcbe5b46a2cc3db13681671cfee827442ecb69590a3",
        .consent = "34a9c006a61dc23d50c7fa42e920020bebd839c45b45ff481ef5cfbd61922c1f",
        .behaviour = "132d9c436f7b4589f1ec871ef0ed31356f42b2d90413facc207424db953cfaf7",
        .code = {
            .table = ClearArgumentsCodec::table(),
            .hold = &iam::glue::hold<ClearArguments>,
            .call = &ClearTool::call,
            .undo = &ClearTool::undo,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
