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
#include <iam/tool/codecs/enum.hpp>
#include <iam/tool/glue.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(static_cast<unsigned long long>(::desk::Page<int>::Bits::read) == 1ull);
static_assert(static_cast<unsigned long long>(::desk::Page<int>::Bits::write) == 2ull);
static_assert(static_cast<unsigned long long>(::desk::Page<int>::Kind::first) == 0ull);
static_assert(static_cast<unsigned long long>(::desk::Page<int>::Kind::last) == 1ull);
static_assert(static_cast<unsigned long long>(::desk::Page<int>::Marks::red) == 1ull);
static_assert(static_cast<unsigned long long>(::desk::Page<int>::Marks::green) == 2ull);
static_assert(sizeof(::desk::Page<int>::Id) == 4);
static_assert(std::is_unsigned_v<std::underlying_type_t<::desk::Page<int>::Id>>);
static_assert(std::is_same_v<decltype(::desk::Page<int>::bits), ::desk::Page<int>::Bits>);
static_assert(std::is_same_v<decltype(::desk::Page<int>::kind), ::desk::Page<int>::Kind>);
static_assert(std::is_same_v<decltype(::desk::Page<int>::marks), ::desk::Page<int>::Marks>);
static_assert(std::is_same_v<decltype(::desk::Page<int>::id), ::desk::Page<int>::Id>);
static_assert(std::is_same_v<decltype(::desk::Page<int>::value), int>);
struct SeenDeskPageInt {
    decltype(::desk::Page<int>::bits) bits;
    decltype(::desk::Page<int>::kind) kind;
    decltype(::desk::Page<int>::marks) marks;
    decltype(::desk::Page<int>::id) id;
    decltype(::desk::Page<int>::value) value;
};
static_assert(sizeof(SeenDeskPageInt) == sizeof(::desk::Page<int>));
static_assert(__builtin_offsetof(SeenDeskPageInt, bits) == __builtin_offsetof(::desk::Page<int>, bits));
static_assert(__builtin_offsetof(SeenDeskPageInt, kind) == __builtin_offsetof(::desk::Page<int>, kind));
static_assert(__builtin_offsetof(SeenDeskPageInt, marks) == __builtin_offsetof(::desk::Page<int>, marks));
static_assert(__builtin_offsetof(SeenDeskPageInt, id) == __builtin_offsetof(::desk::Page<int>, id));
static_assert(__builtin_offsetof(SeenDeskPageInt, value) == __builtin_offsetof(::desk::Page<int>, value));
static_assert(static_cast<unsigned long long>(::desk::Page<bool>::Kind::first) == 0ull);
static_assert(static_cast<unsigned long long>(::desk::Page<bool>::Kind::last) == 1ull);
static_assert(sizeof(static_cast<::desk::Page<int>::Kind (*)(::desk::Page<int>, ::desk::Page<bool>::Kind, ::desk::Page<int>::Bits)>(&::desk::turn)) > 0);

struct PageIntBitsCodec : iam::FlagsCodec<PageIntBitsCodec, ::desk::Page<int>::Bits> {
    static constexpr std::array<std::string_view, 2> k_names{"read", "write"};
    static constexpr std::array<::desk::Page<int>::Bits, 2> k_values{::desk::Page<int>::Bits::read, ::desk::Page<int>::Bits::write};
};

struct PageIntKindCodec : iam::EnumCodec<PageIntKindCodec, ::desk::Page<int>::Kind> {
    static constexpr std::array<std::string_view, 2> k_names{"first", "last"};
    static constexpr std::array<::desk::Page<int>::Kind, 2> k_values{::desk::Page<int>::Kind::first, ::desk::Page<int>::Kind::last};
};

struct PageIntMarksCodec : iam::FlagsCodec<PageIntMarksCodec, ::desk::Page<int>::Marks> {
    static constexpr std::array<std::string_view, 2> k_names{"red", "green"};
    static constexpr std::array<::desk::Page<int>::Marks, 2> k_values{::desk::Page<int>::Marks::red, ::desk::Page<int>::Marks::green};
};

