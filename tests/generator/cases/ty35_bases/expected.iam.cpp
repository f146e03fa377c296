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
static_assert(std::is_same_v<decltype(::desk::Window::name), ::std::string>);
static_assert(std::is_same_v<decltype(::desk::Window::width), int>);
static_assert(std::is_same_v<decltype(::desk::Window::height), int>);
static_assert(std::is_same_v<decltype(::desk::Window::open), bool>);
static_assert(sizeof(static_cast<void (*)(const ::desk::Window&)>(&::desk::show)) > 0);

struct WindowCodec : iam::RecordCodec<WindowCodec, ::desk::Window> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("name", &::desk::Window::name),
        iam::required("width", &::desk::Window::width),
        iam::required("height", &::desk::Window::height),
        iam::defaulted("open", &::desk::Window::open));
};

struct ShowArguments {
    ::desk::Window window{};
};

struct ShowArgumentsCodec : iam::RecordCodec<ShowArgumentsCodec, ShowArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<WindowCodec>("window", &ShowArguments::window));
};

struct ShowTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<ShowArguments*>(given);
        ::desk::show(static_cast<::desk::Window const&>(arguments.window));
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "show",
        .description = "Shows a window.",
        .idempotent = true,
        .document = R"json({"name":"show","description":"Shows a window.","inputSchema":{"type":"object","properties":{"window":{"type":"object","properties":{"name":{"type":"string"},"width":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"height":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"open":{"type":"boolean","default":false}},"required":["name","width","height"],"additionalProperties":false}},"required":["window"],"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::show","source":{"file":"input.hpp","line":23}}}})json",
        .wire = "e5f5916a9dfe5967e02a02ad0f5a4dd07bcc8f0611384cd50345c6c5e7038943",
        .consent = "86a25f28af49407d1b7374103c69c5480ad8c26d9c522b5b372915ff31da8a7e",
        .behaviour = "c99fb8af7414902e556adc5dfeb998e39fd995b20644c589d8c6c76de1cda53d",
        .code = {
            .table = ShowArgumentsCodec::table(),
            .hold = &iam::glue::hold<ShowArguments>,
            .call = &ShowTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
