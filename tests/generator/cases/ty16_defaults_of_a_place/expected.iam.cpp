// Made by iam-gen 0.1.0 from input.hpp. Changes here are lost.
#if defined(__GNUC__)
// The header may call deprecated what is offered all the same.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif
#include "input.hpp"

#include <iam/tool/codec_container.hpp>
#include <iam/tool/codec_optional.hpp>
#include <iam/tool/glue.hpp>

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

struct EntryCodec : iam::RecordCodec<EntryCodec, ::desk::Entry> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted("file", &::desk::Entry::file),
        iam::defaulted("built", &::desk::Entry::built),
        iam::defaulted("line", &::desk::Entry::line),
        iam::defaulted("size", &::desk::Entry::size));
};

struct CountArguments {
    std::optional<int> line{};
};

struct CountArgumentsCodec : iam::RecordCodec<CountArgumentsCodec, CountArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted("line", &CountArguments::line));
};

class CountTool final : public iam::Handler {
 public:
    iam::Prepared prepare(std::string_view text) const override {
        return iam::glue::prepare<CountArgumentsCodec, CountArguments>(text, nullptr);
    }

    iam::Reply call(const iam::Permit&, std::string_view text, iam::Context&) const override {
        iam::Decoder in(text, nullptr);
        CountArguments arguments;
        if (!iam::glue::read<CountArgumentsCodec>(in, arguments)) return iam::glue::unreadable(in);
        if (!arguments.line) {
            ::desk::count();
            return iam::Reply::done();
        }
        ::desk::count(std::move(*arguments.line));
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_count{
    .name = "count",
    .description = "The same for numbers.",
    .idempotent = true,
    .generator = "0.1.0",
    .document = R"json({"name":"count","description":"The same for numbers.","inputSchema":{"type":"object","properties":{"line":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::count","source":{"file":"input.hpp","line":27},"digests":{"wire":"22f7a5979cc11d124c074095ac3dc6fbde0ca8b7f6aed884264f1b5eb946ec75","consent":"6eb1ffc297824fde2a72685c10bf38ff12027f9e71f0043240a9df3b6f531080","behaviour":"feaf82fec7aac297d7c3b88a39b420e34294cf970344c855e6b4b769e06cbc05"}}}})json",
    .wire = "22f7a5979cc11d124c074095ac3dc6fbde0ca8b7f6aed884264f1b5eb946ec75",
    .consent = "6eb1ffc297824fde2a72685c10bf38ff12027f9e71f0043240a9df3b6f531080",
    .behaviour = "feaf82fec7aac297d7c3b88a39b420e34294cf970344c855e6b4b769e06cbc05",
};

struct EnterArguments {
    std::optional<::desk::Entry> entry{};
};

struct EnterArgumentsCodec : iam::RecordCodec<EnterArgumentsCodec, EnterArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted<iam::OptionalCodec<EntryCodec, ::desk::Entry>>("entry", &EnterArguments::entry));
};

class EnterTool final : public iam::Handler {
 public:
    iam::Prepared prepare(std::string_view text) const override {
        return iam::glue::prepare<EnterArgumentsCodec, EnterArguments>(text, nullptr);
    }

    iam::Reply call(const iam::Permit&, std::string_view text, iam::Context&) const override {
        iam::Decoder in(text, nullptr);
        EnterArguments arguments;
        if (!iam::glue::read<EnterArgumentsCodec>(in, arguments)) return iam::glue::unreadable(in);
        if (!arguments.entry) {
            ::desk::enter();
            return iam::Reply::done();
        }
        ::desk::enter(std::move(*arguments.entry));
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_enter{
    .name = "enter",
    .description = "And for all of an aggregate.",
    .idempotent = true,
    .generator = "0.1.0",
    .document = R"json({"name":"enter","description":"And for all of an aggregate.","inputSchema":{"type":"object","properties":{"entry":{"type":"object","properties":{"file":{"type":"string"},"built":{"type":"array","items":{"type":"string"}},"line":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"size":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"additionalProperties":false}},"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::enter","source":{"file":"input.hpp","line":31},"digests":{"wire":"fd2e9f4f30df369ad8ef74c7932218beb3012f6275d178cbe0c4052d11b3ce56","consent":"9bb014679d8515b6d837541e80d179e6bcf36df5fc64582591c716cc728f9ce6","behaviour":"056f8ab704c48c2b4a92e738b573636275e2eec2ac5a5b7ba2d50752f1c897d6"}}}})json",
    .wire = "fd2e9f4f30df369ad8ef74c7932218beb3012f6275d178cbe0c4052d11b3ce56",
    .consent = "9bb014679d8515b6d837541e80d179e6bcf36df5fc64582591c716cc728f9ce6",
    .behaviour = "056f8ab704c48c2b4a92e738b573636275e2eec2ac5a5b7ba2d50752f1c897d6",
};

struct MarkArguments {
    std::optional<int> line{};
};

struct MarkArgumentsCodec : iam::RecordCodec<MarkArgumentsCodec, MarkArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted("line", &MarkArguments::line));
};