struct PageIntCodec : iam::RecordCodec<PageIntCodec, ::desk::Page<int>> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted<PageIntBitsCodec>("bits", &::desk::Page<int>::bits),
        iam::defaulted<PageIntKindCodec>("kind", &::desk::Page<int>::kind),
        iam::required<PageIntMarksCodec>("marks", &::desk::Page<int>::marks),
        iam::required<iam::StrongCodec<::desk::Page<int>::Id>>("id", &::desk::Page<int>::id),
        iam::required("value", &::desk::Page<int>::value));
};

struct PageBoolKindCodec : iam::EnumCodec<PageBoolKindCodec, ::desk::Page<bool>::Kind> {
    static constexpr std::array<std::string_view, 2> k_names{"first", "last"};
    static constexpr std::array<::desk::Page<bool>::Kind, 2> k_values{::desk::Page<bool>::Kind::first, ::desk::Page<bool>::Kind::last};
};

struct TurnArguments {
    ::desk::Page<int> page{};
    ::desk::Page<bool>::Kind kind{};
    ::desk::Page<int>::Bits bits = iam::glue::parsed<PageIntBitsCodec, ::desk::Page<int>::Bits>("[\"write\"]");
};

struct TurnArgumentsCodec : iam::RecordCodec<TurnArgumentsCodec, TurnArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<PageIntCodec>("page", &TurnArguments::page),
        iam::required<PageBoolKindCodec>("kind", &TurnArguments::kind),
        iam::defaulted<PageIntBitsCodec>("bits", &TurnArguments::bits));
};

struct TurnTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<TurnArguments*>(given);
        return iam::glue::reply<PageIntKindCodec>(::desk::turn(std::move(arguments.page), std::move(arguments.kind), std::move(arguments.bits)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "turn",
        .description = "Turns pages.",
        .read_only = true,
        .document = R"json({"name":"turn","description":"Turns pages.","inputSchema":{"type":"object","properties":{"page":{"type":"object","properties":{"bits":{"type":"array","items":{"type":"string","enum":["read","write"]},"description":"What may be done.\n- read: looking at it","default":["read"]},"kind":{"type":"string","enum":["first","last"],"description":"Which it is.\n- first: the one in front","default":"last"},"marks":{"type":"array","items":{"type":"string","enum":["red","green"]}},"id":{"type":"integer","minimum":0,"maximum":4294967295},"value":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["marks","id","value"],"additionalProperties":false},"kind":{"type":"string","enum":["first","last"],"description":"Which it is.\n- first: the one in front"},"bits":{"type":"array","items":{"type":"string","enum":["read","write"]},"description":"What may be done.\n- read: looking at it","default":["write"]}},"required":["page","kind"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"string","enum":["first","last"],"description":"Which it is.\n- first: the one in front"}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::turn","source":{"file":"input.hpp","line":31},"result_member":"result"}}})json",
        .full_schemas = R"json({"inputSchema":{"type":"object","properties":{"page":{"type":"object","properties":{"bits":{"type":"array","items":{"type":"string","enum":["read","write"]},"uniqueItems":true,"description":"What may be done.\n- read: looking at it","default":["read"]},"kind":{"type":"string","enum":["first","last"],"description":"Which it is.\n- first: the one in front","default":"last"},"marks":{"type":"array","items":{"type":"string","enum":["red","green"]},"uniqueItems":true},"id":{"type":"integer","minimum":0,"maximum":4294967295},"value":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["marks","id","value"],"additionalProperties":false},"kind":{"type":"string","enum":["first","last"],"description":"Which it is.\n- first: the one in front"},"bits":{"type":"array","items":{"type":"string","enum":["read","write"]},"uniqueItems":true,"description":"What may be done.\n- read: looking at it","default":["write"]}},"required":["page","kind"],"additionalProperties":false}})json",
        .wire = "112c35e96b87ee418c4873ab4721e775bd1673082345396a3eef8ff5bffb46f9",
        .consent = "2837ae8bfa52ccfae226e9ae6d21e58c1e4638bb429bb423db86454bf69b15cf",
        .behaviour = "c4f6a03bbd0b62b92c73d411544a08ef6fd65323a7fd48366e67e66d72c9c4ef",
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
