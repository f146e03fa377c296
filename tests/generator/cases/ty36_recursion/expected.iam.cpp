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
#include <iam/tool/codecs/pointer.hpp>
#include <iam/tool/glue.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(std::is_same_v<decltype(::desk::Second::first), ::std::optional<::desk::First>>);
struct SeenDeskSecond {
    decltype(::desk::Second::first) first;
};
static_assert(sizeof(SeenDeskSecond) == sizeof(::desk::Second));
static_assert(std::is_same_v<decltype(::desk::First::second), ::std::unique_ptr<::desk::Second>>);
static_assert(std::is_same_v<decltype(::desk::First::height), int>);
struct SeenDeskFirst {
    decltype(::desk::First::second) second;
    decltype(::desk::First::height) height;
};
static_assert(sizeof(SeenDeskFirst) == sizeof(::desk::First));
static_assert(std::is_same_v<decltype(::desk::Folder::name), ::std::string>);
static_assert(std::is_same_v<decltype(::desk::Folder::folders), ::std::vector<::desk::Folder>>);
struct SeenDeskFolder {
    decltype(::desk::Folder::name) name;
    decltype(::desk::Folder::folders) folders;
};
static_assert(sizeof(SeenDeskFolder) == sizeof(::desk::Folder));
static_assert(__builtin_offsetof(SeenDeskFolder, name) == __builtin_offsetof(::desk::Folder, name));
static_assert(__builtin_offsetof(SeenDeskFolder, folders) == __builtin_offsetof(::desk::Folder, folders));
static_assert(std::is_same_v<decltype(::desk::Around::folder), ::desk::Folder>);
static_assert(std::is_same_v<decltype(::desk::Around::firsts), ::std::vector<::desk::First>>);
struct SeenDeskAround {
    decltype(::desk::Around::folder) folder;
    decltype(::desk::Around::firsts) firsts;
};
static_assert(sizeof(SeenDeskAround) == sizeof(::desk::Around));
static_assert(__builtin_offsetof(SeenDeskAround, folder) == __builtin_offsetof(::desk::Around, folder));
static_assert(__builtin_offsetof(SeenDeskAround, firsts) == __builtin_offsetof(::desk::Around, firsts));
static_assert(std::is_same_v<decltype(::desk::other::Folder::parent), ::std::shared_ptr<const ::desk::other::Folder>>);
struct SeenDeskOtherFolder {
    decltype(::desk::other::Folder::parent) parent;
};
static_assert(sizeof(SeenDeskOtherFolder) == sizeof(::desk::other::Folder));
static_assert(__builtin_offsetof(SeenDeskOtherFolder, parent) == __builtin_offsetof(::desk::other::Folder, parent));
static_assert(sizeof(static_cast<::std::unique_ptr<::desk::Second> (*)(::desk::First)>(&::desk::second_of)) > 0);
static_assert(sizeof(static_cast<::desk::Folder (*)(const ::desk::Around&, ::std::optional<::desk::Folder>, ::desk::other::Folder)>(&::desk::turn)) > 0);

struct SecondCodec;
struct FirstCodec;
struct FolderCodec;
struct FolderCodec2;

struct SecondCodec : iam::RecordCodec<SecondCodec, ::desk::Second> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted<iam::OptionalCodec<FirstCodec, ::desk::First>>("first", &::desk::Second::first));
};

struct FirstCodec : iam::RecordCodec<FirstCodec, ::desk::First> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted<iam::PointerCodec<SecondCodec, ::std::unique_ptr<::desk::Second>>>("second", &::desk::First::second),
        iam::defaulted("height", &::desk::First::height));
};

struct FolderCodec : iam::RecordCodec<FolderCodec, ::desk::Folder> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("name", &::desk::Folder::name, {.pattern = "^[a-z]+$"}),
        iam::required<iam::SequenceCodec<FolderCodec, ::std::vector<::desk::Folder>>>("folders", &::desk::Folder::folders));
};

struct AroundCodec : iam::RecordCodec<AroundCodec, ::desk::Around> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<FolderCodec>("folder", &::desk::Around::folder),
        iam::required<iam::SequenceCodec<FirstCodec, ::std::vector<::desk::First>>>("firsts", &::desk::Around::firsts));
};

struct FolderCodec2 : iam::RecordCodec<FolderCodec2, ::desk::other::Folder> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted<iam::PointerCodec<FolderCodec2, ::std::shared_ptr<const ::desk::other::Folder>>>("parent", &::desk::other::Folder::parent));
};

struct SecondOfArguments {
    ::desk::First first{};
};

struct SecondOfArgumentsCodec : iam::RecordCodec<SecondOfArgumentsCodec, SecondOfArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<FirstCodec>("first", &SecondOfArguments::first));
};

struct SecondOfTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<SecondOfArguments*>(given);
        return iam::glue::reply<iam::PointerCodec<SecondCodec, ::std::unique_ptr<::desk::Second>>>(::desk::second_of(std::move(arguments.first)));
    }
};

struct TurnArguments {
    ::desk::Around around{};
    ::std::optional<::desk::Folder> folder{};
    ::desk::other::Folder parent = iam::glue::parsed<FolderCodec2, ::desk::other::Folder>("{}");
};

