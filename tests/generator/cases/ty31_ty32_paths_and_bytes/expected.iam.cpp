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
#include <iam/tool/codecs/bitset.hpp>
#include <iam/tool/codecs/bytes.hpp>
#include <iam/tool/codecs/path.hpp>
#include <iam/tool/glue.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(std::is_same_v<decltype(::desk::Place::folder), ::std::filesystem::path>);
static_assert(std::is_same_v<decltype(::desk::Place::file), ::std::filesystem::path>);
struct SeenDeskPlace {
    decltype(::desk::Place::folder) folder;
    decltype(::desk::Place::file) file;
};
static_assert(sizeof(SeenDeskPlace) == sizeof(::desk::Place));
static_assert(sizeof(static_cast<int (*)(const ::std::filesystem::path&, int, ::desk::Place)>(&::desk::read)) > 0);
static_assert(sizeof(static_cast<::std::vector<::std::byte> (*)(const ::std::filesystem::path&, ::std::span<const ::std::byte>, ::std::bitset<12>)>(&::desk::write)) > 0);

struct PlaceCodec : iam::RecordCodec<PlaceCodec, ::desk::Place> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted<iam::PathCodec>("folder", &::desk::Place::folder),
        iam::defaulted<iam::PathCodec>("file", &::desk::Place::file));
};

struct ReadArguments {
    ::std::filesystem::path path = iam::glue::parsed<iam::PathCodec, ::std::filesystem::path>("\"lamps.txt\"");
    int lines = 3;
    ::desk::Place place = iam::glue::parsed<PlaceCodec, ::desk::Place>("{\"file\":\"\",\"folder\":\"lamps/all\"}");
};

struct ReadArgumentsCodec : iam::RecordCodec<ReadArgumentsCodec, ReadArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted<iam::PathCodec>("path", &ReadArguments::path),
        iam::defaulted("lines", &ReadArguments::lines),
        iam::defaulted<PlaceCodec>("place", &ReadArguments::place));
};

struct ReadTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<ReadArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::read(static_cast<::std::filesystem::path const&>(arguments.path), std::move(arguments.lines), std::move(arguments.place)));
    }
};

struct WriteArguments {
    ::std::filesystem::path path{};
    ::std::vector<::std::byte> content{};
    ::std::bitset<12> mode{};
};

struct WriteArgumentsCodec : iam::RecordCodec<WriteArgumentsCodec, WriteArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<iam::PathCodec>("path", &WriteArguments::path, {.length_min = 1, .length_max = 99}),
        iam::required<iam::BytesCodec>("content", &WriteArguments::content),
        iam::required<iam::BitsetCodec<12>>("mode", &WriteArguments::mode));
};

struct WriteTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<WriteArguments*>(given);
        return iam::glue::reply<iam::BytesCodec>(::desk::write(static_cast<::std::filesystem::path const&>(arguments.path), static_cast<::std::span<const ::std::byte>>(arguments.content), std::move(arguments.mode)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "read",
        .description = "Reads a file.",
        .read_only = true,
        .document = R"json({"name":"read","description":"Reads a file.","inputSchema":{"type":"object","properties":{"path":{"type":"string","default":"lamps.txt"},"lines":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"default":3},"place":{"type":"object","properties":{"folder":{"type":"string","default":"lamps/all"},"file":{"type":"string","default":""}},"additionalProperties":false,"default":{"file":"","folder":"lamps/all"}}},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::read","source":{"file":"input.hpp","line":24},"result_member":"result"}}})json",
        .wire = "f0e7edd0389e63ad76bf36de6c348231ba8a64cb246b415684972d8ffd628b0c",
        .consent = "23c97b22d6971cc93d8468cbd71f4d6b621794588c50ae08e2e300d1590d9820",
        .behaviour = "493d1758edacc5b3cdaedeb595177734c30124739e4352e498533ff19ee28f81",
        .code = {
            .table = ReadArgumentsCodec::table(),
            .hold = &iam::glue::hold<ReadArguments>,
            .call = &ReadTool::call,
        }
    },
    {
        .name = "write",
        .description = "Writes a file.",
        .read_only = true,
        .document = R"json({"name":"write","description":"Writes a file.","inputSchema":{"type":"object","properties":{"path":{"type":"string","minLength":1,"maxLength":99},"content":{"type":"string","pattern":"^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$","contentEncoding":"base64"},"mode":{"type":"string","pattern":"^[01]{12}$"}},"required":["path","content","mode"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"string","pattern":"^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$","contentEncoding":"base64"}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::write","source":{"file":"input.hpp","line":14},"result_member":"result"}}})json",
        .wire = "9adf4a14ce631dd20710a4f9cf0af76e35e6c403af6f6a16bc4ea3de01c6000c",
        .consent = "f060d22e2ef5be8c4ddc9917a25290403095115073362175c408fb4f08117222",
        .behaviour = "99f1105957a8666396514eab148a4918bb0b2900dac20163853f8f9b397c541e",
        .code = {
            .table = WriteArgumentsCodec::table(),
            .hold = &iam::glue::hold<WriteArguments>,
            .call = &WriteTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
