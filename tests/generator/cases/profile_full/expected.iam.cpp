// Made by iam-gen 0.1.0 from input.hpp. Changes here are lost.
#if defined(__GNUC__)
// The header may call deprecated what is offered all the same.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif
#include "input.hpp"

#include <iam/tool/codec_container.hpp>
#include <iam/tool/glue.hpp>

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

struct AddArguments {
    long long a{};
    unsigned long b{};
    float c{};
    ::std::vector<long> d{};
};

struct AddArgumentsCodec : iam::RecordCodec<AddArgumentsCodec, AddArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("a", &AddArguments::a),
        iam::required("b", &AddArguments::b),
        iam::required("c", &AddArguments::c),
        iam::required("d", &AddArguments::d));
};

struct AddTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<AddArguments*>(given);
        return iam::glue::reply<iam::FloatCodec<float>>(::desk::add(std::move(arguments.a), std::move(arguments.b), std::move(arguments.c), std::move(arguments.d)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "add",
        .description = "Adds.",
        .read_only = true,
        .document = R"json({"name":"add","description":"Adds.","inputSchema":{"type":"object","properties":{"a":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807},"b":{"type":"integer","minimum":0,"maximum":18446744073709551615},"c":{"type":"number","minimum":-3.4028234663852886e+38,"maximum":3.4028234663852886e+38},"d":{"type":"array","items":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}}},"required":["a","b","c","d"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"number","minimum":-3.4028234663852886e+38,"maximum":3.4028234663852886e+38}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::add","source":{"file":"input.hpp","line":10},"result_member":"result"}}})json",
        .wire = "6c5ed6e76a017d232c0b7ac8327ed755b7bd4454081572e3aaabf48b9b3326ad",
        .consent = "6c9eeade1ab429e432654406cb7ff7a1d927e9d4abdf29e8785c6437a3ffdc17",
        .behaviour = "f7aab1570cfc17bb0a7623d05f24ebc2cb7d8185bd4b9baf16cd7b424e75bfaa",
        .code = {
            .table = AddArgumentsCodec::table(),
            .hold = &iam::glue::hold<AddArguments>,
            .call = &AddTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
