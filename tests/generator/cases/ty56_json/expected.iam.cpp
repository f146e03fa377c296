// Made by iam-gen 0.1.0 from input.hpp. Changes here are lost.
#if defined(__GNUC__)
// The header may call deprecated what is offered all the same.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif
#include "input.hpp"

#include <iam/tool/codec_json.hpp>
#include <iam/tool/glue.hpp>

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

struct NoteCodec : iam::RecordCodec<NoteCodec, ::desk::Note> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<iam::JsonCodec>("about", &::desk::Note::about));
};

struct SameArguments {
    ::nlohmann::json value{};
    ::desk::Note note{};
    ::std::map<::std::string, ::nlohmann::json> more = ::std::map<::std::string, ::nlohmann::json>{};
};

struct SameArgumentsCodec : iam::RecordCodec<SameArgumentsCodec, SameArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<iam::JsonCodec>("value", &SameArguments::value),
        iam::required<NoteCodec>("note", &SameArguments::note),
        iam::defaulted<iam::MapCodec<iam::StringKey, iam::JsonCodec, ::std::map<::std::string, ::nlohmann::json>>>("more", &SameArguments::more));
};

class SameTool final : public iam::Handler {
 public:
    iam::Prepared prepare(std::string_view text) const override {
        return iam::glue::prepare<SameArgumentsCodec, SameArguments>(text, nullptr);
    }

    iam::Reply call(const iam::Permit&, std::string_view text, iam::Context&) const override {
        iam::Decoder in(text, nullptr);
        SameArguments arguments;
        if (!iam::glue::read<SameArgumentsCodec>(in, arguments)) return iam::glue::unreadable(in);
        return iam::glue::reply<iam::JsonCodec>(::desk::same(static_cast<::nlohmann::json const&>(arguments.value), std::move(arguments.note), std::move(arguments.more)));
    }
};

iam::Contract same_contract() {
    iam::Contract contract;
    contract.id.name = "same";
    contract.description = "Gives it back.";
    contract.hints.read_only = true;
    contract.document = R"json({"name":"same","description":"Gives it back.","inputSchema":{"type":"object","properties":{"value":{"description":"anything"},"note":{"type":"object","properties":{"about":{"description":"Whatever belongs to it."}},"required":["about"],"additionalProperties":false},"more":{"type":"object","properties":{},"additionalProperties":{},"default":{}}},"required":["value","note"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::same","source":{"file":"input.hpp","line":18},"result_member":"result","digests":{"wire":"d5fa26e80a23e6b139b6e958c9586bdd7911f1914f91be2ccdd89c6f9988d53d","consent":"0fa810ad87d0566c6d22fad4cb792324f30af6cde894cb75da66c06ed3442a0d","behaviour":"df15f5020c8d09d61b1ee92f2e8978637aca977eba0f46aa44b462a3113f1b14"}}}})json";
    contract.digests.wire = iam::glue::digest("d5fa26e80a23e6b139b6e958c9586bdd7911f1914f91be2ccdd89c6f9988d53d");
    contract.digests.consent = iam::glue::digest("0fa810ad87d0566c6d22fad4cb792324f30af6cde894cb75da66c06ed3442a0d");
    contract.digests.behaviour = iam::glue::digest("df15f5020c8d09d61b1ee92f2e8978637aca977eba0f46aa44b462a3113f1b14");
    return contract;
}

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    IAM_CHECK(registry.add(same_contract(), std::make_unique<const SameTool>()));
    return {};
}

}  // namespace iam_glue_4_case_input
