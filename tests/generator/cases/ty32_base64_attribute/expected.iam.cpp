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
#include <iam/tool/codecs/bytes.hpp>
#include <iam/tool/codecs/container.hpp>
#include <iam/tool/codecs/optional.hpp>
#include <iam/tool/glue.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(std::is_same_v<decltype(::desk::Blob::bytes), ::std::vector<unsigned char>>);
static_assert(std::is_same_v<decltype(::desk::Blob::numbers), ::std::vector<unsigned char>>);
struct SeenDeskBlob {
    decltype(::desk::Blob::bytes) bytes;
    decltype(::desk::Blob::numbers) numbers;
};
static_assert(sizeof(SeenDeskBlob) == sizeof(::desk::Blob));
static_assert(__builtin_offsetof(SeenDeskBlob, bytes) == __builtin_offsetof(::desk::Blob, bytes));
static_assert(__builtin_offsetof(SeenDeskBlob, numbers) == __builtin_offsetof(::desk::Blob, numbers));
static_assert(sizeof(static_cast<::desk::Blob (*)(const ::std::vector<unsigned char>&, ::std::span<const unsigned char>, ::std::optional<::std::vector<unsigned char>>)>(&::desk::read)) > 0);

struct BlobCodec : iam::RecordCodec<BlobCodec, ::desk::Blob> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<iam::BytesCodec>("bytes", &::desk::Blob::bytes),
        iam::required("numbers", &::desk::Blob::numbers));
};

struct ReadArguments {
    ::std::vector<unsigned char> a{};
    ::std::vector<unsigned char> b{};
    ::std::optional<::std::vector<unsigned char>> c{};
};

struct ReadArgumentsCodec : iam::RecordCodec<ReadArgumentsCodec, ReadArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<iam::BytesCodec>("a", &ReadArguments::a),
        iam::required<iam::BytesCodec>("b", &ReadArguments::b),
        iam::defaulted<iam::OptionalCodec<iam::BytesCodec, ::std::vector<unsigned char>>>("c", &ReadArguments::c));
};

struct ReadTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<ReadArguments*>(given);
        return iam::glue::reply<BlobCodec>(::desk::read(static_cast<::std::vector<unsigned char> const&>(arguments.a), static_cast<::std::span<const unsigned char>>(arguments.b), std::move(arguments.c)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "read",
        .description = "Reads.",
        .read_only = true,
        .document = R"json({"name":"read","description":"Reads.","inputSchema":{"type":"object","properties":{"a":{"type":"string","pattern":"^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$","contentEncoding":"base64"},"b":{"type":"string","pattern":"^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$","contentEncoding":"base64"},"c":{"type":"string","pattern":"^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$","contentEncoding":"base64","examples":["AQI="]}},"required":["a","b"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"bytes":{"type":"string","pattern":"^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$","contentEncoding":"base64"},"numbers":{"type":"array","items":{"type":"integer","minimum":0,"maximum":255}}},"required":["bytes","numbers"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::read","source":{"file":"input.hpp","line":19}}}})json",
        .wire = "87ae1ae079c70a9544ef40f3a3570d7c32810171dbd5036390c1f5fdc34d465f",
        .consent = "a6280de89be167e67d05f3663ec4605edd7621e89ee47e7269aea426761ed1e2",
        .behaviour = "f6966f2837f0bd885f7cef4b972f9ff97dcb9f0a4d4bc67fc288da51c93141b2",
        .code = {
            .table = ReadArgumentsCodec::table(),
            .hold = &iam::glue::hold<ReadArguments>,
            .call = &ReadTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
