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
static_assert(sizeof(static_cast<int (*)(int, int)>(&::desk::add)) > 0);
static_assert(sizeof(static_cast<int (*)(int)>(&::desk::negate)) > 0);
static_assert(sizeof(static_cast<int (*)(int, int)>(&::desk::subtract)) > 0);

struct AddArguments {
    int left{};
    int right{};
};

struct AddArgumentsCodec : iam::RecordCodec<AddArgumentsCodec, AddArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("left", &AddArguments::left),
        iam::required("right", &AddArguments::right));
};

struct AddTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<AddArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::add(std::move(arguments.left), std::move(arguments.right)));
    }
};

struct NegateArguments {
    int value{};
};

struct NegateArgumentsCodec : iam::RecordCodec<NegateArgumentsCodec, NegateArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("value", &NegateArguments::value));
};

struct NegateTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<NegateArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::negate(std::move(arguments.value)));
    }
};

struct SubtractArguments {
    int left{};
    int right{};
};

struct SubtractArgumentsCodec : iam::RecordCodec<SubtractArgumentsCodec, SubtractArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("left", &SubtractArguments::left),
        iam::required("right", &SubtractArguments::right));
};

struct SubtractTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<SubtractArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::subtract(std::move(arguments.left), std::move(arguments.right)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "add",
        .description = "Adds.",
        .read_only = true,
        .document = R"json({"name":"add","description":"Adds.","inputSchema":{"type":"object","properties":{"left":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"right":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"the right one"}},"required":["left","right"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::add","source":{"file":"input.hpp","line":10},"result_member":"result"}}})json",
        .wire = "2312ad481f9a002febbee1a524bb838e715340d604fe279cf8a013631434a5b7",
        .consent = "9e81e45335cf9895ecbb5ae1daba7bfe791f04a32bdcc587018c1402f4086109",
        .behaviour = "57cd6a154d06ea5a1f9c0750670ef1b2cf7bb9cee779912875c56fdcbe4630a2",
        .code = {
            .table = AddArgumentsCodec::table(),
            .hold = &iam::glue::hold<AddArguments>,
            .call = &AddTool::call,
        }
    },
    {
        .name = "negate",
        .description = "Negates.",
        .read_only = true,
        .document = R"json({"name":"negate","description":"Negates.","inputSchema":{"type":"object","properties":{"value":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["value"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::negate","source":{"file":"input.hpp","line":24},"result_member":"result"}}})json",
        .wire = "c380ea2e8d01ef22d069063c25ac8f2dde477a5c82b0e7fee0e550d441f57700",
        .consent = "095de1a55c37c4461cb31adc839b343d34f9f7d7dcfc5c807d85862d629040ca",
        .behaviour = "32d5fb8c382562cf0533c61b7f51b01b7717fe180d7b406685c044404bb06761",
        .code = {
            .table = NegateArgumentsCodec::table(),
            .hold = &iam::glue::hold<NegateArguments>,
            .call = &NegateTool::call,
        }
    },
    {
        .name = "subtract",
        .description = "Subtracts; see @param left below.",
        .read_only = true,
        .document = R"json({"name":"subtract","description":"Subtracts; see @param left below.","inputSchema":{"type":"object","properties":{"left":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"the left one"},"right":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"the right one"}},"required":["left","right"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::subtract","source":{"file":"input.hpp","line":20},"result_member":"result"}}})json",
        .wire = "2312ad481f9a002febbee1a524bb838e715340d604fe279cf8a013631434a5b7",
        .consent = "9e81e45335cf9895ecbb5ae1daba7bfe791f04a32bdcc587018c1402f4086109",
        .behaviour = "e8e68528b7560187dbe0c3cdcd4cf53390e6c347ea64dcad478401b3b113d2dc",
        .code = {
            .table = SubtractArgumentsCodec::table(),
            .hold = &iam::glue::hold<SubtractArguments>,
            .call = &SubtractTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
