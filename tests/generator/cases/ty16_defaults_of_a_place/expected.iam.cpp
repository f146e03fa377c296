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
static_assert(std::is_same_v<decltype(::desk::Entry::file), ::std::string>);
static_assert(std::is_same_v<decltype(::desk::Entry::built), ::std::vector<::std::string>>);
static_assert(std::is_same_v<decltype(::desk::Entry::line), int>);
static_assert(std::is_same_v<decltype(::desk::Entry::size), int>);
struct SeenDeskEntry {
    decltype(::desk::Entry::file) file;
    decltype(::desk::Entry::built) built;
    decltype(::desk::Entry::line) line;
    decltype(::desk::Entry::size) size;
};
static_assert(sizeof(SeenDeskEntry) == sizeof(::desk::Entry));
static_assert(__builtin_offsetof(SeenDeskEntry, file) == __builtin_offsetof(::desk::Entry, file));
static_assert(__builtin_offsetof(SeenDeskEntry, built) == __builtin_offsetof(::desk::Entry, built));
static_assert(__builtin_offsetof(SeenDeskEntry, line) == __builtin_offsetof(::desk::Entry, line));
static_assert(__builtin_offsetof(SeenDeskEntry, size) == __builtin_offsetof(::desk::Entry, size));
static_assert(sizeof(static_cast<void (*)(int)>(&::desk::count)) > 0);
static_assert(sizeof(static_cast<void (*)(::desk::Entry)>(&::desk::enter)) > 0);
static_assert(sizeof(static_cast<void (*)(int)>(&::desk::mark)) > 0);
static_assert(sizeof(static_cast<void (*)(::desk::Entry, ::std::string)>(&::desk::note)) > 0);

struct EntryCodec : iam::RecordCodec<EntryCodec, ::desk::Entry> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted("file", &::desk::Entry::file),
        iam::defaulted("built", &::desk::Entry::built),
        iam::defaulted("line", &::desk::Entry::line),
        iam::defaulted("size", &::desk::Entry::size));
};

struct CountArguments {
    std::optional<int> line{};
};

struct CountArgumentsCodec : iam::RecordCodec<CountArgumentsCodec, CountArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted("line", &CountArguments::line));
};

struct CountTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<CountArguments*>(given);
        if (!arguments.line) {
            ::desk::count();
            return iam::Reply::done();
        }
        ::desk::count(std::move(*arguments.line));
        return iam::Reply::done();
    }
};

struct EnterArguments {
    std::optional<::desk::Entry> entry{};
};

struct EnterArgumentsCodec : iam::RecordCodec<EnterArgumentsCodec, EnterArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted<iam::OptionalCodec<EntryCodec, ::desk::Entry>>("entry", &EnterArguments::entry));
};

struct EnterTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<EnterArguments*>(given);
        if (!arguments.entry) {
            ::desk::enter();
            return iam::Reply::done();
        }
        ::desk::enter(std::move(*arguments.entry));
        return iam::Reply::done();
    }
};

struct MarkArguments {
    std::optional<int> line{};
};

struct MarkArgumentsCodec : iam::RecordCodec<MarkArgumentsCodec, MarkArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted("line", &MarkArguments::line));
};

struct MarkTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<MarkArguments*>(given);
        if (!arguments.line) {
            ::desk::mark();
            return iam::Reply::done();
        }
        ::desk::mark(std::move(*arguments.line));
        return iam::Reply::done();
    }
};

struct NoteArguments {
    ::desk::Entry entry{};
    std::optional<::std::string> file{};
};

struct NoteArgumentsCodec : iam::RecordCodec<NoteArgumentsCodec, NoteArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<EntryCodec>("entry", &NoteArguments::entry),
        iam::defaulted("file", &NoteArguments::file));
};

struct NoteTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<NoteArguments*>(given);
        if (!arguments.file) {
            ::desk::note(std::move(arguments.entry));
            return iam::Reply::done();
        }
        ::desk::note(std::move(arguments.entry), std::move(*arguments.file));
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "count",
        .description = "The same for numbers.",
        .idempotent = true,
        .document = R"json({"name":"count","description":"The same for numbers.","inputSchema":{"type":"object","properties":{"line":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::count","source":{"file":"input.hpp","line":27}}}})json",
        .wire = "22f7a5979cc11d124c074095ac3dc6fbde0ca8b7f6aed884264f1b5eb946ec75",
        .consent = "6eb1ffc297824fde2a72685c10bf38ff12027f9e71f0043240a9df3b6f531080",
        .behaviour = "feaf82fec7aac297d7c3b88a39b420e34294cf970344c855e6b4b769e06cbc05",
        .code = {
            .table = CountArgumentsCodec::table(),
            .hold = &iam::glue::hold<CountArguments>,
            .call = &CountTool::call,
        }
    },
    {
        .name = "enter",
        .description = "And for all of an aggregate.",
        .idempotent = true,
        .document = R"json({"name":"enter","description":"And for all of an aggregate.","inputSchema":{"type":"object","properties":{"entry":{"type":"object","properties":{"file":{"type":"string"},"built":{"type":"array","items":{"type":"string"}},"line":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"size":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"additionalProperties":false}},"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::enter","source":{"file":"input.hpp","line":31}}}})json",
        .wire = "fd2e9f4f30df369ad8ef74c7932218beb3012f6275d178cbe0c4052d11b3ce56",
        .consent = "9bb014679d8515b6d837541e80d179e6bcf36df5fc64582591c716cc728f9ce6",
        .behaviour = "056f8ab704c48c2b4a92e738b573636275e2eec2ac5a5b7ba2d50752f1c897d6",
        .code = {
            .table = EnterArgumentsCodec::table(),
            .hold = &iam::glue::hold<EnterArguments>,
            .call = &EnterTool::call,
        }
    },
    {
        .name = "mark",
        .description = "And for what a function holds.",
        .idempotent = true,
        .document = R"json({"name":"mark","description":"And for what a function holds.","inputSchema":{"type":"object","properties":{"line":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::mark","source":{"file":"input.hpp","line":29}}}})json",
        .wire = "22f7a5979cc11d124c074095ac3dc6fbde0ca8b7f6aed884264f1b5eb946ec75",
        .consent = "6eb1ffc297824fde2a72685c10bf38ff12027f9e71f0043240a9df3b6f531080",
        .behaviour = "d8447509df32f8568278b8d33afc17d98c6aff22331bbf9ffbfde6f9470d9c76",
        .code = {
            .table = MarkArgumentsCodec::table(),
            .hold = &iam::glue::hold<MarkArguments>,
            .call = &MarkTool::call,
        }
    },
    {
        .name = "note",
        .description = "What depends on where and when it is compiled is no part of the contract.",
        .idempotent = true,
        .document = R"json({"name":"note","description":"What depends on where and when it is compiled is no part of the contract.","inputSchema":{"type":"object","properties":{"entry":{"type":"object","properties":{"file":{"type":"string"},"built":{"type":"array","items":{"type":"string"}},"line":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"size":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"additionalProperties":false},"file":{"type":"string"}},"required":["entry"],"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::note","source":{"file":"input.hpp","line":24}}}})json",
        .wire = "846c7522de5b2a4686aadbc6918e626445399a2d002c572b798aa82cd8121c5d",
        .consent = "2ddae8282faf5490971369d857e6ca6969dfb00c602b13c521e3a38d8eebf82f",
        .behaviour = "a7130737dc7b8dc4416a6916a98a69dc517b3aa69b64ece60193d4e327869113",
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
