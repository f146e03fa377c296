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
#include <iam/tool/codecs/json.hpp>
#include <iam/tool/codecs/variant.hpp>
#include <iam/tool/glue.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(std::is_same_v<decltype(::desk::Note::about), ::nlohmann::json_abi_v3_11_2::basic_json<>>);
static_assert(std::is_same_v<decltype(::desk::Note::text), ::nlohmann::json_abi_v3_11_2::basic_json<>>);
static_assert(std::is_same_v<decltype(::desk::Note::none), ::std::variant<::std::monostate, int>>);
struct SeenDeskNote {
    decltype(::desk::Note::about) about;
    decltype(::desk::Note::text) text;
    decltype(::desk::Note::none) none;
};
static_assert(sizeof(SeenDeskNote) == sizeof(::desk::Note));
static_assert(__builtin_offsetof(SeenDeskNote, about) == __builtin_offsetof(::desk::Note, about));
static_assert(__builtin_offsetof(SeenDeskNote, text) == __builtin_offsetof(::desk::Note, text));
static_assert(__builtin_offsetof(SeenDeskNote, none) == __builtin_offsetof(::desk::Note, none));
static_assert(sizeof(static_cast<::nlohmann::json_abi_v3_11_2::basic_json<> (*)(const ::nlohmann::json_abi_v3_11_2::basic_json<>&, ::desk::Note, ::std::map<::std::string, ::nlohmann::json_abi_v3_11_2::basic_json<>>)>(&::desk::same)) > 0);

struct AnyOfCodec : iam::VariantCodec<AnyOfCodec, ::std::variant<::std::monostate, int>, iam::NullCodec, iam::IntegerCodec<int>> {
    static constexpr std::array<iam::Alternative, 2> k_alternatives{{{iam::JsonKind::null}, {iam::JsonKind::number}}};
};

struct NoteCodec : iam::RecordCodec<NoteCodec, ::desk::Note> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<iam::JsonCodec>("about", &::desk::Note::about),
        iam::required<iam::JsonCodec>("text", &::desk::Note::text),
        iam::required<AnyOfCodec>("none", &::desk::Note::none));
};

struct SameArguments {
    ::nlohmann::json value{};
    ::desk::Note note{};
    ::std::map<::std::string, ::nlohmann::json> more = ::std::map<::std::string, ::nlohmann::json>{};
};

struct SameArgumentsCodec : iam::RecordCodec<SameArgumentsCodec, SameArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<iam::JsonCodec>("value", &SameArguments::value),
        iam::required<NoteCodec>("note", &SameArguments::note),
        iam::defaulted<iam::MapCodec<iam::StringKey, iam::JsonCodec, ::std::map<::std::string, ::nlohmann::json>>>("more", &SameArguments::more));
};

struct SameTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<SameArguments*>(given);
        return iam::glue::reply<iam::JsonCodec>(::desk::same(static_cast<::nlohmann::json const&>(arguments.value), std::move(arguments.note), std::move(arguments.more)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "same",
        .description = "Gives it back.",
        .read_only = true,
        .document = R"json({"name":"same","description":"Gives it back.","inputSchema":{"type":"object","properties":{"value":{"description":"anything"},"note":{"type":"object","properties":{"about":{"description":"Whatever belongs to it.","examples":[{"a":[1]}]},"text":{"examples":["a text"]},"none":{"anyOf":[{"type":"null"},{"type":"integer","minimum":-2147483648,"maximum":2147483647}],"examples":[null]}},"required":["about","text","none"],"additionalProperties":false},"more":{"type":"object","properties":{},"additionalProperties":{},"default":{}}},"required":["value","note"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::same","source":{"file":"input.hpp","line":21},"result_member":"result"}}})json",
        .wire = "fed3f07d6205d1f96bc2f706c1eeadf7f199172499512458c7b224380fd2f403",
        .consent = "87b66c897350f4460d456cfcc66d12285763fb2e8ae18d8c974d230a752928e0",
        .behaviour = "63e86d743ef2a33c0de488554f6c483b39210bc737cfc15e05aad14b3a2df6fd",
        .code = {
            .table = SameArgumentsCodec::table(),
            .hold = &iam::glue::hold<SameArguments>,
            .call = &SameTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
