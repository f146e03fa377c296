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
static_assert(sizeof(static_cast<int (::desk::Document::*)(const ::std::string&)>(&::desk::Document::append)) > 0);
static_assert(sizeof(static_cast<::iam::Preview (::desk::Document::*)(const ::std::string&) const>(&::desk::Document::preview_append)) > 0);
static_assert(sizeof(static_cast<void (::desk::Document::*)(int)>(&::desk::Document::remove_line)) > 0);
static_assert(sizeof(static_cast<int (::desk::Document::*)() const>(&::desk::Document::lines)) > 0);

struct AppendArguments {
    ::std::string line{};
};

struct AppendArgumentsCodec : iam::RecordCodec<AppendArgumentsCodec, AppendArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("line", &AppendArguments::line));
};

struct AppendTool {
    static iam::Reply call(const iam::Permit&, const void* bound, void* given, iam::Context&) {
        auto& arguments = *static_cast<AppendArguments*>(given);
        const auto object = static_cast<const iam::Instance<::desk::Document>*>(bound)->find();
        if (!object) return iam::glue::no_object("desk::Document");
        return iam::glue::reply<iam::IntegerCodec<int>>(object->append(static_cast<::std::string const&>(arguments.line)));
    }

    static iam::PreviewReply preview(const void* bound, void* given, iam::Context&) {
        auto& arguments = *static_cast<AppendArguments*>(given);
        const auto object = static_cast<const iam::Instance<::desk::Document>*>(bound)->find();
        if (!object) return tl::unexpected(iam::glue::no_object("desk::Document"));
        return std::as_const(*object).preview_append(static_cast<::std::string const&>(arguments.line));
    }

    static iam::Reply undo(const iam::Permit&, const void* bound, std::string_view, std::string_view result_text,
                           iam::Context&) {
        iam::Decoder returned(result_text, nullptr, iam::Checking::types_only);
        int result{};
        if (!iam::glue::read_result<iam::IntegerCodec<int>>(returned, result)) {
            return iam::glue::unreadable_record(returned);
        }
        const auto object = static_cast<const iam::Instance<::desk::Document>*>(bound)->find();
        if (!object) return iam::glue::no_object("desk::Document");
        object->remove_line(std::move(result));
        return iam::Reply::done();
    }
};

struct LinesArguments {
};

struct LinesArgumentsCodec : iam::RecordCodec<LinesArgumentsCodec, LinesArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct LinesTool {
    static iam::Reply call(const iam::Permit&, const void* bound, void*, iam::Context&) {
        const auto object = static_cast<const iam::Instance<::desk::Document>*>(bound)->find();
        if (!object) return iam::glue::no_object("desk::Document");
        return iam::glue::reply<iam::IntegerCodec<int>>(std::as_const(*object).lines());
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "append",
        .description = "Writes a line.",
        .idempotent = false,
        .bound_class = "desk::Document",
        .document = R"json({"name":"append","description":"Writes a line.","inputSchema":{"type":"object","properties":{"line":{"type":"string"}},"required":["line"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"idempotentHint":false},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":true,"undo":{"grade":"compensating"},"symbol":"desk::Document::append","source":{"file":"input.hpp","line":12},"result_member":"result"}}})json",
        .wire = "fe9e1cc83ae23e6cef76bee52afd9169a25e6e0af61645e747dd06575c0c2a1a",
        .consent = "f99f51ea419af7ab7934f089eb11971cfeefd3f0b23f4816f1f2d7e895da1d2b",
        .behaviour = "e23f3ed850669344d1fed0eaf416e48a19d034838859dc3b874e53d41eeaa48d",
        .code = {
            .table = AppendArgumentsCodec::table(),
            .hold = &iam::glue::hold<AppendArguments>,
            .call = &AppendTool::call,
            .preview = &AppendTool::preview,
            .undo = &AppendTool::undo,
        }
    },
    {
        .name = "lines",
        .description = "How many lines there are.",
        .read_only = true,
        .bound_class = "desk::Document",
        .document = R"json({"name":"lines","description":"How many lines there are.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::Document::lines","source":{"file":"input.hpp","line":15},"result_member":"result"}}})json",
        .wire = "f37aea5d1d8449803a2a5b6b4a25d8715d6ee96cfe9dae9c9bdb22aa45151380",
        .consent = "12e33777a56cab37925315fc9b344462508d6215981db1541fc05d1d3edd7863",
        .behaviour = "800501a03a4783bbd5fa4407b94bf6e213946bf183817bcdfe7d928485c5bb9c",
        .code = {
            .table = LinesArgumentsCodec::table(),
            .hold = &iam::glue::hold<LinesArguments>,
            .call = &LinesTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry, iam::Instance<::desk::Document> desk_document_object);

iam::Result<void> add_tools(iam::Registry& registry, iam::Instance<::desk::Document> desk_document_object) {
    const iam::glue::BoundObject objects[] = {
        iam::glue::bound_object("desk::Document", desk_document_object),
    };
    return iam::glue::add(registry, "0.1.0", k_tools, objects);
}

}  // namespace iam_glue_4_case_input
