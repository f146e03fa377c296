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
static_assert(static_cast<unsigned long long>(::desk::Mode::fast) == 0ull);
static_assert(static_cast<unsigned long long>(::desk::Mode::safe) == 1ull);
static_assert(std::is_same_v<decltype(::desk::Point::x), int>);
static_assert(std::is_same_v<decltype(::desk::Point::y), int>);
struct SeenDeskPoint {
    decltype(::desk::Point::x) x;
    decltype(::desk::Point::y) y;
};
static_assert(sizeof(SeenDeskPoint) == sizeof(::desk::Point));
static_assert(__builtin_offsetof(SeenDeskPoint, x) == __builtin_offsetof(::desk::Point, x));
static_assert(__builtin_offsetof(SeenDeskPoint, y) == __builtin_offsetof(::desk::Point, y));
static_assert(sizeof(static_cast<void (*)(bool, int, unsigned int, double, float, ::std::string, ::desk::Mode, ::desk::Point, ::desk::Point, ::std::basic_string_view<char>, ::std::string)>(&::desk::run)) > 0);

struct ModeCodec : iam::EnumCodec<ModeCodec, ::desk::Mode> {
    static constexpr std::array<std::string_view, 2> k_names{"fast", "safe"};
    static constexpr std::array<::desk::Mode, 2> k_values{::desk::Mode::fast, ::desk::Mode::safe};
};

struct PointCodec : iam::RecordCodec<PointCodec, ::desk::Point> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted("x", &::desk::Point::x),
        iam::defaulted("y", &::desk::Point::y));
};

struct RunArguments {
    bool dry = true;
    int count = -5;
    unsigned int limit = 12;
    double pace = 0.1;
    float factor = 0.1F;
    ::std::string name = "a \"b\"\n";
    ::desk::Mode mode = ::desk::Mode::safe;
    ::desk::Point from = iam::glue::parsed<PointCodec, ::desk::Point>("{\"x\":1,\"y\":2}");
    ::desk::Point to = iam::glue::parsed<PointCodec, ::desk::Point>("{\"x\":3,\"y\":4}");
    ::std::string_view tag = "x";
    ::std::string empty = "";
};

struct RunArgumentsCodec : iam::RecordCodec<RunArgumentsCodec, RunArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted("dry", &RunArguments::dry),
        iam::defaulted("count", &RunArguments::count),
        iam::defaulted("limit", &RunArguments::limit),
        iam::defaulted("pace", &RunArguments::pace),
        iam::defaulted("factor", &RunArguments::factor),
        iam::defaulted("name", &RunArguments::name),
        iam::defaulted<ModeCodec>("mode", &RunArguments::mode),
        iam::defaulted<PointCodec>("from", &RunArguments::from),
        iam::defaulted<PointCodec>("to", &RunArguments::to),
        iam::defaulted("tag", &RunArguments::tag),
        iam::defaulted("empty", &RunArguments::empty));
};

struct RunTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<RunArguments*>(given);
        ::desk::run(std::move(arguments.dry), std::move(arguments.count), std::move(arguments.limit), std::move(arguments.pace), std::move(arguments.factor), std::move(arguments.name), std::move(arguments.mode), std::move(arguments.from), std::move(arguments.to), std::move(arguments.tag), std::move(arguments.empty));
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "run",
        .description = "Runs.",
        .idempotent = false,
        .document = R"json({"name":"run","description":"Runs.","inputSchema":{"type":"object","properties":{"dry":{"type":"boolean","default":true},"count":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"how often","default":-5},"limit":{"type":"integer","minimum":0,"maximum":4294967295,"default":12},"pace":{"type":"number","default":0.1},"factor":{"type":"number","default":0.1},"name":{"type":"string","default":"a \"b\"\n"},"mode":{"type":"string","enum":["fast","safe"],"default":"safe"},"from":{"type":"object","properties":{"x":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"default":1},"y":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"default":2}},"additionalProperties":false,"default":{"x":1,"y":2}},"to":{"type":"object","properties":{"x":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"default":1},"y":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"default":2}},"additionalProperties":false,"default":{"x":3,"y":4}},"tag":{"type":"string","default":"x"},"empty":{"type":"string","default":""}},"additionalProperties":false},"annotations":{"idempotentHint":false},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::run","source":{"file":"input.hpp","line":19}}}})json",
        .full_schemas = R"json({"inputSchema":{"type":"object","properties":{"dry":{"type":"boolean","default":true},"count":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"how often","default":-5},"limit":{"type":"integer","minimum":0,"maximum":4294967295,"default":12},"pace":{"type":"number","default":0.1},"factor":{"type":"number","minimum":-3.4028234663852886e+38,"maximum":3.4028234663852886e+38,"default":0.1},"name":{"type":"string","default":"a \"b\"\n"},"mode":{"type":"string","enum":["fast","safe"],"default":"safe"},"from":{"type":"object","properties":{"x":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"default":1},"y":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"default":2}},"additionalProperties":false,"default":{"x":1,"y":2}},"to":{"type":"object","properties":{"x":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"default":1},"y":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"default":2}},"additionalProperties":false,"default":{"x":3,"y":4}},"tag":{"type":"string","default":"x"},"empty":{"type":"string","default":""}},"additionalProperties":false}})json",
        .wire = "2b0d026e37a487f84a275d3938d31d72af31559d78f69c3db002d499d05be5c0",
        .consent = "3ca6eb8f9bb0cbda8874b16be6485eb8f84f216cbf44073f8fa63211054d1cc6",
        .behaviour = "d48bd98aa7a2b4ac89e59f558dd9a8cb62c6428d92fee381c6a255639c5945ed",
        .code = {
            .table = RunArgumentsCodec::table(),
            .hold = &iam::glue::hold<RunArguments>,
            .call = &RunTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
