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
#include <iam/tool/codecs/text.hpp>
#include <iam/tool/glue.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(std::is_same_v<decltype(::desk::Plate::country), char[3]>);
static_assert(std::is_same_v<decltype(::desk::Plate::letter), char>);
static_assert(std::is_same_v<decltype(::desk::Plate::note), ::std::basic_string<char8_t>>);
struct SeenDeskPlate {
    decltype(::desk::Plate::country) country;
    decltype(::desk::Plate::letter) letter;
    decltype(::desk::Plate::note) note;
};
static_assert(sizeof(SeenDeskPlate) == sizeof(::desk::Plate));
static_assert(__builtin_offsetof(SeenDeskPlate, country) == __builtin_offsetof(::desk::Plate, country));
static_assert(__builtin_offsetof(SeenDeskPlate, letter) == __builtin_offsetof(::desk::Plate, letter));
static_assert(__builtin_offsetof(SeenDeskPlate, note) == __builtin_offsetof(::desk::Plate, note));
static_assert(sizeof(static_cast<::desk::Plate (*)(::desk::Plate, char, const char*)>(&::desk::find)) > 0);

struct PlateCodec : iam::RecordCodec<PlateCodec, ::desk::Plate> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted<iam::CharArrayCodec<3>>("country", &::desk::Plate::country),
        iam::required<iam::CharacterCodec>("letter", &::desk::Plate::letter),
        iam::defaulted<iam::U8StringCodec>("note", &::desk::Plate::note));
};

struct FindArguments {
    ::desk::Plate plate{};
    char row = iam::glue::parsed<iam::CharacterCodec, char>("\"a\"");
    const char* hint = "none";
};

struct FindArgumentsCodec : iam::RecordCodec<FindArgumentsCodec, FindArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<PlateCodec>("plate", &FindArguments::plate),
        iam::defaulted<iam::CharacterCodec>("row", &FindArguments::row),
        iam::defaulted<iam::CStringCodec>("hint", &FindArguments::hint));
};

struct FindTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<FindArguments*>(given);
        return iam::glue::reply<PlateCodec>(::desk::find(std::move(arguments.plate), std::move(arguments.row), std::move(arguments.hint)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "find",
        .description = "Finds a car.",
        .read_only = true,
        .document = R"json({"name":"find","description":"Finds a car.","inputSchema":{"type":"object","properties":{"plate":{"type":"object","properties":{"country":{"type":"string","maxLength":2,"default":"de"},"letter":{"type":"string","minLength":1,"maxLength":1,"pattern":"^[\\u0001-\\u007f]$"},"note":{"type":"string","default":"ü"}},"required":["letter"],"additionalProperties":false},"row":{"type":"string","minLength":1,"maxLength":1,"pattern":"^[\\u0001-\\u007f]$","default":"a"},"hint":{"type":"string","default":"none"}},"required":["plate"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"country":{"type":"string","maxLength":2,"default":"de"},"letter":{"type":"string","minLength":1,"maxLength":1,"pattern":"^[\\u0001-\\u007f]$"},"note":{"type":"string","default":"ü"}},"required":["letter"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::find","source":{"file":"input.hpp","line":16}}}})json",
        .wire = "813af094cf43abc998f70f8644f3b71f9a1a89b67ad4422ee35e3deb00bfd07b",
        .consent = "72c9bdf91b2c07d210858550c75bf45b1ce29e85967f28d56195eb9d76b4919b",
        .behaviour = "4b2553439dc92e8d0003ee1f773a0ce197b3be568ece265d3f97be12c82d1cf9",
        .code = {
            .table = FindArgumentsCodec::table(),
            .hold = &iam::glue::hold<FindArguments>,
            .call = &FindTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
