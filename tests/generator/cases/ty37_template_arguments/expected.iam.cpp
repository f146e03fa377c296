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
