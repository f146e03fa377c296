// Made by iam-gen 0.1.0 from input.hpp. Changes here are lost.
#if defined(__GNUC__)
// The header may call deprecated what is offered all the same.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
// No conversion fits a bit-field without a warning; decoders have checked its value.
#pragma GCC diagnostic ignored "-Wconversion"
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
static_assert(std::is_same_v<decltype(::desk::Size::id), int>);
static_assert(std::is_same_v<decltype(::desk::Size::width), int>);
static_assert(std::is_same_v<decltype(::desk::Size::height), int>);
static_assert(std::is_same_v<decltype(::desk::Size::depth), unsigned int>);
static_assert(std::is_same_v<decltype(::desk::Size::scale), double>);
static_assert(sizeof(static_cast<int (*)(::desk::Size, ::desk::Size)>(&::desk::take)) > 0);

struct SizeCodec : iam::RecordCodec<SizeCodec, ::desk::Size> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("id", &::desk::Size::id),
        iam::defaulted("width", &::desk::Size::width),
        iam::required("height", &::desk::Size::height, {.low = 1, .high = 9}),
        iam::required_bits<::desk::Size, iam::IntegerCodec<unsigned int, 3>, unsigned int>("depth", [](const ::desk::Size& object) -> unsigned int { return object.depth; }, [](::desk::Size& object, unsigned int value) { object.depth = value; }),
        iam::defaulted("scale", &::desk::Size::scale));
};

struct TakeArguments {
    ::desk::Size size{};
    ::desk::Size usual = iam::glue::parsed<SizeCodec, ::desk::Size>("{\"depth\":4,\"height\":3,\"id\":1,\"scale\":5,\"width\":2}");
};

struct TakeArgumentsCodec : iam::RecordCodec<TakeArgumentsCodec, TakeArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<SizeCodec>("size", &TakeArguments::size),
        iam::defaulted<SizeCodec>("usual", &TakeArguments::usual));
};

struct TakeTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<TakeArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::take(std::move(arguments.size), std::move(arguments.usual)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "take",
        .description = "Takes it.",
        .read_only = true,
        .document = R"json({"name":"take","description":"Takes it.","inputSchema":{"type":"object","properties":{"size":{"type":"object","properties":{"id":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"width":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"in characters","default":80},"height":{"type":"integer","minimum":1,"maximum":9},"depth":{"type":"integer","minimum":0,"maximum":7},"scale":{"type":"number","default":2}},"required":["id","height","depth"],"additionalProperties":false},"usual":{"type":"object","properties":{"id":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"width":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"in characters","default":80},"height":{"type":"integer","minimum":1,"maximum":9},"depth":{"type":"integer","minimum":0,"maximum":7},"scale":{"type":"number","default":2}},"required":["id","height","depth"],"additionalProperties":false,"default":{"depth":4,"height":3,"id":1,"scale":5,"width":2}}},"required":["size"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::take","source":{"file":"input.hpp","line":21},"result_member":"result"}}})json",
        .wire = "806ceac3203974a11691e2b22bf392958ad653687994125f85ed0d296d268339",
        .consent = "9ab744d7ab863849684d906af29d7d2a3eaed4c60afb457c416a23064104a73e",
        .behaviour = "890bef83179a13aaed92d37b8ce775e789d36b31aad86ab13986f47faa2fe28d",
        .code = {
            .table = TakeArgumentsCodec::table(),
            .hold = &iam::glue::hold<TakeArguments>,
            .call = &TakeTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
