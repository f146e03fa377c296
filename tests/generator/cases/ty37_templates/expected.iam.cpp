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
#include <iam/tool/glue.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(std::is_same_v<decltype(::desk::User::name), ::std::string>);
struct SeenDeskUser {
    decltype(::desk::User::name) name;
};
static_assert(sizeof(SeenDeskUser) == sizeof(::desk::User));
static_assert(__builtin_offsetof(SeenDeskUser, name) == __builtin_offsetof(::desk::User, name));
static_assert(std::is_same_v<decltype(::desk::Page<::desk::User, 50>::items), ::std::vector<::desk::User>>);
static_assert(std::is_same_v<decltype(::desk::Page<::desk::User, 50>::number), int>);
struct SeenDeskPageDeskUser50 {
    decltype(::desk::Page<::desk::User, 50>::items) items;
    decltype(::desk::Page<::desk::User, 50>::number) number;
};
static_assert(sizeof(SeenDeskPageDeskUser50) == sizeof(::desk::Page<::desk::User, 50>));
static_assert(__builtin_offsetof(SeenDeskPageDeskUser50, items) == __builtin_offsetof(::desk::Page<::desk::User, 50>, items));
static_assert(__builtin_offsetof(SeenDeskPageDeskUser50, number) == __builtin_offsetof(::desk::Page<::desk::User, 50>, number));
static_assert(std::is_same_v<decltype(::desk::Page<bool>::single), bool>);
struct SeenDeskPageBool {
    decltype(::desk::Page<bool>::single) single;
};
static_assert(sizeof(SeenDeskPageBool) == sizeof(::desk::Page<bool>));
static_assert(__builtin_offsetof(SeenDeskPageBool, single) == __builtin_offsetof(::desk::Page<bool>, single));
static_assert(std::is_same_v<decltype(::desk::Page<::desk::User>::Row::item), ::desk::User>);
struct SeenDeskPageDeskUserRow {
    decltype(::desk::Page<::desk::User>::Row::item) item;
};
static_assert(sizeof(SeenDeskPageDeskUserRow) == sizeof(::desk::Page<::desk::User>::Row));
static_assert(__builtin_offsetof(SeenDeskPageDeskUserRow, item) == __builtin_offsetof(::desk::Page<::desk::User>::Row, item));
static_assert(std::is_same_v<decltype(::desk::Book<::desk::User>::items), ::std::vector<::desk::User>>);
static_assert(std::is_same_v<decltype(::desk::Book<::desk::User>::number), int>);
static_assert(std::is_same_v<decltype(::desk::Book<::desk::User>::rows), ::std::vector<::desk::Page<::desk::User>::Row>>);
static_assert(std::is_same_v<decltype(::desk::Book<::desk::User>::appendices), ::std::vector<::desk::Book<::desk::User>>>);
static_assert(std::is_same_v<decltype(::desk::Page<::std::string>::items), ::std::vector<::std::string>>);
static_assert(std::is_same_v<decltype(::desk::Page<::std::string>::number), int>);
struct SeenDeskPageStdString {
    decltype(::desk::Page<::std::string>::items) items;
    decltype(::desk::Page<::std::string>::number) number;
};
static_assert(sizeof(SeenDeskPageStdString) == sizeof(::desk::Page<::std::string>));
static_assert(__builtin_offsetof(SeenDeskPageStdString, items) == __builtin_offsetof(::desk::Page<::std::string>, items));
static_assert(__builtin_offsetof(SeenDeskPageStdString, number) == __builtin_offsetof(::desk::Page<::std::string>, number));
static_assert(sizeof(static_cast<::desk::Page<::std::string> (*)(const ::desk::Page<::desk::User, 50>&, ::desk::Page<bool>, ::desk::Book<::desk::User>)>(&::desk::turn)) > 0);

struct BookDeskUserCodec;

struct UserCodec : iam::RecordCodec<UserCodec, ::desk::User> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("name", &::desk::User::name));
};

struct PageDeskUser50Codec : iam::RecordCodec<PageDeskUser50Codec, ::desk::Page<::desk::User, 50>> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted<iam::SequenceCodec<UserCodec, ::std::vector<::desk::User>>>("items", &::desk::Page<::desk::User, 50>::items, {.length_min = 0, .length_max = 5}),
        iam::defaulted("number", &::desk::Page<::desk::User, 50>::number));
};

