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
#include <iam/tool/glue.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(sizeof(static_cast<void (*)()>(&::desk::beep)) > 0);
static_assert(sizeof(static_cast<int (*)()>(&::desk::count_windows)) > 0);
static_assert(sizeof(static_cast<void (*)()>(&::desk::format_disk)) > 0);
static_assert(sizeof(static_cast<void (*)()>(&::desk::send_mail)) > 0);

struct BeepArguments {
};

struct BeepArgumentsCodec : iam::RecordCodec<BeepArgumentsCodec, BeepArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct BeepTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        ::desk::beep();
        return iam::Reply::done();
    }
};

struct CountWindowsArguments {
};

struct CountWindowsArgumentsCodec : iam::RecordCodec<CountWindowsArgumentsCodec, CountWindowsArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct CountWindowsTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::count_windows());
    }
};

struct FormatDiskArguments {
};

struct FormatDiskArgumentsCodec : iam::RecordCodec<FormatDiskArgumentsCodec, FormatDiskArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct FormatDiskTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        ::desk::format_disk();
        return iam::Reply::done();
    }
};

struct MailArguments {
};

struct MailArgumentsCodec : iam::RecordCodec<MailArgumentsCodec, MailArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct MailTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        ::desk::send_mail();
        return iam::Reply::done();
    }
};

constexpr std::string_view k_mail_tags[] = {"mail", "text"};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "beep",
        .description = "Beeps.",
        .idempotent = true,
        .policy = iam::ToolPolicy::allow,
        .policy_reason = "it only beeps",
        .document = R"json({"name":"beep","description":"Beeps.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"policy":"allow","policy_reason":"it only beeps","hints_stated":["idempotent"],"preview":false,"symbol":"desk::beep","source":{"file":"input.hpp","line":14}}}})json",
        .wire = "757cefe87fe1297548a87bcbe5b46a2cc3db13681671cfee827442ecb69590a3",
        .consent = "236af4977ba73b6cee5a7ff39139b59ab00d4649a7b212d46ddcb976dd1f455c",
        .behaviour = "5d9b08429ad24d9de67a21a23033217a0cb533f053a98eae4780afab0aea8797",
        .code = {
            .table = BeepArgumentsCodec::table(),
            .hold = &iam::glue::hold<BeepArguments>,
            .call = &BeepTool::call,
        }
    },
    {
        .name = "count_windows",
        .description = "Counts the windows.",
        .read_only = true,
        .executor = "ui",
        .lazy_outcome = true,
        .document = R"json({"name":"count_windows","description":"Counts the windows.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"executor":"ui","symbol":"desk::count_windows","source":{"file":"input.hpp","line":17},"result_member":"result"}}})json",
        .wire = "f37aea5d1d8449803a2a5b6b4a25d8715d6ee96cfe9dae9c9bdb22aa45151380",
        .consent = "12e33777a56cab37925315fc9b344462508d6215981db1541fc05d1d3edd7863",
        .behaviour = "8774e15aefbbbe8dd09324f8de833c88823b8ed23080ac7400aff97611a5bd3f",
        .code = {
            .table = CountWindowsArgumentsCodec::table(),
            .hold = &iam::glue::hold<CountWindowsArguments>,
            .call = &CountWindowsTool::call,
        }
    },
    {
        .name = "format_disk",
        .description = "Formats the disk.",
        .destructive = true,
        .policy = iam::ToolPolicy::deny,
        .document = R"json({"name":"format_disk","description":"Formats the disk.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"annotations":{"destructiveHint":true},"_meta":{"iam/contract":{"policy":"deny","hints_stated":["destructive"],"preview":false,"symbol":"desk::format_disk","source":{"file":"input.hpp","line":20}}}})json",
        .wire = "757cefe87fe1297548a87bcbe5b46a2cc3db13681671cfee827442ecb69590a3",
        .consent = "0a62a35a7146804ed14ab77c67c3ffcc1dbdedba29030b7c4a748e0f97b5ca8c",
        .behaviour = "cf52d7867fb26d7bcf13b65e77c1b36c82b3d46cac31bfe4d4bb6cbe72b3814a",
        .code = {
            .table = FormatDiskArgumentsCodec::table(),
            .hold = &iam::glue::hold<FormatDiskArguments>,
            .call = &FormatDiskTool::call,
        }
    },
    {
        .name = "mail",
        .title = "Send mail",
        .description = "Sends mail.",
        .read_only = false,
        .destructive = false,
        .idempotent = false,
        .open_world = true,
        .policy = iam::ToolPolicy::confirm,
        .timeout_ms = 5000,
        .tags = k_mail_tags,
        .since = "1.2",
        .deprecated = "use post",
        .document = R"json({"name":"mail","title":"Send mail","description":"Sends mail.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"annotations":{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":false,"openWorldHint":true},"_meta":{"iam/contract":{"policy":"confirm","hints_stated":["read_only","destructive","idempotent","open_world"],"preview":false,"timeout_ms":5000,"tags":["mail","text"],"since":"1.2","deprecated":"use post","symbol":"desk::send_mail","source":{"file":"input.hpp","line":11}}}})json",
        .wire = "757cefe87fe1297548a87bcbe5b46a2cc3db13681671cfee827442ecb69590a3",
        .consent = "7cc9f59deea325bb1b6270c3654aae881095895018bc3383668b2d5039af8027",
        .behaviour = "980442eb2b7a1b41b4f7806c9c53f6d806a9cbfe3d1e981fb906ff15fbd83dd6",
        .code = {
            .table = MailArgumentsCodec::table(),
            .hold = &iam::glue::hold<MailArguments>,
            .call = &MailTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
