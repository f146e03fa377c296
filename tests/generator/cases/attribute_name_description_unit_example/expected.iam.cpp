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
static_assert(std::is_same_v<decltype(::desk::Box::width), int>);
static_assert(std::is_same_v<decltype(::desk::Box::height), int>);
struct SeenDeskBox {
    decltype(::desk::Box::width) width;
    decltype(::desk::Box::height) height;
};
static_assert(sizeof(SeenDeskBox) == sizeof(::desk::Box));
static_assert(__builtin_offsetof(SeenDeskBox, width) == __builtin_offsetof(::desk::Box, width));
static_assert(__builtin_offsetof(SeenDeskBox, height) == __builtin_offsetof(::desk::Box, height));
static_assert(sizeof(static_cast<void (*)(double, ::std::string, ::desk::Box)>(&::desk::cut)) > 0);

struct BoxCodec : iam::RecordCodec<BoxCodec, ::desk::Box> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("w", &::desk::Box::width),
        iam::required("height", &::desk::Box::height));
};

struct CutArguments {
    double depth{};
    ::std::string wood{};
    ::desk::Box box{};
};

struct CutArgumentsCodec : iam::RecordCodec<CutArgumentsCodec, CutArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("howDeep", &CutArguments::depth),
        iam::required("wood", &CutArguments::wood),
        iam::required<BoxCodec>("box", &CutArguments::box));
};

struct CutTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<CutArguments*>(given);
        ::desk::cut(std::move(arguments.depth), std::move(arguments.wood), std::move(arguments.box));
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "cut",
        .description = "Cuts.",
        .destructive = true,
        .document = R"json({"name":"cut","description":"Cuts.","inputSchema":{"type":"object","properties":{"howDeep":{"type":"number","description":"how deep (unit: cm)"},"wood":{"type":"string","examples":["oak"]},"box":{"type":"object","properties":{"w":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"unit: mm","examples":[20]},"height":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"said here"}},"required":["w","height"],"additionalProperties":false,"examples":[{"height":2,"w":1}]}},"required":["howDeep","wood","box"],"additionalProperties":false},"annotations":{"destructiveHint":true},"_meta":{"iam/contract":{"hints_stated":["destructive"],"preview":false,"units":{"/howDeep":"cm","/box/w":"mm"},"symbol":"desk::cut","source":{"file":"input.hpp","line":16}}}})json",
        .wire = "9b9ff9306c9050e40664cd79358850cda677d725e6d872ee693a68f7623f2919",
        .consent = "134e2783b373c4896a5da5035703130947ca960d34eccda58c8599f2c799c844",
        .behaviour = "a3f666c05e13f8253ba0e19cb48aa7a27c1cd2d92bbbeb9107a67a6509faebe9",
        .code = {
            .table = CutArgumentsCodec::table(),
            .hold = &iam::glue::hold<CutArguments>,
            .call = &CutTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
