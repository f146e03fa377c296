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
static_assert(std::is_same_v<decltype(::desk::Paint<::desk::Colour::green>::drops), int>);
struct SeenDeskPaintDeskColourGreen {
    decltype(::desk::Paint<::desk::Colour::green>::drops) drops;
};
static_assert(sizeof(SeenDeskPaintDeskColourGreen) == sizeof(::desk::Paint<::desk::Colour::green>));
static_assert(__builtin_offsetof(SeenDeskPaintDeskColourGreen, drops) == __builtin_offsetof(::desk::Paint<::desk::Colour::green>, drops));
static_assert(std::is_same_v<decltype(::desk::Paint<static_cast<::desk::Colour>(7)>::drops), int>);
struct SeenDeskPaintStaticCastDeskColour7 {
    decltype(::desk::Paint<static_cast<::desk::Colour>(7)>::drops) drops;
};
static_assert(sizeof(SeenDeskPaintStaticCastDeskColour7) == sizeof(::desk::Paint<static_cast<::desk::Colour>(7)>));
static_assert(__builtin_offsetof(SeenDeskPaintStaticCastDeskColour7, drops) == __builtin_offsetof(::desk::Paint<static_cast<::desk::Colour>(7)>, drops));
static_assert(std::is_same_v<decltype(::desk::Cut<::desk::Shape::square>::edges), int>);
struct SeenDeskCutDeskShapeSquare {
    decltype(::desk::Cut<::desk::Shape::square>::edges) edges;
};
static_assert(sizeof(SeenDeskCutDeskShapeSquare) == sizeof(::desk::Cut<::desk::Shape::square>));
static_assert(__builtin_offsetof(SeenDeskCutDeskShapeSquare, edges) == __builtin_offsetof(::desk::Cut<::desk::Shape::square>, edges));
static_assert(std::is_same_v<decltype(::desk::Of<::desk::Pen* const>::count), int>);
struct SeenDeskOfDeskPenConst {
    decltype(::desk::Of<::desk::Pen* const>::count) count;
};
static_assert(sizeof(SeenDeskOfDeskPenConst) == sizeof(::desk::Of<::desk::Pen* const>));
static_assert(__builtin_offsetof(SeenDeskOfDeskPenConst, count) == __builtin_offsetof(::desk::Of<::desk::Pen* const>, count));
static_assert(std::is_same_v<decltype(::desk::Of<const ::desk::Pen* const*>::count), int>);
struct SeenDeskOfConstDeskPenConst {
    decltype(::desk::Of<const ::desk::Pen* const*>::count) count;
};
static_assert(sizeof(SeenDeskOfConstDeskPenConst) == sizeof(::desk::Of<const ::desk::Pen* const*>));
static_assert(__builtin_offsetof(SeenDeskOfConstDeskPenConst, count) == __builtin_offsetof(::desk::Of<const ::desk::Pen* const*>, count));
static_assert(std::is_same_v<decltype(::desk::At<&::desk::counter, &::desk::ring>::number), int>);
struct SeenDeskAtDeskCounterDeskRing {
    decltype(::desk::At<&::desk::counter, &::desk::ring>::number) number;
};
static_assert(sizeof(SeenDeskAtDeskCounterDeskRing) == sizeof(::desk::At<&::desk::counter, &::desk::ring>));
static_assert(__builtin_offsetof(SeenDeskAtDeskCounterDeskRing, number) == __builtin_offsetof(::desk::At<&::desk::counter, &::desk::ring>, number));
static_assert(std::is_same_v<decltype(::desk::At<nullptr, nullptr>::number), int>);
struct SeenDeskAtNullptrNullptr {
    decltype(::desk::At<nullptr, nullptr>::number) number;
};
static_assert(sizeof(SeenDeskAtNullptrNullptr) == sizeof(::desk::At<nullptr, nullptr>));
static_assert(__builtin_offsetof(SeenDeskAtNullptrNullptr, number) == __builtin_offsetof(::desk::At<nullptr, nullptr>, number));
static_assert(std::is_same_v<decltype(::desk::By<::desk::counter>::number), int>);
struct SeenDeskByDeskCounter {
    decltype(::desk::By<::desk::counter>::number) number;
};
static_assert(sizeof(SeenDeskByDeskCounter) == sizeof(::desk::By<::desk::counter>));
static_assert(__builtin_offsetof(SeenDeskByDeskCounter, number) == __builtin_offsetof(::desk::By<::desk::counter>, number));
static_assert(std::is_same_v<decltype(::desk::Made<::desk::Of>::number), int>);
struct SeenDeskMadeDeskOf {
    decltype(::desk::Made<::desk::Of>::number) number;
};
static_assert(sizeof(SeenDeskMadeDeskOf) == sizeof(::desk::Made<::desk::Of>));
static_assert(__builtin_offsetof(SeenDeskMadeDeskOf, number) == __builtin_offsetof(::desk::Made<::desk::Of>, number));
static_assert(std::is_same_v<decltype(::desk::Plain<nullptr, true, 'x', -1>::number), int>);
struct SeenDeskPlainNullptrTrueX1 {
    decltype(::desk::Plain<nullptr, true, 'x', -1>::number) number;
};
static_assert(sizeof(SeenDeskPlainNullptrTrueX1) == sizeof(::desk::Plain<nullptr, true, 'x', -1>));
static_assert(__builtin_offsetof(SeenDeskPlainNullptrTrueX1, number) == __builtin_offsetof(::desk::Plain<nullptr, true, 'x', -1>, number));
static_assert(sizeof(static_cast<void (*)(::desk::Paint<::desk::Colour::green>, ::desk::Paint<static_cast<::desk::Colour>(7)>, ::desk::Cut<::desk::Shape::square>, ::desk::Of<::desk::Pen* const>, ::desk::Of<const ::desk::Pen* const*>, ::desk::At<&::desk::counter, &::desk::ring>, ::desk::At<nullptr, nullptr>, ::desk::By<::desk::counter>, ::desk::Made<::desk::Of>, ::desk::Plain<nullptr, true, 'x', -1>)>(&::desk::open)) > 0);

