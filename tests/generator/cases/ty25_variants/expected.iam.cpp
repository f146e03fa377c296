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
#include <iam/tool/codecs/enum.hpp>
#include <iam/tool/codecs/optional.hpp>
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
static_assert(static_cast<unsigned long long>(::desk::Side::left) == 0ull);
static_assert(static_cast<unsigned long long>(::desk::Side::right) == 1ull);
static_assert(std::is_same_v<decltype(::desk::Square::side), double>);
struct SeenDeskSquare {
    decltype(::desk::Square::side) side;
};
static_assert(sizeof(SeenDeskSquare) == sizeof(::desk::Square));
static_assert(__builtin_offsetof(SeenDeskSquare, side) == __builtin_offsetof(::desk::Square, side));
static_assert(std::is_same_v<decltype(::desk::Circle::radius), double>);
static_assert(std::is_same_v<decltype(::desk::Circle::zoom), ::std::string>);
struct SeenDeskCircle {
    decltype(::desk::Circle::radius) radius;
    decltype(::desk::Circle::zoom) zoom;
};
static_assert(sizeof(SeenDeskCircle) == sizeof(::desk::Circle));
static_assert(__builtin_offsetof(SeenDeskCircle, radius) == __builtin_offsetof(::desk::Circle, radius));
static_assert(__builtin_offsetof(SeenDeskCircle, zoom) == __builtin_offsetof(::desk::Circle, zoom));
static_assert(std::is_same_v<decltype(::desk::Group::shapes), ::std::vector<::std::variant<::desk::Circle, ::desk::Group, ::desk::Square>>>);
struct SeenDeskGroup {
    decltype(::desk::Group::shapes) shapes;
};
static_assert(sizeof(SeenDeskGroup) == sizeof(::desk::Group));
static_assert(__builtin_offsetof(SeenDeskGroup, shapes) == __builtin_offsetof(::desk::Group, shapes));
static_assert(sizeof(static_cast<::std::optional<::std::variant<::desk::Circle, ::desk::Square>> (*)(const ::std::variant<::std::monostate, bool, int, ::desk::Side, ::std::vector<int>, ::desk::Square>&, ::std::variant<::desk::Square, ::desk::Circle>, ::std::optional<::std::variant<::desk::Group, ::desk::Circle>>, ::std::variant<int, ::std::map<::std::string, int>>)>(&::desk::draw)) > 0);

struct GroupCodec;

struct SideCodec : iam::EnumCodec<SideCodec, ::desk::Side> {
    static constexpr std::array<std::string_view, 2> k_names{"left", "right"};
    static constexpr std::array<::desk::Side, 2> k_values{::desk::Side::left, ::desk::Side::right};
};

struct SquareCodec : iam::RecordCodec<SquareCodec, ::desk::Square> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("side", &::desk::Square::side));
};

struct AnyOfCodec : iam::VariantCodec<AnyOfCodec, ::std::variant<::std::monostate, bool, int, ::desk::Side, ::std::vector<int>, ::desk::Square>, iam::NullCodec, iam::BooleanCodec, iam::IntegerCodec<int>, SideCodec, iam::SequenceCodec<iam::IntegerCodec<int>, ::std::vector<int>>, SquareCodec> {
    static constexpr std::array<iam::Alternative, 6> k_alternatives{{{iam::JsonKind::null}, {iam::JsonKind::boolean}, {iam::JsonKind::number}, {iam::JsonKind::string}, {iam::JsonKind::array}, {iam::JsonKind::object}}};
};

struct CircleCodec : iam::RecordCodec<CircleCodec, ::desk::Circle> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("radius", &::desk::Circle::radius),
        iam::defaulted("zoom", &::desk::Circle::zoom));
};

struct AnyOfCodec2 : iam::VariantCodec<AnyOfCodec2, ::std::variant<::desk::Square, ::desk::Circle>, SquareCodec, CircleCodec> {
    static constexpr std::array<iam::Alternative, 2> k_alternatives{{{iam::JsonKind::object, "Square"}, {iam::JsonKind::object, "circle"}}};
};

struct AnyOfCodec3 : iam::VariantCodec<AnyOfCodec3, ::std::variant<::desk::Circle, ::desk::Group, ::desk::Square>, CircleCodec, GroupCodec, SquareCodec> {
    static constexpr std::array<iam::Alternative, 3> k_alternatives{{{iam::JsonKind::object, "circle"}, {iam::JsonKind::object, "Group"}, {iam::JsonKind::object, "Square"}}};
};

struct GroupCodec : iam::RecordCodec<GroupCodec, ::desk::Group> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<iam::SequenceCodec<AnyOfCodec3, ::std::vector<::std::variant<::desk::Circle, ::desk::Group, ::desk::Square>>>>("shapes", &::desk::Group::shapes));
};

struct AnyOfCodec4 : iam::VariantCodec<AnyOfCodec4, ::std::variant<::desk::Group, ::desk::Circle>, GroupCodec, CircleCodec> {
    static constexpr std::array<iam::Alternative, 2> k_alternatives{{{iam::JsonKind::object, "Group"}, {iam::JsonKind::object, "circle"}}};
};

struct AnyOfCodec5 : iam::VariantCodec<AnyOfCodec5, ::std::variant<int, ::std::map<::std::string, int>>, iam::IntegerCodec<int>, iam::MapCodec<iam::StringKey, iam::IntegerCodec<int>, ::std::map<::std::string, int>>> {
    static constexpr std::array<iam::Alternative, 2> k_alternatives{{{iam::JsonKind::number}, {iam::JsonKind::object}}};
};

