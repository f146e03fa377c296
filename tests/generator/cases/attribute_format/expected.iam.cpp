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
static_assert(sizeof(static_cast<void (*)(::std::string, ::std::string, ::std::string, ::std::string, ::std::string, ::std::string, ::std::string, ::std::string, ::std::string, ::std::string)>(&::desk::formats)) > 0);

struct FormatsArguments {
    ::std::string a{};
    ::std::string b{};
    ::std::string c{};
    ::std::string d{};
    ::std::string e{};
    ::std::string f{};
    ::std::string g{};
    ::std::string h{};
    ::std::string i{};
    ::std::string j{};
};

struct FormatsArgumentsCodec : iam::RecordCodec<FormatsArgumentsCodec, FormatsArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("a", &FormatsArguments::a, {.format = iam::Format::date}),
        iam::required("b", &FormatsArguments::b, {.format = iam::Format::time}),
        iam::required("c", &FormatsArguments::c, {.format = iam::Format::date_time}),
        iam::required("d", &FormatsArguments::d, {.format = iam::Format::duration}),
        iam::required("e", &FormatsArguments::e, {.format = iam::Format::email}),
        iam::required("f", &FormatsArguments::f, {.format = iam::Format::hostname}),
        iam::required("g", &FormatsArguments::g, {.format = iam::Format::ipv4}),
        iam::required("h", &FormatsArguments::h, {.format = iam::Format::ipv6}),
        iam::required("i", &FormatsArguments::i, {.format = iam::Format::uri}),
        iam::required("j", &FormatsArguments::j, {.format = iam::Format::uuid}));
};

struct FormatsTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<FormatsArguments*>(given);
        ::desk::formats(std::move(arguments.a), std::move(arguments.b), std::move(arguments.c), std::move(arguments.d), std::move(arguments.e), std::move(arguments.f), std::move(arguments.g), std::move(arguments.h), std::move(arguments.i), std::move(arguments.j));
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "formats",
        .description = "Takes every format.",
        .read_only = true,
        .document = R"json({"name":"formats","description":"Takes every format.","inputSchema":{"type":"object","properties":{"a":{"type":"string","format":"date"},"b":{"type":"string","format":"time"},"c":{"type":"string","format":"date-time"},"d":{"type":"string","format":"duration"},"e":{"type":"string","format":"email"},"f":{"type":"string","format":"hostname"},"g":{"type":"string","format":"ipv4"},"h":{"type":"string","format":"ipv6"},"i":{"type":"string","format":"uri"},"j":{"type":"string","format":"uuid"}},"required":["a","b","c","d","e","f","g","h","i","j"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::formats","source":{"file":"input.hpp","line":10}}}})json",
        .wire = "bd995c5ccad85f89961acc4743a38ca2c409249a124af1d28ae8237a57acf5e2",
        .consent = "9c9aee240ea1d8c90970e05b0748a7991cfd0a1a771bcbd327062c00bbcd7fed",
        .behaviour = "579d6085901c6e20965dcd0950fc23b74a096be73e6ce5e881325b0c57f93dff",
        .code = {
            .table = FormatsArgumentsCodec::table(),
            .hold = &iam::glue::hold<FormatsArguments>,
            .call = &FormatsTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
