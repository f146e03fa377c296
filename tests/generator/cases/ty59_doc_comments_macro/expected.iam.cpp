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

struct AddArguments {
    int a{};
    int b{};
};

struct AddArgumentsCodec : iam::RecordCodec<AddArgumentsCodec, AddArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("a", &AddArguments::a),
        iam::required("b", &AddArguments::b));
};

class AddTool final : public iam::Handler {
 public:
    iam::Prepared prepare(std::string_view text) const override {
        return iam::glue::prepare<AddArgumentsCodec, AddArguments>(text, nullptr);
    }

    iam::Reply call(const iam::Permit&, std::string_view text, iam::Context&) const override {
        iam::Decoder in(text, nullptr);
        AddArguments arguments;
        if (!iam::glue::read<AddArgumentsCodec>(in, arguments)) return iam::glue::unreadable(in);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::add(std::move(arguments.a), std::move(arguments.b)));
    }
};

constexpr iam::glue::ToolFacts k_add{
    .name = "add",
    .title = "Add",
    .description = "The attribute comes out of a macro with arguments.",
    .read_only = true,
    .generator = "0.1.0",
    .document = R"json({"name":"add","title":"Add","description":"The attribute comes out of a macro with arguments.","inputSchema":{"type":"object","properties":{"a":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"b":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["a","b"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::add","source":{"file":"input.hpp","line":11},"result_member":"result","digests":{"wire":"39cc45af34d27948c63d12cfb00b528ec31ecb0687cfe2da2acfdce259a1d80e","consent":"aa5b478ef8c332c7973b3abb8c2f5c861584dad4def2f1fdab03d4dca8b618b7","behaviour":"6562ebb87c797dfe8f00391c42d333a4698006544907ac9a34edf6645e34f4e1"}}}})json",
    .wire = "39cc45af34d27948c63d12cfb00b528ec31ecb0687cfe2da2acfdce259a1d80e",
    .consent = "aa5b478ef8c332c7973b3abb8c2f5c861584dad4def2f1fdab03d4dca8b618b7",
    .behaviour = "6562ebb87c797dfe8f00391c42d333a4698006544907ac9a34edf6645e34f4e1",
};

struct HalfArguments {
    int a{};
};

struct HalfArgumentsCodec : iam::RecordCodec<HalfArgumentsCodec, HalfArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("a", &HalfArguments::a));
};

class HalfTool final : public iam::Handler {
 public:
    iam::Prepared prepare(std::string_view text) const override {
        return iam::glue::prepare<HalfArgumentsCodec, HalfArguments>(text, nullptr);
    }

    iam::Reply call(const iam::Permit&, std::string_view text, iam::Context&) const override {
        iam::Decoder in(text, nullptr);
        HalfArguments arguments;
        if (!iam::glue::read<HalfArgumentsCodec>(in, arguments)) return iam::glue::unreadable(in);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::half(std::move(arguments.a)));
    }
};

constexpr iam::glue::ToolFacts k_half{
    .name = "half",
    .title = "Half",
    .description = "A comment for other tools stands in between.",
    .read_only = true,
    .generator = "0.1.0",
    .document = R"json({"name":"half","title":"Half","description":"A comment for other tools stands in between.","inputSchema":{"type":"object","properties":{"a":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["a"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::half","source":{"file":"input.hpp","line":23},"result_member":"result","digests":{"wire":"c39914d1d3b8a8adc655f21dd5dc1f147b3dba8c0770f2f314077e878bacd938","consent":"6f50cd35a0e74693938ec01830ecee146b050be8a6f30bfbca6f8697d8187b87","behaviour":"01762a61b078831774d32e0cff3809731b9da4bfb26970bfcbdb8813c0b280d1"}}}})json",
    .wire = "c39914d1d3b8a8adc655f21dd5dc1f147b3dba8c0770f2f314077e878bacd938",
    .consent = "6f50cd35a0e74693938ec01830ecee146b050be8a6f30bfbca6f8697d8187b87",
    .behaviour = "01762a61b078831774d32e0cff3809731b9da4bfb26970bfcbdb8813c0b280d1",
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

class SubtractTool final : public iam::Handler {
 public:
    iam::Prepared prepare(std::string_view text) const override {
        return iam::glue::prepare<SubtractArgumentsCodec, SubtractArguments>(text, nullptr);
    }

