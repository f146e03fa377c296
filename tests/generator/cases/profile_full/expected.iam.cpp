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
#include <iam/tool/glue.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(sizeof(unsigned long) == 8);
static_assert(sizeof(long) == 8);
static_assert(static_cast<unsigned long long>(::desk::Volume::low) == 0ull);
static_assert(static_cast<unsigned long long>(::desk::Volume::high) == 1ull);
static_assert(static_cast<unsigned long long>(::desk::Volume::loud) == 1ull);
static_assert(static_cast<unsigned long long>(::desk::Plain::one) == 0ull);
static_assert(static_cast<unsigned long long>(::desk::Plain::two) == 1ull);
static_assert(static_cast<unsigned long long>(::desk::Days::monday) == 1ull);
static_assert(static_cast<unsigned long long>(::desk::Days::friday) == 2ull);
static_assert(sizeof(static_cast<float (*)(long long, unsigned long, float, ::std::vector<long>)>(&::desk::add)) > 0);
static_assert(sizeof(static_cast<::desk::Volume (*)(::desk::Volume, ::std::vector<::desk::Volume>, ::desk::Plain, ::desk::Days)>(&::desk::ring)) > 0);

struct VolumeCodec : iam::EnumCodec<VolumeCodec, ::desk::Volume> {
    static constexpr std::array<std::string_view, 3> k_names{"low", "high", "loud"};
    static constexpr std::array<::desk::Volume, 3> k_values{::desk::Volume::low, ::desk::Volume::high, ::desk::Volume::loud};
};

struct PlainCodec : iam::EnumCodec<PlainCodec, ::desk::Plain> {
    static constexpr std::array<std::string_view, 2> k_names{"one", "two"};
    static constexpr std::array<::desk::Plain, 2> k_values{::desk::Plain::one, ::desk::Plain::two};
};

struct DaysCodec : iam::FlagsCodec<DaysCodec, ::desk::Days> {
    static constexpr std::array<std::string_view, 2> k_names{"monday", "friday"};
    static constexpr std::array<::desk::Days, 2> k_values{::desk::Days::monday, ::desk::Days::friday};
};

struct AddArguments {
    long long a{};
    unsigned long b{};
    float c{};
    ::std::vector<long> d{};
};

struct AddArgumentsCodec : iam::RecordCodec<AddArgumentsCodec, AddArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("a", &AddArguments::a),
        iam::required("b", &AddArguments::b),
        iam::required("c", &AddArguments::c),
        iam::required("d", &AddArguments::d));
};

struct AddTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<AddArguments*>(given);
        return iam::glue::reply<iam::FloatCodec<float>>(::desk::add(std::move(arguments.a), std::move(arguments.b), std::move(arguments.c), std::move(arguments.d)));
    }
};

struct RingArguments {
    ::desk::Volume volume{};
    ::std::vector<::desk::Volume> later{};
    ::desk::Plain plain = ::desk::Plain::two;
    ::desk::Days days = iam::glue::parsed<DaysCodec, ::desk::Days>("[\"friday\"]");
};

struct RingArgumentsCodec : iam::RecordCodec<RingArgumentsCodec, RingArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<VolumeCodec>("volume", &RingArguments::volume),
        iam::required<iam::SequenceCodec<VolumeCodec, ::std::vector<::desk::Volume>>>("later", &RingArguments::later),
        iam::defaulted<PlainCodec>("plain", &RingArguments::plain),
        iam::defaulted<DaysCodec>("days", &RingArguments::days));
};

struct RingTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<RingArguments*>(given);
        return iam::glue::reply<VolumeCodec>(::desk::ring(std::move(arguments.volume), std::move(arguments.later), std::move(arguments.plain), std::move(arguments.days)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "add",
        .description = "Adds.",
        .read_only = true,
        .document = R"json({"name":"add","description":"Adds.","inputSchema":{"type":"object","properties":{"a":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807},"b":{"type":"integer","minimum":0,"maximum":18446744073709551615},"c":{"type":"number","minimum":-3.4028234663852886e+38,"maximum":3.4028234663852886e+38},"d":{"type":"array","items":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}}},"required":["a","b","c","d"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"number","minimum":-3.4028234663852886e+38,"maximum":3.4028234663852886e+38}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::add","source":{"file":"input.hpp","line":24},"result_member":"result"}}})json",
        .wire = "6c5ed6e76a017d232c0b7ac8327ed755b7bd4454081572e3aaabf48b9b3326ad",
        .consent = "6c9eeade1ab429e432654406cb7ff7a1d927e9d4abdf29e8785c6437a3ffdc17",
        .behaviour = "f7aab1570cfc17bb0a7623d05f24ebc2cb7d8185bd4b9baf16cd7b424e75bfaa",
        .code = {
            .table = AddArgumentsCodec::table(),
            .hold = &iam::glue::hold<AddArguments>,
            .call = &AddTool::call,
        }
    },
    {
        .name = "ring",
        .description = "Rings.",
        .idempotent = false,
        .document = R"json({"name":"ring","description":"Rings.","inputSchema":{"type":"object","properties":{"volume":{"type":"string","oneOf":[{"const":"low","title":"at night"},{"const":"high"},{"const":"loud","title":"the same"}],"description":"How loud."},"later":{"type":"array","items":{"type":"string","oneOf":[{"const":"low","title":"at night"},{"const":"high"},{"const":"loud","title":"the same"}],"description":"How loud."}},"plain":{"type":"string","enum":["one","two"],"default":"two"},"days":{"type":"array","items":{"type":"string","enum":["monday","friday"]},"uniqueItems":true,"description":"- monday: the first one","default":["friday"]}},"required":["volume","later"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"string","oneOf":[{"const":"low","title":"at night"},{"const":"high"},{"const":"loud","title":"the same"}],"description":"How loud."}},"required":["result"],"additionalProperties":false},"annotations":{"idempotentHint":false},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::ring","source":{"file":"input.hpp","line":20},"result_member":"result"}}})json",
        .wire = "b610fcc8d28253ad6ed9becfc05c2b22a33c95a9f597604b51e9be103af5f17c",
        .consent = "4730f1abe2ca15c7b7ae5215f6358db972b419745304ff72f4e0a77a1657e202",
        .behaviour = "345cb00b37d530d6cd20c1f680a90e176c292423f704306ee385b6a5fb49510f",
        .code = {
            .table = RingArgumentsCodec::table(),
            .hold = &iam::glue::hold<RingArguments>,
            .call = &RingTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
