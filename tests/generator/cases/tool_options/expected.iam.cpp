// Made by iam-gen 0.1.0 from input.hpp. Changes here are lost.
#if defined(__GNUC__)
// The header may call deprecated what is offered all the same.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif
#include "input.hpp"

#include <iam/tool/glue.hpp>

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

struct BeepArguments {
};

struct BeepArgumentsCodec : iam::RecordCodec<BeepArgumentsCodec, BeepArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

class BeepTool final : public iam::Handler {
 public:
    iam::Prepared prepare(std::string_view text) const override {
        return iam::glue::prepare<BeepArgumentsCodec, BeepArguments>(text, nullptr);
    }

    iam::Reply call(const iam::Permit&, std::string_view text, iam::Context&) const override {
        iam::Decoder in(text, nullptr);
        BeepArguments arguments;
        if (!iam::glue::read<BeepArgumentsCodec>(in, arguments)) return iam::glue::unreadable(in);
        ::desk::beep();
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_beep{
    .name = "beep",
    .description = "Beeps.",
    .idempotent = true,
    .policy = iam::ToolPolicy::allow,
    .generator = "0.1.0",
    .document = R"json({"name":"beep","description":"Beeps.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"policy":"allow","policy_reason":"it only beeps","hints_stated":["idempotent"],"preview":false,"symbol":"desk::beep","source":{"file":"input.hpp","line":14},"digests":{"wire":"757cefe87fe1297548a87bcbe5b46a2cc3db13681671cfee827442ecb69590a3","consent":"236af4977ba73b6cee5a7ff39139b59ab00d4649a7b212d46ddcb976dd1f455c","behaviour":"5d9b08429ad24d9de67a21a23033217a0cb533f053a98eae4780afab0aea8797"}}}})json",
    .wire = "757cefe87fe1297548a87bcbe5b46a2cc3db13681671cfee827442ecb69590a3",
    .consent = "236af4977ba73b6cee5a7ff39139b59ab00d4649a7b212d46ddcb976dd1f455c",
    .behaviour = "5d9b08429ad24d9de67a21a23033217a0cb533f053a98eae4780afab0aea8797",
};

struct CountWindowsArguments {
};

struct CountWindowsArgumentsCodec : iam::RecordCodec<CountWindowsArgumentsCodec, CountWindowsArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

class CountWindowsTool final : public iam::Handler {
 public:
    iam::Prepared prepare(std::string_view text) const override {
        return iam::glue::prepare<CountWindowsArgumentsCodec, CountWindowsArguments>(text, nullptr);
    }

    iam::Reply call(const iam::Permit&, std::string_view text, iam::Context&) const override {
        iam::Decoder in(text, nullptr);
        CountWindowsArguments arguments;
        if (!iam::glue::read<CountWindowsArgumentsCodec>(in, arguments)) return iam::glue::unreadable(in);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::count_windows());
    }
};

constexpr iam::glue::ToolFacts k_count_windows{
    .name = "count_windows",
    .description = "Counts the windows.",
    .read_only = true,
    .executor = "ui",
    .lazy_outcome = true,
    .generator = "0.1.0",
    .document = R"json({"name":"count_windows","description":"Counts the windows.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"executor":"ui","symbol":"desk::count_windows","source":{"file":"input.hpp","line":17},"result_member":"result","digests":{"wire":"f37aea5d1d8449803a2a5b6b4a25d8715d6ee96cfe9dae9c9bdb22aa45151380","consent":"12e33777a56cab37925315fc9b344462508d6215981db1541fc05d1d3edd7863","behaviour":"8774e15aefbbbe8dd09324f8de833c88823b8ed23080ac7400aff97611a5bd3f"}}}})json",
    .wire = "f37aea5d1d8449803a2a5b6b4a25d8715d6ee96cfe9dae9c9bdb22aa45151380",
    .consent = "12e33777a56cab37925315fc9b344462508d6215981db1541fc05d1d3edd7863",
    .behaviour = "8774e15aefbbbe8dd09324f8de833c88823b8ed23080ac7400aff97611a5bd3f",
};

struct FormatDiskArguments {
};

struct FormatDiskArgumentsCodec : iam::RecordCodec<FormatDiskArgumentsCodec, FormatDiskArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

class FormatDiskTool final : public iam::Handler {
 public:
    iam::Prepared prepare(std::string_view text) const override {
        return iam::glue::prepare<FormatDiskArgumentsCodec, FormatDiskArguments>(text, nullptr);
    }

