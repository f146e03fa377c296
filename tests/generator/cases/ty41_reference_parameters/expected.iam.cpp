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
static_assert(std::is_same_v<decltype(::desk::Item::name), ::std::string>);
struct SeenDeskItem {
    decltype(::desk::Item::name) name;
};
static_assert(sizeof(SeenDeskItem) == sizeof(::desk::Item));
static_assert(__builtin_offsetof(SeenDeskItem, name) == __builtin_offsetof(::desk::Item, name));
static_assert(sizeof(static_cast<void (*)(::desk::Item, const ::desk::Item&, ::desk::Item&&, const int)>(&::desk::store)) > 0);

struct ItemCodec : iam::RecordCodec<ItemCodec, ::desk::Item> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("name", &::desk::Item::name));
};

struct StoreArguments {
    ::desk::Item a{};
    ::desk::Item b{};
    ::desk::Item c{};
    int d{};
};

struct StoreArgumentsCodec : iam::RecordCodec<StoreArgumentsCodec, StoreArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<ItemCodec>("a", &StoreArguments::a),
        iam::required<ItemCodec>("b", &StoreArguments::b),
        iam::required<ItemCodec>("c", &StoreArguments::c),
        iam::required("d", &StoreArguments::d));
};

struct StoreTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<StoreArguments*>(given);
        ::desk::store(std::move(arguments.a), static_cast<::desk::Item const&>(arguments.b), std::move(arguments.c), std::move(arguments.d));
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "store",
        .description = "Takes by value, by const reference and by rvalue reference.",
        .idempotent = false,
        .document = R"json({"name":"store","description":"Takes by value, by const reference and by rvalue reference.","inputSchema":{"type":"object","properties":{"a":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"],"additionalProperties":false},"b":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"],"additionalProperties":false},"c":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"],"additionalProperties":false},"d":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["a","b","c","d"],"additionalProperties":false},"annotations":{"idempotentHint":false},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::store","source":{"file":"input.hpp","line":14}}}})json",
        .wire = "68f78318e81be3e02f0ee349e380c514ec29ec712210168eca6bb284731c95c1",
        .consent = "aed9e2f08fca997e15c55e087d02455108d9dd15595f639bccaebc3adb519983",
        .behaviour = "a0b20a9fd2e5f8afacf4254f272f31a79d0f0c802be6a0af01af15c9d2f291c0",
        .code = {
            .table = StoreArgumentsCodec::table(),
            .hold = &iam::glue::hold<StoreArguments>,
            .call = &StoreTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
