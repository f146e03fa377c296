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
#include <iam/tool/context.hpp>
#include <iam/tool/glue.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(std::is_same_v<decltype(::desk::Receipt::id), int>);
struct SeenDeskReceipt {
    decltype(::desk::Receipt::id) id;
};
static_assert(sizeof(SeenDeskReceipt) == sizeof(::desk::Receipt));
static_assert(__builtin_offsetof(SeenDeskReceipt, id) == __builtin_offsetof(::desk::Receipt, id));
static_assert(sizeof(static_cast<void (*)()>(&::desk::ring)) > 0);
static_assert(sizeof(static_cast<bool (*)(::iam::Context&)>(&::desk::has_rung)) > 0);
static_assert(sizeof(static_cast<::desk::Receipt (*)(::std::string, ::iam::IdempotencyKey, int)>(&::desk::send)) > 0);
static_assert(sizeof(static_cast<::std::optional<::desk::Receipt> (*)(const ::iam::IdempotencyKey&, const ::std::string&)>(&::desk::find_letter)) > 0);

struct ReceiptCodec : iam::RecordCodec<ReceiptCodec, ::desk::Receipt> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("id", &::desk::Receipt::id));
};

struct RingArguments {
};

struct RingArgumentsCodec : iam::RecordCodec<RingArgumentsCodec, RingArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct RingTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        ::desk::ring();
        return iam::Reply::done();
    }

    static iam::ReconcileReply reconcile(const void*, std::string_view, iam::Context& context) {
        return iam::glue::reconciled(::desk::has_rung(context));
    }
};

struct SendArguments {
    ::std::string to{};
    int copies = 1;
};

struct SendArgumentsCodec : iam::RecordCodec<SendArgumentsCodec, SendArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("to", &SendArguments::to),
        iam::defaulted("copies", &SendArguments::copies));
};

struct SendReconcile {
    ::std::string to{};
};

struct SendReconcileCodec : iam::RecordCodec<SendReconcileCodec, SendReconcile> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("to", &SendReconcile::to));
};

struct SendTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context& context) {
        auto& arguments = *static_cast<SendArguments*>(given);
        return iam::glue::reply<ReceiptCodec>(::desk::send(std::move(arguments.to), iam::IdempotencyKey{context.idempotency_key()}, std::move(arguments.copies)));
    }

    static iam::ReconcileReply reconcile(const void*, std::string_view text, iam::Context& context) {
        iam::Decoder in(text, nullptr, iam::Checking::types_only);
        SendReconcile arguments;
        if (!iam::glue::read_recorded<SendReconcileCodec>(in, arguments)) {
            return iam::glue::unreconcilable_record(in);
        }
        return iam::glue::reconciled<ReceiptCodec>(::desk::find_letter(iam::IdempotencyKey{context.idempotency_key()}, static_cast<::std::string const&>(arguments.to)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "ring",
        .description = "Rings.",
        .idempotent = false,
        .document = R"json({"name":"ring","description":"Rings.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"annotations":{"idempotentHint":false},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"reconcile":true,"symbol":"desk::ring","source":{"file":"input.hpp","line":20}}}})json",
        .wire = "757cefe87fe1297548a87bcbe5b46a2cc3db13681671cfee827442ecb69590a3",
        .consent = "2168a9692c86bab0e58a224353724fc041bc157048bcc71f7dc70263ef7fca5d",
        .behaviour = "74109a77e3ec223ceee55dd359b466f060434b354c82d6439fc2aceda7a8f230",
        .code = {
            .table = RingArgumentsCodec::table(),
            .hold = &iam::glue::hold<RingArguments>,
            .call = &RingTool::call,
            .reconcile = &RingTool::reconcile,
        }
    },
    {
        .name = "send",
        .description = "Sends a letter.",
        .idempotent = true,
        .document = R"json({"name":"send","description":"Sends a letter.","inputSchema":{"type":"object","properties":{"to":{"type":"string"},"copies":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"default":1}},"required":["to"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"id":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"reconcile":true,"symbol":"desk::send","source":{"file":"input.hpp","line":15}}}})json",
        .wire = "3f3f1b149b721bdcc5067e7d3b3dbe9c8a2aad07f86b1d61c0cb43ea1f60a3ae",
        .consent = "0549f3c1c2a6d612e07f85eb7c9926a79a3d3ba02dc694e233766d007b03beb0",
        .behaviour = "2b75b28cdb14b82a3933f43eb9fce5d4ad1527794be3b5377fd85781a80d6f98",
        .code = {
            .table = SendArgumentsCodec::table(),
            .hold = &iam::glue::hold<SendArguments>,
            .call = &SendTool::call,
            .reconcile = &SendTool::reconcile,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