struct AnyOfCodec6 : iam::VariantCodec<AnyOfCodec6, ::std::variant<::desk::Circle, ::desk::Square>, CircleCodec, SquareCodec> {
    static constexpr std::array<iam::Alternative, 2> k_alternatives{{{iam::JsonKind::object, "circle"}, {iam::JsonKind::object, "Square"}}};
};

struct DrawArguments {
    ::std::variant<::std::monostate, bool, int, ::desk::Side, ::std::vector<int>, ::desk::Square> anything{};
    ::std::variant<::desk::Square, ::desk::Circle> shape{};
    ::std::optional<::std::variant<::desk::Group, ::desk::Circle>> group{};
    std::optional<::std::variant<int, ::std::map<::std::string, int>>> key{};
};

struct DrawArgumentsCodec : iam::RecordCodec<DrawArgumentsCodec, DrawArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<AnyOfCodec>("anything", &DrawArguments::anything),
        iam::required<AnyOfCodec2>("shape", &DrawArguments::shape),
        iam::defaulted<iam::OptionalCodec<AnyOfCodec4, ::std::variant<::desk::Group, ::desk::Circle>>>("group", &DrawArguments::group),
        iam::defaulted<iam::OptionalCodec<AnyOfCodec5, ::std::variant<int, ::std::map<::std::string, int>>>>("key", &DrawArguments::key).secret());
};

struct DrawTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<DrawArguments*>(given);
        if (!arguments.key) {
            return iam::glue::reply<iam::OptionalCodec<AnyOfCodec6, ::std::variant<::desk::Circle, ::desk::Square>>>(::desk::draw(static_cast<::std::variant<::std::monostate, bool, int, ::desk::Side, ::std::vector<int>, ::desk::Square> const&>(arguments.anything), std::move(arguments.shape), std::move(arguments.group)));
        }
        return iam::glue::reply<iam::OptionalCodec<AnyOfCodec6, ::std::variant<::desk::Circle, ::desk::Square>>>(::desk::draw(static_cast<::std::variant<::std::monostate, bool, int, ::desk::Side, ::std::vector<int>, ::desk::Square> const&>(arguments.anything), std::move(arguments.shape), std::move(arguments.group), std::move(*arguments.key)));
    }
};

constexpr std::string_view k_draw_secret_arguments[] = {"/key"};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "draw",
        .description = "Draws.",
        .read_only = true,
        .secret_arguments = k_draw_secret_arguments,
        .document = R"json({"name":"draw","description":"Draws.","inputSchema":{"type":"object","properties":{"anything":{"anyOf":[{"type":"null"},{"type":"boolean"},{"type":"integer","minimum":-2147483648,"maximum":2147483647},{"type":"string","enum":["left","right"]},{"type":"array","items":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},{"type":"object","properties":{"side":{"type":"number"}},"required":["side"],"additionalProperties":false,"description":"A square."}],"description":"what to draw"},"shape":{"anyOf":[{"type":"object","properties":{"type":{"type":"string","const":"Square"},"side":{"type":"number"}},"required":["type","side"],"additionalProperties":false,"description":"A square."},{"type":"object","properties":{"type":{"type":"string","const":"circle"},"radius":{"type":"number"},"zoom":{"type":"string","default":"none"}},"required":["type","radius"],"additionalProperties":false}],"description":"in what"},"group":{"anyOf":[{"$ref":"#/$defs/Group_tagged"},{"type":"object","properties":{"type":{"type":"string","const":"circle"},"radius":{"type":"number"},"zoom":{"type":"string","default":"none"}},"required":["type","radius"],"additionalProperties":false}],"examples":[{"shapes":[],"type":"Group"}]},"key":{"anyOf":[{"type":"integer","minimum":-2147483648,"maximum":2147483647},{"type":"object","properties":{},"additionalProperties":{"type":"integer","minimum":-2147483648,"maximum":2147483647}}]}},"required":["anything","shape"],"additionalProperties":false,"$defs":{"Group_tagged":{"type":"object","properties":{"type":{"type":"string","const":"Group"},"shapes":{"type":"array","items":{"anyOf":[{"type":"object","properties":{"type":{"type":"string","const":"circle"},"radius":{"type":"number"},"zoom":{"type":"string","default":"none"}},"required":["type","radius"],"additionalProperties":false},{"$ref":"#/$defs/Group_tagged"},{"type":"object","properties":{"type":{"type":"string","const":"Square"},"side":{"type":"number"}},"required":["type","side"],"additionalProperties":false,"description":"A square."}]}}},"required":["type","shapes"],"additionalProperties":false,"description":"Holds shapes."}}},"outputSchema":{"type":"object","properties":{"result":{"anyOf":[{"anyOf":[{"type":"object","properties":{"type":{"type":"string","const":"circle"},"radius":{"type":"number"},"zoom":{"type":"string","default":"none"}},"required":["type","radius"],"additionalProperties":false},{"type":"object","properties":{"type":{"type":"string","const":"Square"},"side":{"type":"number"}},"required":["type","side"],"additionalProperties":false,"description":"A square."}]},{"type":"null"}]}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"secrets":["/key"],"symbol":"desk::draw","source":{"file":"input.hpp","line":36},"result_member":"result"}}})json",
        .wire = "26da4d0156297ddc8dad0e8fb61b76cd203e6566ae7768dcf3c10dfc883d1fdd",
        .consent = "e4db65b3ae97fa58be77e66414cd40a7591f61d7ae35487fcf9e72325a097b42",
        .behaviour = "2e3182588f2a6f89c0e29e8edadd64ffd23e657b9b03df2add06b8196c426a00",
        .code = {
            .table = DrawArgumentsCodec::table(),
            .hold = &iam::glue::hold<DrawArguments>,
            .call = &DrawTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