struct PaintDeskColourGreenCodec : iam::RecordCodec<PaintDeskColourGreenCodec, ::desk::Paint<::desk::Colour::green>> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("drops", &::desk::Paint<::desk::Colour::green>::drops));
};

struct PaintStaticCastDeskColour7Codec : iam::RecordCodec<PaintStaticCastDeskColour7Codec, ::desk::Paint<static_cast<::desk::Colour>(7)>> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("drops", &::desk::Paint<static_cast<::desk::Colour>(7)>::drops));
};

struct CutDeskShapeSquareCodec : iam::RecordCodec<CutDeskShapeSquareCodec, ::desk::Cut<::desk::Shape::square>> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("edges", &::desk::Cut<::desk::Shape::square>::edges));
};

struct OfDeskPenConstCodec : iam::RecordCodec<OfDeskPenConstCodec, ::desk::Of<::desk::Pen* const>> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("count", &::desk::Of<::desk::Pen* const>::count));
};

struct OfConstDeskPenConstCodec : iam::RecordCodec<OfConstDeskPenConstCodec, ::desk::Of<const ::desk::Pen* const*>> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("count", &::desk::Of<const ::desk::Pen* const*>::count));
};

struct AtDeskCounterDeskRingCodec : iam::RecordCodec<AtDeskCounterDeskRingCodec, ::desk::At<&::desk::counter, &::desk::ring>> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("number", &::desk::At<&::desk::counter, &::desk::ring>::number));
};

struct AtNullptrNullptrCodec : iam::RecordCodec<AtNullptrNullptrCodec, ::desk::At<nullptr, nullptr>> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("number", &::desk::At<nullptr, nullptr>::number));
};

struct ByDeskCounterCodec : iam::RecordCodec<ByDeskCounterCodec, ::desk::By<::desk::counter>> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("number", &::desk::By<::desk::counter>::number));
};

struct MadeDeskOfCodec : iam::RecordCodec<MadeDeskOfCodec, ::desk::Made<::desk::Of>> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("number", &::desk::Made<::desk::Of>::number));
};

