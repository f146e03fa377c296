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
static_assert(std::is_same_v<decltype(::desk::Entry::day), int>);
static_assert(std::is_same_v<decltype(::desk::Entry::author), ::std::string>);
struct SeenDeskEntry {
    decltype(::desk::Entry::day) day;
    decltype(::desk::Entry::author) author;
};
static_assert(sizeof(SeenDeskEntry) == sizeof(::desk::Entry));
static_assert(__builtin_offsetof(SeenDeskEntry, day) == __builtin_offsetof(::desk::Entry, day));
static_assert(__builtin_offsetof(SeenDeskEntry, author) == __builtin_offsetof(::desk::Entry, author));
static_assert(sizeof(static_cast<void (*)(const ::desk::Entry&, int)>(&::desk::add_entry)) > 0);
static_assert(sizeof(static_cast<void (*)(::std::string, int, ::std::string)>(&::desk::note)) > 0);

struct EntryCodec : iam::RecordCodec<EntryCodec, ::desk::Entry> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted("day", &::desk::Entry::day),
        iam::defaulted("author", &::desk::Entry::author));
};

struct AddEntryArguments {
    ::desk::Entry entry{};
    std::optional<int> day{};
};

struct AddEntryArgumentsCodec : iam::RecordCodec<AddEntryArgumentsCodec, AddEntryArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<EntryCodec>("entry", &AddEntryArguments::entry),
        iam::defaulted("day", &AddEntryArguments::day));
};

struct AddEntryTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<AddEntryArguments*>(given);
        if (!arguments.day) {
            ::desk::add_entry(static_cast<::desk::Entry const&>(arguments.entry));
            return iam::Reply::done();
        }
        ::desk::add_entry(static_cast<::desk::Entry const&>(arguments.entry), std::move(*arguments.day));
        return iam::Reply::done();
    }
};

struct NoteArguments {
    ::std::string text{};
    int day = 1;
    std::optional<::std::string> author{};
};

struct NoteArgumentsCodec : iam::RecordCodec<NoteArgumentsCodec, NoteArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("text", &NoteArguments::text),
        iam::defaulted("day", &NoteArguments::day),
        iam::defaulted("author", &NoteArguments::author));
};

struct NoteTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<NoteArguments*>(given);
        if (!arguments.author) {
            ::desk::note(std::move(arguments.text), std::move(arguments.day));
            return iam::Reply::done();
        }
        ::desk::note(std::move(arguments.text), std::move(arguments.day), std::move(*arguments.author));
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "add_entry",
        .description = "Adds an entry.",
        .idempotent = false,
        .document = R"json({"name":"add_entry","description":"Adds an entry.","inputSchema":{"type":"object","properties":{"entry":{"type":"object","properties":{"day":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"author":{"type":"string"}},"additionalProperties":false},"day":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["entry"],"additionalProperties":false},"annotations":{"idempotentHint":false},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::add_entry","source":{"file":"input.hpp","line":21}}}})json",
        .wire = "446c7c7bd68c5b6aebbaa789493145adff165043ccb6db192d023bc1b3136042",
        .consent = "3ebaca31e831a8a0d00112b205d1dbb3ba2f5835a48fc12b6a66b77e6ce3ff15",
        .behaviour = "e93afb69c7e9940a203d41941cb8f985e001cb63d0fe02a92cb2eecbe6e616f5",
        .code = {
            .table = AddEntryArgumentsCodec::table(),
            .hold = &iam::glue::hold<AddEntryArguments>,
            .call = &AddEntryTool::call,
        }
    },
    {
        .name = "note",
        .description = "Adds a note.",
        .idempotent = false,
        .document = R"json({"name":"note","description":"Adds a note.","inputSchema":{"type":"object","properties":{"text":{"type":"string"},"day":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"default":1},"author":{"type":"string"}},"required":["text"],"additionalProperties":false},"annotations":{"idempotentHint":false},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::note","source":{"file":"input.hpp","line":13}}}})json",
        .wire = "b0634c5ba7171d079e065147298405c3cf9616869f672608cf01fc44355f6b64",
        .consent = "2ab652d6871b73cd53b2c485cfdb9d4ccb0042c78e9543136d8ab814681d5553",
        .behaviour = "d0bea48ef331c6e991b0cc3e005d58be9f48283794ea411c404e7513b220f071",
        .code = {
            .table = NoteArgumentsCodec::table(),
            .hold = &iam::glue::hold<NoteArguments>,
            .call = &NoteTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
