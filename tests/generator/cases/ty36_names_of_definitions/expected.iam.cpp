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
#include <iam/tool/codecs/variant.hpp>
#include <iam/tool/glue.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(std::is_same_v<decltype(::Node::y), bool>);
static_assert(std::is_same_v<decltype(::Node::in), ::std::vector<::Node>>);
struct SeenNode {
    decltype(::Node::y) y;
    decltype(::Node::in) in;
};
static_assert(sizeof(SeenNode) == sizeof(::Node));
static_assert(__builtin_offsetof(SeenNode, y) == __builtin_offsetof(::Node, y));
static_assert(__builtin_offsetof(SeenNode, in) == __builtin_offsetof(::Node, in));
static_assert(std::is_same_v<decltype(::b::b_Node::v), float>);
static_assert(std::is_same_v<decltype(::b::b_Node::in), ::std::vector<::b::b_Node>>);
struct SeenBBNode {
    decltype(::b::b_Node::v) v;
    decltype(::b::b_Node::in) in;
};
static_assert(sizeof(SeenBBNode) == sizeof(::b::b_Node));
static_assert(__builtin_offsetof(SeenBBNode, v) == __builtin_offsetof(::b::b_Node, v));
static_assert(__builtin_offsetof(SeenBBNode, in) == __builtin_offsetof(::b::b_Node, in));
static_assert(std::is_same_v<decltype(::b::Node::w), double>);
static_assert(std::is_same_v<decltype(::b::Node::in), ::std::vector<::b::Node>>);
struct SeenBNode {
    decltype(::b::Node::w) w;
    decltype(::b::Node::in) in;
};
static_assert(sizeof(SeenBNode) == sizeof(::b::Node));
static_assert(__builtin_offsetof(SeenBNode, w) == __builtin_offsetof(::b::Node, w));
static_assert(__builtin_offsetof(SeenBNode, in) == __builtin_offsetof(::b::Node, in));
static_assert(std::is_same_v<decltype(::a::Node::x), int>);
static_assert(std::is_same_v<decltype(::a::Node::in), ::std::vector<::a::Node>>);
struct SeenANode {
    decltype(::a::Node::x) x;
    decltype(::a::Node::in) in;
};
static_assert(sizeof(SeenANode) == sizeof(::a::Node));
static_assert(__builtin_offsetof(SeenANode, x) == __builtin_offsetof(::a::Node, x));
static_assert(__builtin_offsetof(SeenANode, in) == __builtin_offsetof(::a::Node, in));
static_assert(std::is_same_v<decltype(::Leaf::leaf), int>);
struct SeenLeaf {
    decltype(::Leaf::leaf) leaf;
};
static_assert(sizeof(SeenLeaf) == sizeof(::Leaf));
static_assert(__builtin_offsetof(SeenLeaf, leaf) == __builtin_offsetof(::Leaf, leaf));
static_assert(sizeof(static_cast<void (*)(::Node, ::b::b_Node, ::b::Node)>(&::desk::long_names)) > 0);
static_assert(sizeof(static_cast<void (*)(::a::Node, ::Node)>(&::desk::one_two)) > 0);
static_assert(sizeof(static_cast<void (*)(::a::Node, ::std::variant<::Node, ::Leaf>, ::Node)>(&::desk::tagged)) > 0);
static_assert(sizeof(static_cast<void (*)(::Node, ::a::Node)>(&::desk::two_one)) > 0);

struct NodeCodec;
struct BNodeCodec;
struct NodeCodec2;
struct NodeCodec3;

struct NodeCodec : iam::RecordCodec<NodeCodec, ::Node> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("y", &::Node::y),
        iam::required<iam::SequenceCodec<NodeCodec, ::std::vector<::Node>>>("in", &::Node::in));
};

struct BNodeCodec : iam::RecordCodec<BNodeCodec, ::b::b_Node> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("v", &::b::b_Node::v),
        iam::required<iam::SequenceCodec<BNodeCodec, ::std::vector<::b::b_Node>>>("in", &::b::b_Node::in));
};

struct NodeCodec2 : iam::RecordCodec<NodeCodec2, ::b::Node> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("w", &::b::Node::w),
        iam::required<iam::SequenceCodec<NodeCodec2, ::std::vector<::b::Node>>>("in", &::b::Node::in));
};

struct NodeCodec3 : iam::RecordCodec<NodeCodec3, ::a::Node> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("x", &::a::Node::x),
        iam::required<iam::SequenceCodec<NodeCodec3, ::std::vector<::a::Node>>>("in", &::a::Node::in));
};

struct LeafCodec : iam::RecordCodec<LeafCodec, ::Leaf> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("leaf", &::Leaf::leaf));
};

struct AnyOfCodec : iam::VariantCodec<AnyOfCodec, ::std::variant<::Node, ::Leaf>, NodeCodec, LeafCodec> {
    static constexpr std::array<iam::Alternative, 2> k_alternatives{{{iam::JsonKind::object, "Node"}, {iam::JsonKind::object, "Leaf"}}};
};

