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
static_assert(sizeof(static_cast<int (*)(int, ::std::source_location)>(&::desk::mark)) > 0);
static_assert(sizeof(static_cast<int (*)(int, ::std::source_location)>(&::desk::mark_all<int>)) > 0);
static_assert(sizeof(static_cast<int (*)(::std::source_location, int)>(&::desk::mark_next)) > 0);
static_assert(sizeof(static_cast<int (*)(::std::string, const ::std::source_location&, int)>(&::desk::note)) > 0);
static_assert(sizeof(static_cast<void (*)(int, const ::std::source_location)>(&::desk::take_back)) > 0);

struct MarkArguments {
    std::optional<int> day{};
};

struct MarkArgumentsCodec : iam::RecordCodec<MarkArgumentsCodec, MarkArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted("day", &MarkArguments::day));
};

struct MarkTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<MarkArguments*>(given);
        if (!arguments.day) {
            return iam::glue::reply<iam::IntegerCodec<int>>(::desk::mark());
        }
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::mark(std::move(*arguments.day), std::source_location::current()));
    }
};

struct MarkAllArguments {
    int first{};
};

struct MarkAllArgumentsCodec : iam::RecordCodec<MarkAllArgumentsCodec, MarkAllArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("first", &MarkAllArguments::first));
};

struct MarkAllTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<MarkAllArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::mark_all<int>(std::move(arguments.first), std::source_location::current()));
    }
};

struct MarkNextArguments {
    std::optional<int> day{};
};

struct MarkNextArgumentsCodec : iam::RecordCodec<MarkNextArgumentsCodec, MarkNextArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted("day", &MarkNextArguments::day));
};

struct MarkNextTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<MarkNextArguments*>(given);
        if (!arguments.day) {
            return iam::glue::reply<iam::IntegerCodec<int>>(::desk::mark_next(std::source_location::current()));
        }
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::mark_next(std::source_location::current(), std::move(*arguments.day)));
    }
};

struct NoteArguments {
    ::std::string text{};
    int day = 3;
};

struct NoteArgumentsCodec : iam::RecordCodec<NoteArgumentsCodec, NoteArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("text", &NoteArguments::text),
        iam::defaulted("day", &NoteArguments::day));
};

struct NoteTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<NoteArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::note(std::move(arguments.text), std::source_location::current(), std::move(arguments.day)));
    }

    static iam::Reply undo(const iam::Permit&, const void*, std::string_view, std::string_view result_text,
                           iam::Context&) {
        iam::Decoder returned(result_text, nullptr, iam::Checking::types_only);
        int result{};
        if (!iam::glue::read_result<iam::IntegerCodec<int>>(returned, result)) {
            return iam::glue::unreadable_record(returned);
        }
        ::desk::take_back(std::move(result), std::source_location::current());
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "mark",
        .description = "Marks a day that only the program knows.",
        .idempotent = true,
        .document = R"json({"name":"mark","description":"Marks a day that only the program knows.","inputSchema":{"type":"object","properties":{"day":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::mark","source":{"file":"input.hpp","line":22},"result_member":"result"}}})json",
        .wire = "b958317fb3f93c7b3b6c26e3ebc10f3804d3f65e7ae1f7af194951081f7c6de9",
        .consent = "a9b35bcbaa7e634283361f4e4cf16dab3e982f9133116aa3c493eabbffbc20fa",
        .behaviour = "503dc4ff61214a22edecee10fa3cbe97d68011e34b621f17a5ecf67e1a6985ce",
        .code = {
            .table = MarkArgumentsCodec::table(),
            .hold = &iam::glue::hold<MarkArguments>,
            .call = &MarkTool::call,
        }
    },
    {
        .name = "mark_all",
        .description = "Of a template.",
        .idempotent = true,
        .document = R"json({"name":"mark_all","description":"Of a template.","inputSchema":{"type":"object","properties":{"first":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["first"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::mark_all<int>","source":{"file":"input.hpp","line":35},"result_member":"result"}}})json",
        .wire = "17b5a5e970c83987525c645c2bcc152d807c9f2a1aeb3e4a9bfceac200a935a2",
        .consent = "062971e810e653c90b5c5628abf7fb1b7c0b8aae78ff292189eb793ee5863680",
        .behaviour = "273aee3ca6d0b836fcdccb47f1904e116902855b8421273f8f676096661ad1b8",
        .code = {
            .table = MarkAllArgumentsCodec::table(),
            .hold = &iam::glue::hold<MarkAllArguments>,
            .call = &MarkAllTool::call,
        }
    },
    {
        .name = "mark_next",
        .description = "The same in front, declared twice.",
        .idempotent = true,
        .document = R"json({"name":"mark_next","description":"The same in front, declared twice.","inputSchema":{"type":"object","properties":{"day":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::mark_next","source":{"file":"input.hpp","line":26},"result_member":"result"}}})json",
        .wire = "b958317fb3f93c7b3b6c26e3ebc10f3804d3f65e7ae1f7af194951081f7c6de9",
        .consent = "a9b35bcbaa7e634283361f4e4cf16dab3e982f9133116aa3c493eabbffbc20fa",
        .behaviour = "f600bec83a68869740810e8f3368a05a226aaf91e27ee1542486803460699aa7",
        .code = {
            .table = MarkNextArgumentsCodec::table(),
            .hold = &iam::glue::hold<MarkNextArguments>,
            .call = &MarkNextTool::call,
        }
    },
    {
        .name = "note",
        .description = "Adds a note. Where the call stands is no argument, wherever that parameter stands.",
        .idempotent = false,
        .document = R"json({"name":"note","description":"Adds a note. Where the call stands is no argument, wherever that parameter stands.","inputSchema":{"type":"object","properties":{"text":{"type":"string"},"day":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"when","default":3}},"required":["text"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"idempotentHint":false},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"undo":{"grade":"compensating"},"symbol":"desk::note","source":{"file":"input.hpp","line":15},"result_member":"result"}}})json",
        .wire = "4131048ab2c4cea55c499fd857325a9ece0631ffd8073a1df0a7a5dd9a44e3b2",
        .consent = "2b9140af084d05b08d6d48737d1cfaf6ef4a6dbfc5549c4eb23e7e82573fca1d",
        .behaviour = "9252c3a175d1fde216240d6ab94d308635bf604ba2ad21898e4656f4e49bea4b",
        .code = {
            .table = NoteArgumentsCodec::table(),
            .hold = &iam::glue::hold<NoteArguments>,
            .call = &NoteTool::call,
            .undo = &NoteTool::undo,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