struct TurnArgumentsCodec : iam::RecordCodec<TurnArgumentsCodec, TurnArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<AroundCodec>("around", &TurnArguments::around),
        iam::defaulted<iam::OptionalCodec<FolderCodec, ::desk::Folder>>("folder", &TurnArguments::folder),
        iam::defaulted<FolderCodec2>("parent", &TurnArguments::parent));
};

struct TurnTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<TurnArguments*>(given);
        return iam::glue::reply<FolderCodec>(::desk::turn(static_cast<::desk::Around const&>(arguments.around), std::move(arguments.folder), std::move(arguments.parent)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "second_of",
        .description = "The first, if there is one.",
        .read_only = true,
        .document = R"json({"name":"second_of","description":"The first, if there is one.","inputSchema":{"type":"object","properties":{"first":{"$ref":"#/$defs/First"}},"required":["first"],"additionalProperties":false,"$defs":{"First":{"type":"object","properties":{"second":{"$ref":"#/$defs/Second"},"height":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"unit: mm","default":0}},"additionalProperties":false},"Second":{"type":"object","properties":{"first":{"$ref":"#/$defs/First"}},"additionalProperties":false}}},"outputSchema":{"type":"object","properties":{"result":{"anyOf":[{"$ref":"#/$defs/Second"},{"type":"null"}]}},"required":["result"],"additionalProperties":false,"$defs":{"Second":{"type":"object","properties":{"first":{"$ref":"#/$defs/First"}},"additionalProperties":false},"First":{"type":"object","properties":{"second":{"$ref":"#/$defs/Second"},"height":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"unit: mm","default":0}},"additionalProperties":false}}},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"units":{"/first/height":"mm"},"symbol":"desk::second_of","source":{"file":"input.hpp","line":51},"result_member":"result"}}})json",
        .wire = "20d68db6bb22ae7fbdf8b8ba000c53f851f3f99be3a11df60d9e0ad3384ab4d2",
        .consent = "9ebc525410cc4ddd320639ada628a29a103a2eccc020570a71d9aa956a09c8df",
        .behaviour = "2bc4aebe750b17ba6883cb54bff32f9188e41e19b4d27e634a28124039d70d3d",
        .code = {
            .table = SecondOfArgumentsCodec::table(),
            .hold = &iam::glue::hold<SecondOfArguments>,
            .call = &SecondOfTool::call,
        }
    },
    {
        .name = "turn",
        .description = "Turns it around.",
        .read_only = true,
        .document = R"json({"name":"turn","description":"Turns it around.","inputSchema":{"type":"object","properties":{"around":{"type":"object","properties":{"folder":{"$ref":"#/$defs/Folder"},"firsts":{"type":"array","items":{"$ref":"#/$defs/First"}}},"required":["folder","firsts"],"additionalProperties":false,"description":"what to turn"},"folder":{"$ref":"#/$defs/Folder","description":"where to put it"},"parent":{"$ref":"#/$defs/desk__other__Folder","default":{}}},"required":["around"],"additionalProperties":false,"$defs":{"Folder":{"type":"object","properties":{"name":{"type":"string","pattern":"^[a-z]+$","description":"What it is called."},"folders":{"type":"array","items":{"$ref":"#/$defs/Folder"}}},"required":["name","folders"],"additionalProperties":false,"description":"A folder and what is in it."},"First":{"type":"object","properties":{"second":{"$ref":"#/$defs/Second"},"height":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"unit: mm","default":0}},"additionalProperties":false},"desk__other__Folder":{"type":"object","properties":{"parent":{"$ref":"#/$defs/desk__other__Folder"}},"additionalProperties":false},"Second":{"type":"object","properties":{"first":{"$ref":"#/$defs/First"}},"additionalProperties":false}}},"outputSchema":{"type":"object","properties":{"name":{"type":"string","pattern":"^[a-z]+$","description":"What it is called."},"folders":{"type":"array","items":{"$ref":"#/$defs/Folder"}}},"required":["name","folders"],"additionalProperties":false,"description":"A folder and what is in it.","$defs":{"Folder":{"type":"object","properties":{"name":{"type":"string","pattern":"^[a-z]+$","description":"What it is called."},"folders":{"type":"array","items":{"$ref":"#/$defs/Folder"}}},"required":["name","folders"],"additionalProperties":false,"description":"A folder and what is in it."}}},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"units":{"/around/firsts/*/height":"mm"},"symbol":"desk::turn","source":{"file":"input.hpp","line":47}}}})json",
        .wire = "54f8eeed844bcb5ade21feed44b93e58b03d52c89b3249d96e74d4433fc3b09d",
        .consent = "a103dea2cc2c22949305e04af3aaa909ad80f20a6b2ee4fe18775da5d5e7d37b",
        .behaviour = "8a923ece8ba19f97149cd157ff5ec680855cd854d80049f85013991b6486e60c",
        .code = {
            .table = TurnArgumentsCodec::table(),
            .hold = &iam::glue::hold<TurnArguments>,
            .has_patterns = true,
            .call = &TurnTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