struct LongNamesArguments {
    ::Node two{};
    ::b::b_Node third{};
    ::b::Node second{};
};

struct LongNamesArgumentsCodec : iam::RecordCodec<LongNamesArgumentsCodec, LongNamesArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<NodeCodec>("two", &LongNamesArguments::two),
        iam::required<BNodeCodec>("third", &LongNamesArguments::third),
        iam::required<NodeCodec2>("second", &LongNamesArguments::second));
};

struct LongNamesTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<LongNamesArguments*>(given);
        ::desk::long_names(std::move(arguments.two), std::move(arguments.third), std::move(arguments.second));
        return iam::Reply::done();
    }
};

struct OneTwoArguments {
    ::a::Node one{};
    ::Node two{};
};

struct OneTwoArgumentsCodec : iam::RecordCodec<OneTwoArgumentsCodec, OneTwoArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<NodeCodec3>("one", &OneTwoArguments::one),
        iam::required<NodeCodec>("two", &OneTwoArguments::two));
};

struct OneTwoTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<OneTwoArguments*>(given);
        ::desk::one_two(std::move(arguments.one), std::move(arguments.two));
        return iam::Reply::done();
    }
};

struct TaggedArguments {
    ::a::Node one{};
    ::std::variant<::Node, ::Leaf> two{};
    ::Node three{};
};

struct TaggedArgumentsCodec : iam::RecordCodec<TaggedArgumentsCodec, TaggedArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<NodeCodec3>("one", &TaggedArguments::one),
        iam::required<AnyOfCodec>("two", &TaggedArguments::two),
        iam::required<NodeCodec>("three", &TaggedArguments::three));
};

struct TaggedTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<TaggedArguments*>(given);
        ::desk::tagged(std::move(arguments.one), std::move(arguments.two), std::move(arguments.three));
        return iam::Reply::done();
    }
};

struct TwoOneArguments {
    ::Node two{};
    ::a::Node one{};
};

struct TwoOneArgumentsCodec : iam::RecordCodec<TwoOneArgumentsCodec, TwoOneArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<NodeCodec>("two", &TwoOneArguments::two),
        iam::required<NodeCodec3>("one", &TwoOneArguments::one));
};