    iam::Reply call(const iam::Permit&, std::string_view text, iam::Context&) const override {
        iam::Decoder in(text, nullptr);
        FormatDiskArguments arguments;
        if (!iam::glue::read<FormatDiskArgumentsCodec>(in, arguments)) return iam::glue::unreadable(in);
        ::desk::format_disk();
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_format_disk{
    .name = "format_disk",
    .description = "Formats the disk.",
    .destructive = true,
    .policy = iam::ToolPolicy::deny,
    .generator = "0.1.0",
    .document = R"json({"name":"format_disk","description":"Formats the disk.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"annotations":{"destructiveHint":true},"_meta":{"iam/contract":{"policy":"deny","hints_stated":["destructive"],"preview":false,"symbol":"desk::format_disk","source":{"file":"input.hpp","line":20},"digests":{"wire":"757cefe87fe1297548a87bcbe5b46a2cc3db13681671cfee827442ecb69590a3","consent":"0a62a35a7146804ed14ab77c67c3ffcc1dbdedba29030b7c4a748e0f97b5ca8c","behaviour":"cf52d7867fb26d7bcf13b65e77c1b36c82b3d46cac31bfe4d4bb6cbe72b3814a"}}}})json",
    .wire = "757cefe87fe1297548a87bcbe5b46a2cc3db13681671cfee827442ecb69590a3",
    .consent = "0a62a35a7146804ed14ab77c67c3ffcc1dbdedba29030b7c4a748e0f97b5ca8c",
    .behaviour = "cf52d7867fb26d7bcf13b65e77c1b36c82b3d46cac31bfe4d4bb6cbe72b3814a",
};

struct MailArguments {
};

struct MailArgumentsCodec : iam::RecordCodec<MailArgumentsCodec, MailArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

class MailTool final : public iam::Handler {
 public:
    iam::Prepared prepare(std::string_view text) const override {
        return iam::glue::prepare<MailArgumentsCodec, MailArguments>(text, nullptr);
    }

    iam::Reply call(const iam::Permit&, std::string_view text, iam::Context&) const override {
        iam::Decoder in(text, nullptr);
        MailArguments arguments;
        if (!iam::glue::read<MailArgumentsCodec>(in, arguments)) return iam::glue::unreadable(in);
        ::desk::send_mail();
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_mail{
    .name = "mail",
    .title = "Send mail",
    .description = "Sends mail.",
    .read_only = false,
    .destructive = false,
    .idempotent = false,
    .open_world = true,
    .policy = iam::ToolPolicy::confirm,
    .timeout_ms = 5000,
    .generator = "0.1.0",
    .document = R"json({"name":"mail","title":"Send mail","description":"Sends mail.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"annotations":{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":false,"openWorldHint":true},"_meta":{"iam/contract":{"policy":"confirm","hints_stated":["read_only","destructive","idempotent","open_world"],"preview":false,"timeout_ms":5000,"tags":["mail","text"],"since":"1.2","deprecated":"use post","symbol":"desk::send_mail","source":{"file":"input.hpp","line":11},"digests":{"wire":"757cefe87fe1297548a87bcbe5b46a2cc3db13681671cfee827442ecb69590a3","consent":"7cc9f59deea325bb1b6270c3654aae881095895018bc3383668b2d5039af8027","behaviour":"980442eb2b7a1b41b4f7806c9c53f6d806a9cbfe3d1e981fb906ff15fbd83dd6"}}}})json",
    .wire = "757cefe87fe1297548a87bcbe5b46a2cc3db13681671cfee827442ecb69590a3",
    .consent = "7cc9f59deea325bb1b6270c3654aae881095895018bc3383668b2d5039af8027",
    .behaviour = "980442eb2b7a1b41b4f7806c9c53f6d806a9cbfe3d1e981fb906ff15fbd83dd6",
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    IAM_CHECK(iam::glue::add(registry, k_beep, std::make_unique<const BeepTool>()));
    IAM_CHECK(iam::glue::add(registry, k_count_windows, std::make_unique<const CountWindowsTool>()));
    IAM_CHECK(iam::glue::add(registry, k_format_disk, std::make_unique<const FormatDiskTool>()));
    IAM_CHECK(iam::glue::add(registry, k_mail, std::make_unique<const MailTool>()));
    return {};
}

}  // namespace iam_glue_4_case_input