    iam::Reply call(const iam::Permit&, std::string_view text, iam::Context&) const override {
        iam::Decoder in(text, nullptr);
        SubtractArguments arguments;
        if (!iam::glue::read<SubtractArgumentsCodec>(in, arguments)) return iam::glue::unreadable(in);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::subtract(std::move(arguments.a), std::move(arguments.b)));
    }
};

constexpr iam::glue::ToolFacts k_subtract{
    .name = "subtract",
    .title = "Subtract (less)",
    .description = "The macro stands between attributes.\n\nAnd more.",
    .read_only = true,
    .generator = "0.1.0",
    .document = R"json({"name":"subtract","title":"Subtract (less)","description":"The macro stands between attributes.\n\nAnd more.","inputSchema":{"type":"object","properties":{"a":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"b":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["a","b"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::subtract","source":{"file":"input.hpp","line":16},"result_member":"result","digests":{"wire":"39cc45af34d27948c63d12cfb00b528ec31ecb0687cfe2da2acfdce259a1d80e","consent":"aa5b478ef8c332c7973b3abb8c2f5c861584dad4def2f1fdab03d4dca8b618b7","behaviour":"824f61f6d4d99e401e592f9046ce71296967fb4b15aaad9a97db608de8775e67"}}}})json",
    .wire = "39cc45af34d27948c63d12cfb00b528ec31ecb0687cfe2da2acfdce259a1d80e",
    .consent = "aa5b478ef8c332c7973b3abb8c2f5c861584dad4def2f1fdab03d4dca8b618b7",
    .behaviour = "824f61f6d4d99e401e592f9046ce71296967fb4b15aaad9a97db608de8775e67",
};

struct TwiceArguments {
    int a{};
};

struct TwiceArgumentsCodec : iam::RecordCodec<TwiceArgumentsCodec, TwiceArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("a", &TwiceArguments::a));
};

class TwiceTool final : public iam::Handler {
 public:
    iam::Prepared prepare(std::string_view text) const override {
        return iam::glue::prepare<TwiceArgumentsCodec, TwiceArguments>(text, nullptr);
    }

    iam::Reply call(const iam::Permit&, std::string_view text, iam::Context&) const override {
        iam::Decoder in(text, nullptr);
        TwiceArguments arguments;
        if (!iam::glue::read<TwiceArgumentsCodec>(in, arguments)) return iam::glue::unreadable(in);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::twice(std::move(arguments.a)));
    }
};

constexpr iam::glue::ToolFacts k_twice{
    .name = "twice",
    .title = "Double",
    .description = "One macro makes another.",
    .read_only = true,
    .generator = "0.1.0",
    .document = R"json({"name":"twice","title":"Double","description":"One macro makes another.","inputSchema":{"type":"object","properties":{"a":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["a"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::twice","source":{"file":"input.hpp","line":19},"result_member":"result","digests":{"wire":"c39914d1d3b8a8adc655f21dd5dc1f147b3dba8c0770f2f314077e878bacd938","consent":"6f50cd35a0e74693938ec01830ecee146b050be8a6f30bfbca6f8697d8187b87","behaviour":"88464c1e0561014cd13b90d2f2dc9936db2d96ba5beb3eda472be6a6b26b8d98"}}}})json",
    .wire = "c39914d1d3b8a8adc655f21dd5dc1f147b3dba8c0770f2f314077e878bacd938",
    .consent = "6f50cd35a0e74693938ec01830ecee146b050be8a6f30bfbca6f8697d8187b87",
    .behaviour = "88464c1e0561014cd13b90d2f2dc9936db2d96ba5beb3eda472be6a6b26b8d98",
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    IAM_CHECK(iam::glue::add(registry, k_add, std::make_unique<const AddTool>()));
    IAM_CHECK(iam::glue::add(registry, k_half, std::make_unique<const HalfTool>()));
    IAM_CHECK(iam::glue::add(registry, k_subtract, std::make_unique<const SubtractTool>()));
    IAM_CHECK(iam::glue::add(registry, k_twice, std::make_unique<const TwiceTool>()));
    return {};
}

}  // namespace iam_glue_4_case_input
