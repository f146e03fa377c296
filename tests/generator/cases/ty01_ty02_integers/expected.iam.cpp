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
static_assert(sizeof(long) == 8);
static_assert(sizeof(unsigned long) == 8);
static_assert(sizeof(static_cast<unsigned long (*)(signed char, unsigned char, short, unsigned short, int, unsigned int, long, unsigned long, long long, unsigned long long, signed char, unsigned char, unsigned long)>(&::desk::widths)) > 0);

struct WidthsArguments {
    signed char a{};
    unsigned char b{};
    short c{};
    unsigned short d{};
    int e{};
    unsigned int f{};
    long g{};
    unsigned long h{};
    long long i{};
    unsigned long long j{};
    signed char k{};
    unsigned char l{};
    unsigned long m{};
};

struct WidthsArgumentsCodec : iam::RecordCodec<WidthsArgumentsCodec, WidthsArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("a", &WidthsArguments::a),
        iam::required("b", &WidthsArguments::b),
        iam::required("c", &WidthsArguments::c),
        iam::required("d", &WidthsArguments::d),
        iam::required("e", &WidthsArguments::e),
        iam::required("f", &WidthsArguments::f),
        iam::required("g", &WidthsArguments::g),
        iam::required("h", &WidthsArguments::h),
        iam::required("i", &WidthsArguments::i),
        iam::required("j", &WidthsArguments::j),
        iam::required("k", &WidthsArguments::k),
        iam::required("l", &WidthsArguments::l),
        iam::required("m", &WidthsArguments::m));
};

struct WidthsTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<WidthsArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<unsigned long>>(::desk::widths(std::move(arguments.a), std::move(arguments.b), std::move(arguments.c), std::move(arguments.d), std::move(arguments.e), std::move(arguments.f), std::move(arguments.g), std::move(arguments.h), std::move(arguments.i), std::move(arguments.j), std::move(arguments.k), std::move(arguments.l), std::move(arguments.m)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "widths",
        .description = "Takes every width.",
        .read_only = true,
        .document = R"json({"name":"widths","description":"Takes every width.","inputSchema":{"type":"object","properties":{"a":{"type":"integer","minimum":-128,"maximum":127},"b":{"type":"integer","minimum":0,"maximum":255},"c":{"type":"integer","minimum":-32768,"maximum":32767},"d":{"type":"integer","minimum":0,"maximum":65535},"e":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"f":{"type":"integer","minimum":0,"maximum":4294967295},"g":{"type":"integer"},"h":{"type":"integer","minimum":0},"i":{"type":"integer"},"j":{"type":"integer","minimum":0},"k":{"type":"integer","minimum":-128,"maximum":127},"l":{"type":"integer","minimum":0,"maximum":255},"m":{"type":"integer","minimum":0}},"required":["a","b","c","d","e","f","g","h","i","j","k","l","m"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":0}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::widths","source":{"file":"input.hpp","line":11},"result_member":"result"}}})json",
        .full_schemas = R"json({"inputSchema":{"type":"object","properties":{"a":{"type":"integer","minimum":-128,"maximum":127},"b":{"type":"integer","minimum":0,"maximum":255},"c":{"type":"integer","minimum":-32768,"maximum":32767},"d":{"type":"integer","minimum":0,"maximum":65535},"e":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"f":{"type":"integer","minimum":0,"maximum":4294967295},"g":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807},"h":{"type":"integer","minimum":0,"maximum":18446744073709551615},"i":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807},"j":{"type":"integer","minimum":0,"maximum":18446744073709551615},"k":{"type":"integer","minimum":-128,"maximum":127},"l":{"type":"integer","minimum":0,"maximum":255},"m":{"type":"integer","minimum":0,"maximum":18446744073709551615}},"required":["a","b","c","d","e","f","g","h","i","j","k","l","m"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":0,"maximum":18446744073709551615}},"required":["result"],"additionalProperties":false}})json",
        .wire = "30a0b4692fd11a993b7fb6e886db34b584aa69bf960a5a0a00c135b8d8368830",
        .consent = "64022ae3c0238686592d5e74dacc9af20370bcdfb3db70e0b3e82818a7e75b49",
        .behaviour = "5c0390e324cf4d6b96c96365f8a5e2a8019c106a9b65751cbc36443a9458a75e",
        .code = {
            .table = WidthsArgumentsCodec::table(),
            .hold = &iam::glue::hold<WidthsArguments>,
            .call = &WidthsTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
