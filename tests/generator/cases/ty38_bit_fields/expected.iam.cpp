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
static_assert(std::is_same_v<decltype(::desk::Register::mode), unsigned int>);
static_assert(std::is_same_v<decltype(::desk::Register::shift), int>);
static_assert(std::is_same_v<decltype(::desk::Register::lane), unsigned char>);
static_assert(std::is_same_v<decltype(::desk::Register::enabled), bool>);
static_assert(std::is_same_v<decltype(::desk::Register::wide), unsigned long long>);
static_assert(sizeof(static_cast<::desk::Register (*)(::desk::Register)>(&::desk::set)) > 0);

struct RegisterCodec : iam::RecordCodec<RegisterCodec, ::desk::Register> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required_bits<::desk::Register, iam::IntegerCodec<unsigned int, 3>, unsigned int>("mode", [](const ::desk::Register& object) -> unsigned int { return object.mode; }, [](::desk::Register& object, unsigned int value) { object.mode = value; }),
        iam::defaulted_bits<::desk::Register, iam::IntegerCodec<int, 5>, int>("shift", [](const ::desk::Register& object) -> int { return object.shift; }, [](::desk::Register& object, int value) { object.shift = value; }),
        iam::defaulted_bits<::desk::Register, iam::IntegerCodec<unsigned char, 4>, unsigned char>("lane", [](const ::desk::Register& object) -> unsigned char { return object.lane; }, [](::desk::Register& object, unsigned char value) { object.lane = value; }, {.low = 1, .high = 4}),
        iam::defaulted_bits<::desk::Register, iam::BooleanCodec, bool>("enabled", [](const ::desk::Register& object) -> bool { return object.enabled; }, [](::desk::Register& object, bool value) { object.enabled = value; }),
        iam::defaulted_bits<::desk::Register, iam::IntegerCodec<unsigned long long, 40>, unsigned long long>("wide", [](const ::desk::Register& object) -> unsigned long long { return object.wide; }, [](::desk::Register& object, unsigned long long value) { object.wide = value; }));
};

struct SetArguments {
    ::desk::Register value{};
};

struct SetArgumentsCodec : iam::RecordCodec<SetArgumentsCodec, SetArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<RegisterCodec>("value", &SetArguments::value));
};

struct SetTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<SetArguments*>(given);
        return iam::glue::reply<RegisterCodec>(::desk::set(std::move(arguments.value)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "set",
        .description = "Sets it.",
        .read_only = true,
        .document = R"json({"name":"set","description":"Sets it.","inputSchema":{"type":"object","properties":{"value":{"type":"object","properties":{"mode":{"type":"integer","minimum":0,"maximum":7},"shift":{"type":"integer","minimum":-16,"maximum":15,"default":-2},"lane":{"type":"integer","minimum":1,"maximum":4,"default":1},"enabled":{"type":"boolean","default":true},"wide":{"type":"integer","minimum":0,"maximum":1099511627775,"default":7}},"required":["mode"],"additionalProperties":false}},"required":["value"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"mode":{"type":"integer","minimum":0,"maximum":7},"shift":{"type":"integer","minimum":-16,"maximum":15,"default":-2},"lane":{"type":"integer","minimum":1,"maximum":4,"default":1},"enabled":{"type":"boolean","default":true},"wide":{"type":"integer","minimum":0,"maximum":1099511627775,"default":7}},"required":["mode"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::set","source":{"file":"input.hpp","line":16}}}})json",
        .wire = "a16bb604b4d2ceca5bf5a1d0957fa69845ad83009ba21fe477476c2d55d434af",
        .consent = "d976a9dabe94f6e7bb954f80117d9414f66a28f9e563ec98cb6910d56cbc159a",
        .behaviour = "e6e923eb01991259210e8dc24d2d17b3d055c5d1b4cb2403924aa11b6a82c654",
        .code = {
            .table = SetArgumentsCodec::table(),
            .hold = &iam::glue::hold<SetArguments>,
            .call = &SetTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
