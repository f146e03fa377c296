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
static_assert(std::is_same_v<decltype(::desk::Lamp::watts), int>);
static_assert(std::is_same_v<decltype(::desk::Lamp::height), int>);
struct SeenDeskLamp {
    decltype(::desk::Lamp::watts) watts;
    decltype(::desk::Lamp::height) height;
};
static_assert(sizeof(SeenDeskLamp) == sizeof(::desk::Lamp));
static_assert(__builtin_offsetof(SeenDeskLamp, watts) == __builtin_offsetof(::desk::Lamp, watts));
static_assert(__builtin_offsetof(SeenDeskLamp, height) == __builtin_offsetof(::desk::Lamp, height));
static_assert(sizeof(static_cast<int (*)(int, int, int)>(&::desk::add)) > 0);
static_assert(sizeof(static_cast<void (*)(::std::vector<::desk::Lamp>)>(&::desk::light)) > 0);
static_assert(sizeof(static_cast<void (*)(int)>(&::desk::wait_for)) > 0);

struct LampCodec : iam::RecordCodec<LampCodec, ::desk::Lamp> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("watts", &::desk::Lamp::watts),
        iam::required("height", &::desk::Lamp::height));
};

struct AddArguments {
    int left{};
    int right{};
    int more{};
};

struct AddArgumentsCodec : iam::RecordCodec<AddArgumentsCodec, AddArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("left", &AddArguments::left),
        iam::required("right", &AddArguments::right),
        iam::required("more", &AddArguments::more));
};

struct AddTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<AddArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::add(std::move(arguments.left), std::move(arguments.right), std::move(arguments.more)));
    }
};

struct LightArguments {
    ::std::vector<::desk::Lamp> lamps{};
};

struct LightArgumentsCodec : iam::RecordCodec<LightArgumentsCodec, LightArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<iam::SequenceCodec<LampCodec, ::std::vector<::desk::Lamp>>>("lamps", &LightArguments::lamps));
};

struct LightTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<LightArguments*>(given);
        ::desk::light(std::move(arguments.lamps));
        return iam::Reply::done();
    }
};

struct WaitForArguments {
    int time{};
};

struct WaitForArgumentsCodec : iam::RecordCodec<WaitForArgumentsCodec, WaitForArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("time", &WaitForArguments::time));
};

struct WaitForTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<WaitForArguments*>(given);
        ::desk::wait_for(std::move(arguments.time));
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "add",
        .description = "Adds.",
        .read_only = true,
        .document = R"json({"name":"add","description":"Adds.","inputSchema":{"type":"object","properties":{"left":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"the left one"},"right":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"more":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["left","right","more"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::add","source":{"file":"input.hpp","line":16},"result_member":"result"}}})json",
        .wire = "5717ac2b291295d969bb201d0bead5732b9d6f48d687cc336771b0f3f2fcc836",
        .consent = "f4cd6037762228d3ede48c4a158a32e6927228c440ee34f2092a9380c07a7c55",
        .behaviour = "6e6ec56e997c7023fe911955c87a3a6d896d3524953583e77f53fed06fbe488b",
        .code = {
            .table = AddArgumentsCodec::table(),
            .hold = &iam::glue::hold<AddArguments>,
            .call = &AddTool::call,
        }
    },
    {
        .name = "light",
        .description = "Lights.",
        .idempotent = true,
        .document = R"json({"name":"light","description":"Lights.","inputSchema":{"type":"object","properties":{"lamps":{"type":"array","items":{"type":"object","properties":{"watts":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"height":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"above the table"}},"required":["watts","height"],"additionalProperties":false},"description":"all that shall burn"}},"required":["lamps"],"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::light","source":{"file":"input.hpp","line":20}}}})json",
        .wire = "488028eba88a3ef9afe2a8d28185eb584ec1ace0dbc1df15f69fd666724b0d84",
        .consent = "c93a852f65e59560161a46bca5e92ad717be4acc5f0e3cfe76d1b861adc818db",
        .behaviour = "30682dc3330d5974f61431191399680b7b48a41ef33f9e11155b2cd55eb92eac",
        .code = {
            .table = LightArgumentsCodec::table(),
            .hold = &iam::glue::hold<LightArguments>,
            .call = &LightTool::call,
        }
    },
    {
        .name = "wait_for",
        .description = "Waits.",
        .read_only = true,
        .document = R"json({"name":"wait_for","description":"Waits.","inputSchema":{"type":"object","properties":{"time":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"in seconds"}},"required":["time"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::wait_for","source":{"file":"input.hpp","line":23}}}})json",
        .wire = "9306618354a5c4644af3ef7c70e9ecab07c46cf304ef8f9c1f3f2d2aa0e77cc6",
        .consent = "baa707b4fed7476c5b956790f2ae1276ff22d9513c8e63a6b4dd094e7e1bb2d3",
        .behaviour = "43803c24b341e9a603e50327a9458917a38523ca60d68dd738ec63b2c150daef",
        .code = {
            .table = WaitForArgumentsCodec::table(),
            .hold = &iam::glue::hold<WaitForArguments>,
            .call = &WaitForTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
