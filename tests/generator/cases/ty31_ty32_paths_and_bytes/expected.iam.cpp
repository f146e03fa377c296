// Made by iam-gen 0.1.0 from input.hpp. Changes here are lost.
#if defined(__GNUC__)
// The header may call deprecated what is offered all the same.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif
#include "input.hpp"

#include <iam/tool/codec_bitset.hpp>
#include <iam/tool/codec_bytes.hpp>
#include <iam/tool/codec_path.hpp>
#include <iam/tool/glue.hpp>

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

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