struct TwoOneTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<TwoOneArguments*>(given);
        ::desk::two_one(std::move(arguments.two), std::move(arguments.one));
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "long_names",
        .description = "The second one's long name is the third one's short one.",
        .read_only = true,
        .document = R"json({"name":"long_names","description":"The second one's long name is the third one's short one.","inputSchema":{"type":"object","properties":{"two":{"$ref":"#/$defs/Node"},"third":{"$ref":"#/$defs/b_Node"},"second":{"$ref":"#/$defs/b__Node"}},"required":["two","third","second"],"additionalProperties":false,"$defs":{"Node":{"type":"object","properties":{"y":{"type":"boolean"},"in":{"type":"array","items":{"$ref":"#/$defs/Node"}}},"required":["y","in"],"additionalProperties":false},"b_Node":{"type":"object","properties":{"v":{"type":"number"},"in":{"type":"array","items":{"$ref":"#/$defs/b_Node"}}},"required":["v","in"],"additionalProperties":false},"b__Node":{"type":"object","properties":{"w":{"type":"number"},"in":{"type":"array","items":{"$ref":"#/$defs/b__Node"}}},"required":["w","in"],"additionalProperties":false}}},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::long_names","source":{"file":"input.hpp","line":52}}}})json",
        .full_schemas = R"json({"inputSchema":{"type":"object","properties":{"two":{"$ref":"#/$defs/Node"},"third":{"$ref":"#/$defs/b_Node"},"second":{"$ref":"#/$defs/b__Node"}},"required":["two","third","second"],"additionalProperties":false,"$defs":{"Node":{"type":"object","properties":{"y":{"type":"boolean"},"in":{"type":"array","items":{"$ref":"#/$defs/Node"}}},"required":["y","in"],"additionalProperties":false},"b_Node":{"type":"object","properties":{"v":{"type":"number","minimum":-3.4028234663852886e+38,"maximum":3.4028234663852886e+38},"in":{"type":"array","items":{"$ref":"#/$defs/b_Node"}}},"required":["v","in"],"additionalProperties":false},"b__Node":{"type":"object","properties":{"w":{"type":"number"},"in":{"type":"array","items":{"$ref":"#/$defs/b__Node"}}},"required":["w","in"],"additionalProperties":false}}}})json",
        .wire = "7b60d82772dddd073ccdf4d9193949d17d7b7dfc9f94bdb17e609cf979af2198",
        .consent = "ac49ed0faaeb3d4feca10f7b356df7a0c4fa1afd00e3171bf3d1bca612b9cbe7",
        .behaviour = "2448ab4a8df5ae4c113eb72cacf9765750133d41c2072e616be7e67a14efb2b3",
        .code = {
            .table = LongNamesArgumentsCodec::table(),
            .hold = &iam::glue::hold<LongNamesArguments>,
            .call = &LongNamesTool::call,
        }
    },
    {
        .name = "one_two",
        .description = "The global one is second.",
        .read_only = true,
        .document = R"json({"name":"one_two","description":"The global one is second.","inputSchema":{"type":"object","properties":{"one":{"$ref":"#/$defs/Node"},"two":{"$ref":"#/$defs/Node2"}},"required":["one","two"],"additionalProperties":false,"$defs":{"Node":{"type":"object","properties":{"x":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"in":{"type":"array","items":{"$ref":"#/$defs/Node"}}},"required":["x","in"],"additionalProperties":false},"Node2":{"type":"object","properties":{"y":{"type":"boolean"},"in":{"type":"array","items":{"$ref":"#/$defs/Node2"}}},"required":["y","in"],"additionalProperties":false}}},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::one_two","source":{"file":"input.hpp","line":48}}}})json",
        .wire = "512ed44cfa6d962fbb0fcc3d6bc800186b2ea1c25ff96c076a9b1c1ff36a30a6",
        .consent = "309a1add599ad7026ba265b55d8c4e5af4621359630b729533cd6d81ce03aeaf",
        .behaviour = "e8ec0f96c73dee168fb04af3020473f2ebdc69e39dc2cca8ce6e2f23129734ae",
        .code = {
            .table = OneTwoArgumentsCodec::table(),
            .hold = &iam::glue::hold<OneTwoArguments>,
            .call = &OneTwoTool::call,
        }
    },
    {
        .name = "tagged",
        .description = "Plain and tagged.",
        .read_only = true,
        .document = R"json({"name":"tagged","description":"Plain and tagged.","inputSchema":{"type":"object","properties":{"one":{"$ref":"#/$defs/Node"},"two":{"anyOf":[{"$ref":"#/$defs/Node_tagged"},{"type":"object","properties":{"type":{"type":"string","const":"Leaf"},"leaf":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["type","leaf"],"additionalProperties":false}]},"three":{"$ref":"#/$defs/Node2"}},"required":["one","two","three"],"additionalProperties":false,"$defs":{"Node":{"type":"object","properties":{"x":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"in":{"type":"array","items":{"$ref":"#/$defs/Node"}}},"required":["x","in"],"additionalProperties":false},"Node_tagged":{"type":"object","properties":{"type":{"type":"string","const":"Node"},"y":{"type":"boolean"},"in":{"type":"array","items":{"$ref":"#/$defs/Node2"}}},"required":["type","y","in"],"additionalProperties":false},"Node2":{"type":"object","properties":{"y":{"type":"boolean"},"in":{"type":"array","items":{"$ref":"#/$defs/Node2"}}},"required":["y","in"],"additionalProperties":false}}},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::tagged","source":{"file":"input.hpp","line":54}}}})json",
        .wire = "d386c50723bc9fff0ac9705c2dd6b83ae4a1e13ae70f70a5e1fb8ede9f9b1a47",
        .consent = "bc2cd7b21d541a393e8afda32eb3b9cd4c478fe9e807eeb9651def0942948a21",
        .behaviour = "e1c47a132245ecb765734066f558b4e16875f3d6b5d02dfca6cb9d56bd1ceac3",
        .code = {
            .table = TaggedArgumentsCodec::table(),
            .hold = &iam::glue::hold<TaggedArguments>,
            .call = &TaggedTool::call,
        }
    },
    {
        .name = "two_one",
        .description = "The global one is first.",
        .read_only = true,
        .document = R"json({"name":"two_one","description":"The global one is first.","inputSchema":{"type":"object","properties":{"two":{"$ref":"#/$defs/Node"},"one":{"$ref":"#/$defs/a__Node"}},"required":["two","one"],"additionalProperties":false,"$defs":{"Node":{"type":"object","properties":{"y":{"type":"boolean"},"in":{"type":"array","items":{"$ref":"#/$defs/Node"}}},"required":["y","in"],"additionalProperties":false},"a__Node":{"type":"object","properties":{"x":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"in":{"type":"array","items":{"$ref":"#/$defs/a__Node"}}},"required":["x","in"],"additionalProperties":false}}},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::two_one","source":{"file":"input.hpp","line":50}}}})json",
        .wire = "512ed44cfa6d962fbb0fcc3d6bc800186b2ea1c25ff96c076a9b1c1ff36a30a6",
        .consent = "309a1add599ad7026ba265b55d8c4e5af4621359630b729533cd6d81ce03aeaf",
        .behaviour = "9c4ce1a6c1a548e7ac7c9e243995bdc4526ebbcfb7bc0595a4648ab48df03737",
        .code = {
            .table = TwoOneArgumentsCodec::table(),
            .hold = &iam::glue::hold<TwoOneArguments>,
            .call = &TwoOneTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
