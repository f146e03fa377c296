// Made by iam-gen 0.1.0 from input.hpp. Changes here are lost.
#if defined(__GNUC__)
// The header may call deprecated what is offered all the same.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif
#include "input.hpp"

#include <iam/tool/glue.hpp>

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

struct PartArguments {
    ::std::string code{};
};

struct PartArgumentsCodec : iam::RecordCodec<PartArgumentsCodec, PartArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("code", &PartArguments::code, {.pattern = "^[A-Z]{2}-[0-9]+$"}));
};

class PartTool final : public iam::Handler {
 public:
    iam::Prepared prepare(std::string_view text) const override {
        return iam::glue::prepare<PartArgumentsCodec, PartArguments>(text, &patterns_);
    }

    iam::Reply call(const iam::Permit&, std::string_view text, iam::Context&) const override {
        iam::Decoder in(text, &patterns_);
        PartArguments arguments;
        if (!iam::glue::read<PartArgumentsCodec>(in, arguments)) return iam::glue::unreadable(in);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::part(std::move(arguments.code)));
    }

 private:
    iam::PatternSet patterns_;
};

constexpr iam::glue::ToolFacts k_part{
    .name = "part",
    .description = "Looks up a part.",
    .read_only = true,
    .generator = "0.1.0",
    .document = R"json({"name":"part","description":"Looks up a part.","inputSchema":{"type":"object","properties":{"code":{"type":"string","pattern":"^[A-Z]{2}-[0-9]+$"}},"required":["code"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::part","source":{"file":"input.hpp","line":10},"result_member":"result","digests":{"wire":"7328211568017abfb67ecf54ba9d8eed971716ec61bad0eca06774888e6adf7b","consent":"246fbec7aaca97bda96f833906b925164c4a641a62c1ca288103b138597c7d16","behaviour":"0b5dec723172f9b96c0fe90175eaa8add2afa92e3cde9e9ede0972c28936ed51"}}}})json",
    .wire = "7328211568017abfb67ecf54ba9d8eed971716ec61bad0eca06774888e6adf7b",
    .consent = "246fbec7aaca97bda96f833906b925164c4a641a62c1ca288103b138597c7d16",
    .behaviour = "0b5dec723172f9b96c0fe90175eaa8add2afa92e3cde9e9ede0972c28936ed51",
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    IAM_CHECK(iam::glue::add(registry, k_part, std::make_unique<const PartTool>()));
    return {};
}

}  // namespace iam_glue_4_case_input
