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
static_assert(std::is_same_v<decltype(::desk::Place::status), int>);
static_assert(std::is_same_v<decltype(::desk::Place::min), int>);
struct SeenDeskPlace {
    decltype(::desk::Place::status) status;
    decltype(::desk::Place::min) min;
};
static_assert(sizeof(SeenDeskPlace) == sizeof(::desk::Place));
static_assert(__builtin_offsetof(SeenDeskPlace, status) == __builtin_offsetof(::desk::Place, status));
static_assert(__builtin_offsetof(SeenDeskPlace, min) == __builtin_offsetof(::desk::Place, min));
static_assert(sizeof(static_cast<int (*)(int, int, ::desk::Place)>(&::desk::move_window)) > 0);

struct PlaceCodec : iam::RecordCodec<PlaceCodec, ::desk::Place> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted("status", &::desk::Place::status),
        iam::defaulted("min", &::desk::Place::min));
};

struct MoveWindowArguments {
    int x{};
    int max = 2;
    ::desk::Place place = iam::glue::parsed<PlaceCodec, ::desk::Place>("{\"min\":0,\"status\":0}");
};

struct MoveWindowArgumentsCodec : iam::RecordCodec<MoveWindowArgumentsCodec, MoveWindowArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("x", &MoveWindowArguments::x, {.low = 0}),
        iam::defaulted("max", &MoveWindowArguments::max),
        iam::defaulted<PlaceCodec>("place", &MoveWindowArguments::place));
};

struct MoveWindowTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<MoveWindowArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::move_window(std::move(arguments.x), std::move(arguments.max), std::move(arguments.place)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "move_window",
        .description = "Moves the window.",
        .read_only = true,
        .document = R"json({"name":"move_window","description":"Moves the window.","inputSchema":{"type":"object","properties":{"x":{"type":"integer","minimum":0,"maximum":2147483647},"max":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"default":2},"place":{"type":"object","properties":{"status":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"default":0},"min":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"default":0}},"additionalProperties":false,"default":{"min":0,"status":0}}},"required":["x"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::move_window","source":{"file":"input.hpp","line":15},"result_member":"result"}}})json",
        .wire = "fc0cc68734d17b64054bfd6f8c69f7cb5dfcf20206565eca4a42a35dc492a7b0",
        .consent = "c44ed7f980bc5a22ced60fc4a9acffc30262cd1737d976eaf2fde115a384b656",
        .behaviour = "47662cdaae1a17015ca655b969706569695c34836e21894ac1e377bfa47577b3",
        .code = {
            .table = MoveWindowArgumentsCodec::table(),
            .hold = &iam::glue::hold<MoveWindowArguments>,
            .call = &MoveWindowTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