struct PageBoolCodec : iam::RecordCodec<PageBoolCodec, ::desk::Page<bool>> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("single", &::desk::Page<bool>::single));
};

struct PageDeskUserRowCodec : iam::RecordCodec<PageDeskUserRowCodec, ::desk::Page<::desk::User>::Row> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<UserCodec>("item", &::desk::Page<::desk::User>::Row::item));
};

struct BookDeskUserCodec : iam::RecordCodec<BookDeskUserCodec, ::desk::Book<::desk::User>> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted<iam::SequenceCodec<UserCodec, ::std::vector<::desk::User>>>("items", &::desk::Book<::desk::User>::items, {.length_min = 0, .length_max = 5}),
        iam::defaulted("number", &::desk::Book<::desk::User>::number),
        iam::required<iam::SequenceCodec<PageDeskUserRowCodec, ::std::vector<::desk::Page<::desk::User>::Row>>>("rows", &::desk::Book<::desk::User>::rows),
        iam::required<iam::SequenceCodec<BookDeskUserCodec, ::std::vector<::desk::Book<::desk::User>>>>("appendices", &::desk::Book<::desk::User>::appendices));
};

struct PageStdStringCodec : iam::RecordCodec<PageStdStringCodec, ::desk::Page<::std::string>> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted("items", &::desk::Page<::std::string>::items, {.length_min = 0, .length_max = 5}),
        iam::defaulted("number", &::desk::Page<::std::string>::number));
};

struct TurnArguments {
    ::desk::Page<::desk::User, 50> users{};
    ::desk::Page<bool> flag{};
    ::desk::Book<::desk::User> book{};
};

struct TurnArgumentsCodec : iam::RecordCodec<TurnArgumentsCodec, TurnArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<PageDeskUser50Codec>("users", &TurnArguments::users),
        iam::required<PageBoolCodec>("flag", &TurnArguments::flag),
        iam::required<BookDeskUserCodec>("book", &TurnArguments::book));
};

struct TurnTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<TurnArguments*>(given);
        return iam::glue::reply<PageStdStringCodec>(::desk::turn(static_cast<::desk::Page<::desk::User, 50> const&>(arguments.users), std::move(arguments.flag), std::move(arguments.book)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "turn",
        .description = "Turns pages.",
        .read_only = true,
        .document = R"json({"name":"turn","description":"Turns pages.","inputSchema":{"type":"object","properties":{"users":{"type":"object","properties":{"items":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"],"additionalProperties":false,"description":"A user."},"maxItems":5,"description":"What is on it.","default":[]},"number":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"from 1","default":10}},"additionalProperties":false,"description":"One page of many."},"flag":{"type":"object","properties":{"single":{"type":"boolean"}},"required":["single"],"additionalProperties":false},"book":{"$ref":"#/$defs/Book_User"}},"required":["users","flag","book"],"additionalProperties":false,"$defs":{"Book_User":{"type":"object","properties":{"items":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"],"additionalProperties":false,"description":"A user."},"maxItems":5,"description":"What is on it.","default":[]},"number":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"from 1","default":2},"rows":{"type":"array","items":{"type":"object","properties":{"item":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"],"additionalProperties":false,"description":"A user."}},"required":["item"],"additionalProperties":false}},"appendices":{"type":"array","items":{"$ref":"#/$defs/Book_User"}}},"required":["rows","appendices"],"additionalProperties":false}}},"outputSchema":{"type":"object","properties":{"items":{"type":"array","items":{"type":"string"},"maxItems":5,"description":"What is on it.","default":[]},"number":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"from 1","default":2}},"additionalProperties":false,"description":"One page of many."},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::turn","source":{"file":"input.hpp","line":41}}}})json",
        .wire = "3022fce8f07215f440c3c2a86f01212e33aa94d5a7799610453891825aa7494b",
        .consent = "057d076d2b0a6f9e27dc437ba4348916782210b1631bb4780193fc16e64c1b7f",
        .behaviour = "60376a2ae6e6cbe20ef49d38f08f491545ea34bb9e5361a0a1d8973ea2d5095f",
        .code = {
            .table = TurnArgumentsCodec::table(),
            .hold = &iam::glue::hold<TurnArguments>,
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
