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
#include <iam/tool/codecs/enum.hpp>
#include <iam/tool/glue.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(static_cast<unsigned long long>(::desk::Colour::red) == 0ull);
static_assert(static_cast<unsigned long long>(::desk::Colour::green) == 7ull);
static_assert(static_cast<unsigned long long>(::desk::Size::small) == 0ull);
static_assert(static_cast<unsigned long long>(::desk::Size::large) == 1ull);
static_assert(static_cast<unsigned long long>(::desk::Palette::Ink::black) == 0ull);
static_assert(static_cast<unsigned long long>(::desk::Palette::Ink::blue) == 1ull);
static_assert(sizeof(static_cast<void (*)(::desk::Colour, ::desk::Size, ::desk::Palette::Ink, int, ::desk::Colour)>(&::desk::paint)) > 0);

struct ColourCodec : iam::EnumCodec<ColourCodec, ::desk::Colour> {
    static constexpr std::array<std::string_view, 2> k_names{"red", "green"};
    static constexpr std::array<::desk::Colour, 2> k_values{::desk::Colour::red, ::desk::Colour::green};
};

struct SizeCodec : iam::EnumCodec<SizeCodec, ::desk::Size> {
    static constexpr std::array<std::string_view, 2> k_names{"small", "large"};
    static constexpr std::array<::desk::Size, 2> k_values{::desk::Size::small, ::desk::Size::large};
};

struct InkCodec : iam::EnumCodec<InkCodec, ::desk::Palette::Ink> {
    static constexpr std::array<std::string_view, 2> k_names{"black", "blue"};
    static constexpr std::array<::desk::Palette::Ink, 2> k_values{::desk::Palette::Ink::black, ::desk::Palette::Ink::blue};
};

struct PaintArguments {
    ::desk::Colour colour{};
    ::desk::Size size{};
    ::desk::Palette::Ink ink{};
    int times{};
    ::desk::Colour other = ::desk::Colour::red;
};

struct PaintArgumentsCodec : iam::RecordCodec<PaintArgumentsCodec, PaintArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<ColourCodec>("colour", &PaintArguments::colour),
        iam::required<SizeCodec>("size", &PaintArguments::size),
        iam::required<InkCodec>("ink", &PaintArguments::ink),
        iam::required("times", &PaintArguments::times),
        iam::defaulted<ColourCodec>("other", &PaintArguments::other));
};

struct PaintTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<PaintArguments*>(given);
        ::desk::paint(std::move(arguments.colour), std::move(arguments.size), std::move(arguments.ink), std::move(arguments.times), std::move(arguments.other));
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "paint",
        .description = "Paints.",
        .idempotent = true,
        .document = R"json({"name":"paint","description":"Paints.","inputSchema":{"type":"object","properties":{"colour":{"type":"string","enum":["red","green"],"examples":["green"]},"size":{"type":"string","enum":["small","large"],"examples":["large"]},"ink":{"type":"string","enum":["black","blue"],"examples":["blue"]},"times":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"examples":[12]},"other":{"type":"string","enum":["red","green"],"default":"red"}},"required":["colour","size","ink","times"],"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::paint","source":{"file":"input.hpp","line":15}}}})json",
        .wire = "5e5569ab805bfbe7ec6580cb470a1719861f0dfdffcd012b4f5c7e1c583f9f5e",
        .consent = "d26b7e2174edf9bda80b05efc9140e0c2b090a19832d3165c2bb7ba90c443ba0",
        .behaviour = "50a6033bc06b0cec72d0c2d93dbcc9f2a64cdb191c1647112fd3b21deae9af14",
        .code = {
            .table = PaintArgumentsCodec::table(),
            .hold = &iam::glue::hold<PaintArguments>,
            .call = &PaintTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