class MarkTool final : public iam::Handler {
 public:
    iam::Prepared prepare(std::string_view text) const override {
        return iam::glue::prepare<MarkArgumentsCodec, MarkArguments>(text, nullptr);
    }

    iam::Reply call(const iam::Permit&, std::string_view text, iam::Context&) const override {
        iam::Decoder in(text, nullptr);
        MarkArguments arguments;
        if (!iam::glue::read<MarkArgumentsCodec>(in, arguments)) return iam::glue::unreadable(in);
        if (!arguments.line) {
            ::desk::mark();
            return iam::Reply::done();
        }
        ::desk::mark(std::move(*arguments.line));
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_mark{
    .name = "mark",
    .description = "And for what a function holds.",
    .idempotent = true,
    .generator = "0.1.0",
    .document = R"json({"name":"mark","description":"And for what a function holds.","inputSchema":{"type":"object","properties":{"line":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::mark","source":{"file":"input.hpp","line":29},"digests":{"wire":"22f7a5979cc11d124c074095ac3dc6fbde0ca8b7f6aed884264f1b5eb946ec75","consent":"6eb1ffc297824fde2a72685c10bf38ff12027f9e71f0043240a9df3b6f531080","behaviour":"d8447509df32f8568278b8d33afc17d98c6aff22331bbf9ffbfde6f9470d9c76"}}}})json",
    .wire = "22f7a5979cc11d124c074095ac3dc6fbde0ca8b7f6aed884264f1b5eb946ec75",
    .consent = "6eb1ffc297824fde2a72685c10bf38ff12027f9e71f0043240a9df3b6f531080",
    .behaviour = "d8447509df32f8568278b8d33afc17d98c6aff22331bbf9ffbfde6f9470d9c76",
};

struct NoteArguments {
    ::desk::Entry entry{};
    std::optional<::std::string> file{};
};

struct NoteArgumentsCodec : iam::RecordCodec<NoteArgumentsCodec, NoteArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<EntryCodec>("entry", &NoteArguments::entry),
        iam::defaulted("file", &NoteArguments::file));
};

class NoteTool final : public iam::Handler {
 public:
    iam::Prepared prepare(std::string_view text) const override {
        return iam::glue::prepare<NoteArgumentsCodec, NoteArguments>(text, nullptr);
    }

    iam::Reply call(const iam::Permit&, std::string_view text, iam::Context&) const override {
        iam::Decoder in(text, nullptr);
        NoteArguments arguments;
        if (!iam::glue::read<NoteArgumentsCodec>(in, arguments)) return iam::glue::unreadable(in);
        if (!arguments.file) {
            ::desk::note(std::move(arguments.entry));
            return iam::Reply::done();
        }
        ::desk::note(std::move(arguments.entry), std::move(*arguments.file));
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_note{
    .name = "note",
    .description = "What depends on where and when it is compiled is no part of the contract.",
    .idempotent = true,
    .generator = "0.1.0",
    .document = R"json({"name":"note","description":"What depends on where and when it is compiled is no part of the contract.","inputSchema":{"type":"object","properties":{"entry":{"type":"object","properties":{"file":{"type":"string"},"built":{"type":"array","items":{"type":"string"}},"line":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"size":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"additionalProperties":false},"file":{"type":"string"}},"required":["entry"],"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::note","source":{"file":"input.hpp","line":24},"digests":{"wire":"846c7522de5b2a4686aadbc6918e626445399a2d002c572b798aa82cd8121c5d","consent":"2ddae8282faf5490971369d857e6ca6969dfb00c602b13c521e3a38d8eebf82f","behaviour":"a7130737dc7b8dc4416a6916a98a69dc517b3aa69b64ece60193d4e327869113"}}}})json",
    .wire = "846c7522de5b2a4686aadbc6918e626445399a2d002c572b798aa82cd8121c5d",
    .consent = "2ddae8282faf5490971369d857e6ca6969dfb00c602b13c521e3a38d8eebf82f",
    .behaviour = "a7130737dc7b8dc4416a6916a98a69dc517b3aa69b64ece60193d4e327869113",
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    IAM_CHECK(iam::glue::add(registry, k_count, std::make_unique<const CountTool>()));
    IAM_CHECK(iam::glue::add(registry, k_enter, std::make_unique<const EnterTool>()));
    IAM_CHECK(iam::glue::add(registry, k_mark, std::make_unique<const MarkTool>()));
    IAM_CHECK(iam::glue::add(registry, k_note, std::make_unique<const NoteTool>()));
    return {};
}

}  // namespace iam_glue_4_case_input
