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
static_assert(sizeof(static_cast<int (*)(int)>(&::desk::half)) > 0);
static_assert(sizeof(static_cast<int (*)(int, int)>(&::desk::subtract)) > 0);
static_assert(sizeof(static_cast<int (*)(int)>(&::desk::twice)) > 0);

struct AddArguments {
    int a{};
    int b{};
};

struct AddArgumentsCodec : iam::RecordCodec<AddArgumentsCodec, AddArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("a", &AddArguments::a),
        iam::required("b", &AddArguments::b));
};

struct AddTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<AddArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::add(std::move(arguments.a), std::move(arguments.b)));
    }
};

struct HalfArguments {
    int a{};
};

struct HalfArgumentsCodec : iam::RecordCodec<HalfArgumentsCodec, HalfArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("a", &HalfArguments::a));
};

struct HalfTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<HalfArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::half(std::move(arguments.a)));
    }
};

struct SubtractArguments {
    int a{};
    int b{};
};

struct SubtractArgumentsCodec : iam::RecordCodec<SubtractArgumentsCodec, SubtractArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("a", &SubtractArguments::a),
        iam::required("b", &SubtractArguments::b));
};

struct SubtractTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<SubtractArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::subtract(std::move(arguments.a), std::move(arguments.b)));
    }
};

struct TwiceArguments {
    int a{};
};

struct TwiceArgumentsCodec : iam::RecordCodec<TwiceArgumentsCodec, TwiceArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("a", &TwiceArguments::a));
};

struct TwiceTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<TwiceArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::twice(std::move(arguments.a)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "add",
        .title = "Add",
        .description = "The attribute comes out of a macro with arguments.",
        .read_only = true,
        .document = R"json({"name":"add","title":"Add","description":"The attribute comes out of a macro with arguments.","inputSchema":{"type":"object","properties":{"a":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"b":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["a","b"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::add","source":{"file":"input.hpp","line":11},"result_member":"result"}}})json",
        .wire = "39cc45af34d27948c63d12cfb00b528ec31ecb0687cfe2da2acfdce259a1d80e",
        .consent = "aa5b478ef8c332c7973b3abb8c2f5c861584dad4def2f1fdab03d4dca8b618b7",
        .behaviour = "6562ebb87c797dfe8f00391c42d333a4698006544907ac9a34edf6645e34f4e1",
        .code = {
            .table = AddArgumentsCodec::table(),
            .hold = &iam::glue::hold<AddArguments>,
            .call = &AddTool::call,
        }
    },
    {
        .name = "half",
        .title = "Half",
        .description = "A comment for other tools stands in between.",
        .read_only = true,
        .document = R"json({"name":"half","title":"Half","description":"A comment for other tools stands in between.","inputSchema":{"type":"object","properties":{"a":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["a"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::half","source":{"file":"input.hpp","line":23},"result_member":"result"}}})json",
        .wire = "c39914d1d3b8a8adc655f21dd5dc1f147b3dba8c0770f2f314077e878bacd938",
        .consent = "6f50cd35a0e74693938ec01830ecee146b050be8a6f30bfbca6f8697d8187b87",
        .behaviour = "01762a61b078831774d32e0cff3809731b9da4bfb26970bfcbdb8813c0b280d1",
        .code = {
            .table = HalfArgumentsCodec::table(),
            .hold = &iam::glue::hold<HalfArguments>,
            .call = &HalfTool::call,
        }
    },
    {
        .name = "subtract",
        .title = "Subtract (less)",
        .description = "The macro stands between attributes.\n\nAnd more.",
        .read_only = true,
        .document = R"json({"name":"subtract","title":"Subtract (less)","description":"The macro stands between attributes.\n\nAnd more.","inputSchema":{"type":"object","properties":{"a":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"b":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["a","b"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::subtract","source":{"file":"input.hpp","line":16},"result_member":"result"}}})json",
        .wire = "39cc45af34d27948c63d12cfb00b528ec31ecb0687cfe2da2acfdce259a1d80e",
        .consent = "aa5b478ef8c332c7973b3abb8c2f5c861584dad4def2f1fdab03d4dca8b618b7",
        .behaviour = "824f61f6d4d99e401e592f9046ce71296967fb4b15aaad9a97db608de8775e67",
        .code = {
            .table = SubtractArgumentsCodec::table(),
            .hold = &iam::glue::hold<SubtractArguments>,
            .call = &SubtractTool::call,
        }
    },
    {
        .name = "twice",
        .title = "Double",
        .description = "One macro makes another.",
        .read_only = true,
        .document = R"json({"name":"twice","title":"Double","description":"One macro makes another.","inputSchema":{"type":"object","properties":{"a":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["a"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::twice","source":{"file":"input.hpp","line":19},"result_member":"result"}}})json",
        .wire = "c39914d1d3b8a8adc655f21dd5dc1f147b3dba8c0770f2f314077e878bacd938",
        .consent = "6f50cd35a0e74693938ec01830ecee146b050be8a6f30bfbca6f8697d8187b87",
        .behaviour = "88464c1e0561014cd13b90d2f2dc9936db2d96ba5beb3eda472be6a6b26b8d98",
        .code = {
            .table = TwiceArgumentsCodec::table(),
            .hold = &iam::glue::hold<TwiceArguments>,
            .call = &TwiceTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