struct PlainNullptrTrueX1Codec : iam::RecordCodec<PlainNullptrTrueX1Codec, ::desk::Plain<nullptr, true, 'x', -1>> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("number", &::desk::Plain<nullptr, true, 'x', -1>::number));
};

struct OpenArguments {
    ::desk::Paint<::desk::Colour::green> named{};
    ::desk::Paint<static_cast<::desk::Colour>(7)> unnamed{};
    ::desk::Cut<::desk::Shape::square> cut{};
    ::desk::Of<::desk::Pen* const> pen{};
    ::desk::Of<const ::desk::Pen* const*> pens{};
    ::desk::At<&::desk::counter, &::desk::ring> at{};
    ::desk::At<nullptr, nullptr> nowhere{};
    ::desk::By<::desk::counter> by{};
    ::desk::Made<::desk::Of> made{};
    ::desk::Plain<nullptr, true, 'x', -1> plain{};
};

struct OpenArgumentsCodec : iam::RecordCodec<OpenArgumentsCodec, OpenArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<PaintDeskColourGreenCodec>("named", &OpenArguments::named),
        iam::required<PaintStaticCastDeskColour7Codec>("unnamed", &OpenArguments::unnamed),
        iam::required<CutDeskShapeSquareCodec>("cut", &OpenArguments::cut),
        iam::required<OfDeskPenConstCodec>("pen", &OpenArguments::pen),
        iam::required<OfConstDeskPenConstCodec>("pens", &OpenArguments::pens),
        iam::required<AtDeskCounterDeskRingCodec>("at", &OpenArguments::at),
        iam::required<AtNullptrNullptrCodec>("nowhere", &OpenArguments::nowhere),
        iam::required<ByDeskCounterCodec>("by", &OpenArguments::by),
        iam::required<MadeDeskOfCodec>("made", &OpenArguments::made),
        iam::required<PlainNullptrTrueX1Codec>("plain", &OpenArguments::plain));
};

struct OpenTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<OpenArguments*>(given);
        ::desk::open(std::move(arguments.named), std::move(arguments.unnamed), std::move(arguments.cut), std::move(arguments.pen), std::move(arguments.pens), std::move(arguments.at), std::move(arguments.nowhere), std::move(arguments.by), std::move(arguments.made), std::move(arguments.plain));
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "open",
        .description = "Opens.",
        .read_only = true,
        .document = R"json({"name":"open","description":"Opens.","inputSchema":{"type":"object","properties":{"named":{"type":"object","properties":{"drops":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["drops"],"additionalProperties":false},"unnamed":{"type":"object","properties":{"drops":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["drops"],"additionalProperties":false},"cut":{"type":"object","properties":{"edges":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["edges"],"additionalProperties":false},"pen":{"type":"object","properties":{"count":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["count"],"additionalProperties":false},"pens":{"type":"object","properties":{"count":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["count"],"additionalProperties":false},"at":{"type":"object","properties":{"number":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["number"],"additionalProperties":false},"nowhere":{"type":"object","properties":{"number":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["number"],"additionalProperties":false},"by":{"type":"object","properties":{"number":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["number"],"additionalProperties":false},"made":{"type":"object","properties":{"number":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["number"],"additionalProperties":false},"plain":{"type":"object","properties":{"number":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["number"],"additionalProperties":false}},"required":["named","unnamed","cut","pen","pens","at","nowhere","by","made","plain"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::open","source":{"file":"input.hpp","line":46}}}})json",
        .wire = "800fa0848252c3f38a42c903cbbb69fc0a6a6944f206d13e40efabec5cde456b",
        .consent = "178afada487440ba8367c6dd7169808ae60b779bdf4a4b5bf7f3d019a3f9561e",
        .behaviour = "de4cfce6e68b881c110714ff20ec972f5b50c2501bbdbbecf299ec8deee74099",
        .code = {
            .table = OpenArgumentsCodec::table(),
            .hold = &iam::glue::hold<OpenArguments>,
            .call = &OpenTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
