// Implements the shared parts of generated code: it registers tools, prepares arguments, and makes
// all replies not given by functions.
#include "iam/tool/glue.hpp"

#include <iam/core/assert.hpp>
#include <iam/tool/call.hpp>
#include <iam/tool/pattern.hpp>
#include <iam/tool/registry.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace iam::glue {

namespace {

void take(std::string& member, std::string_view constant) {
    member = constant;
}

void take(std::vector<std::string>& member, std::span<const std::string_view> constant) {
    member.assign(constant.begin(), constant.end());
}

void take(bool& member, bool constant) {
    member = constant;
}

template <class T, class Constant>
void take(std::optional<T>& member, const Option<Constant>& constant) {
    if (constant.is_given) member = T(constant.value);
}

/// Appends the digests. They are the last member of _meta["iam/contract"], and this is the last
/// member of a tool object.
std::string with_digests(std::string_view document, const ContractDigests& digests) {
    constexpr std::string_view k_end = "}}}";
    const bool document_ends_with_its_facts = document.ends_with(k_end);
    IAM_ASSERT(document_ends_with_its_facts);
    document.remove_suffix(k_end.size());
    return std::string(document) + R"(,"digests":{"wire":")" + digests.wire.hex() +
           R"(","consent":")" + digests.consent.hex() + R"(","behaviour":")" +
           digests.behaviour.hex() + "\"}" + std::string(k_end);
}

Contract contract_of(const ToolFacts& facts, std::string_view generator) {
    Contract contract;
    contract.id.name = facts.name;
    contract.title = facts.title;
    contract.description = facts.description;
#define IAM_HINT(name, mcp, if_absent, to_true, to_false) take(contract.hints.name, facts.name);
#define IAM_OPTION(name, member, kind) take(contract.member, facts.name);
#include <iam/contract/facts.def>
    contract.has_preview = facts.code.preview != nullptr;
    contract.has_undo = facts.code.undo != nullptr;
    contract.has_reconcile = facts.code.reconcile != nullptr;
    contract.bound_class = facts.bound_class;
    take(contract.secret_arguments, facts.secret_arguments);
    take(contract.secret_results, facts.secret_results);
    take(contract.consent_keys, facts.consent_keys);
    contract.generator = generator;
    contract.full_schemas = facts.full_schemas;
    contract.digests = {{facts.wire.bytes}, {facts.consent.bytes}, {facts.behaviour.bytes}};
    contract.document = with_digests(facts.document, contract.digests);
    return contract;
}

// The error for a default without a JSON form, filled in for a missing value.
std::vector<ValueError> unwritable(std::string_view why) {
    return {ValueError{"",
                       "a value that is left out has a default without a JSON form (" +
                           std::string(why) + "); give every value",
                       "values that can be written as JSON", "a default"}};
}

/// True if the written text is sure to be read back. It has the values of the text just read, each
/// in a form that its codec reads back. It is not longer either, so it meets no new limit.
bool is_sure_to_be_read(const Decoder& in, RecordTable table, std::string_view text,
                        std::string_view written) {
    return !in.has_filled_in() && written.size() <= text.size() &&
           std::all_of(table.begin(), table.end(),
                       [](const RecordMember& member) { return member.codec->reads_back; });
}

/// Lends the arguments of a tool to `use`.
template <class Use>
void with_arguments(const ToolCode& code, Use use) {
    code.hold(&use, [](void* state, void* arguments) { (*static_cast<Use*>(state))(arguments); });
}

/// The handler of every generated tool.
class GeneratedHandler final : public Handler {
 public:
    GeneratedHandler(const ToolCode& code, std::shared_ptr<const void> bound)
        : code_(code), bound_(std::move(bound)) {
        if (code.has_patterns) patterns_.emplace();
    }

    Prepared prepare(std::string_view text) const override {
        return glue::prepare(code_, patterns(), text);
    }

    Reply call(const Permit& permit, std::string_view text, Context& context) const override {
        Reply reply;
        with_arguments(code_, [&](void* arguments) {
            Decoder in(text, patterns());
            reply = read(in, code_.table, arguments)
                        ? code_.call(permit, bound_.get(), arguments, context)
                        : unreadable(in);
        });
        return reply;
    }

    PreviewReply preview(std::string_view text, Context& context) const override {
        if (code_.preview == nullptr) return Handler::preview(text, context);
        PreviewReply reply;
        with_arguments(code_, [&](void* arguments) {
            Decoder in(text, patterns());
            if (read(in, code_.table, arguments))
                reply = code_.preview(bound_.get(), arguments, context);
            else
                reply = tl::unexpected(unreadable(in));
        });
        return reply;
    }

    Reply undo(const Permit& permit, std::string_view text, std::string_view result,
               Context& context) const override {
        if (code_.undo == nullptr) return Handler::undo(permit, text, result, context);
        return code_.undo(permit, bound_.get(), text, result, context);
    }

    ReconcileReply reconcile(std::string_view text, Context& context) const override {
        if (code_.reconcile == nullptr) return Handler::reconcile(text, context);
        return code_.reconcile(bound_.get(), text, context);
    }

 private:
    const PatternSet* patterns() const { return patterns_ ? &*patterns_ : nullptr; }

    const ToolCode& code_;
    std::shared_ptr<const void> bound_;
    std::optional<PatternSet> patterns_;
};

std::shared_ptr<const void> instance_of(std::string_view class_name,
                                        std::span<const BoundObject> objects) {
    if (class_name.empty()) return nullptr;
    const auto found = std::find_if(objects.begin(), objects.end(), [&](const BoundObject& object) {
        return object.class_name == class_name;
    });
    const bool class_has_an_object = found != objects.end();
    IAM_ASSERT(class_has_an_object);
    return found->instance;
}

}  // namespace

std::vector<ValueError> spoilt(std::vector<ValueError> errors) {
    for (ValueError& error : errors)
        error.message +=
            " once the program has filled in what was left out and read the rest; "
            "give another value";
    return errors;
}

Result<void> add(Registry& registry, std::string_view generator, std::span<const ToolFacts> tools,
                 std::span<const BoundObject> objects) {
    for (const ToolFacts& facts : tools)
        IAM_CHECK(registry.add(contract_of(facts, generator),
                               std::make_unique<const GeneratedHandler>(
                                   facts.code, instance_of(facts.bound_class, objects))));
    return {};
}

bool read(Decoder& in, RecordTable table, void* arguments, Unknown unknown) {
    const bool good = decode_record(in, arguments, table, unknown);
    return in.finish() && good;
}

Prepared prepare(const ToolCode& code, const PatternSet* patterns, std::string_view text) {
    Prepared prepared;
    bool is_sure = false;
    with_arguments(code, [&](void* arguments) {
        Decoder in(text, patterns);
        if (!read(in, code.table, arguments)) {
            prepared = tl::unexpected(in.take_errors());
            return;
        }
        JsonWriter out;
        out.reserve(text.size());  // the canonical text is seldom longer
        encode_record(out, arguments, code.table);
        if (!out.ok()) {
            prepared = tl::unexpected(unwritable(out.why()));
            return;
        }
        prepared = out.take();
        is_sure = *prepared == text || is_sure_to_be_read(in, code.table, text, *prepared);
    });
    if (!prepared || is_sure) return prepared;
    with_arguments(code, [&](void* arguments) {
        Decoder again(*prepared, patterns);
        if (!read(again, code.table, arguments))
            prepared = tl::unexpected(spoilt(again.take_errors()));
    });
    return prepared;
}

Reply unreadable(Decoder& in) {
    return Reply::failed(code::tool_failed,
                         "the arguments are not what this tool prepared: " + in.error_text());
}

Reply unreadable_record(Decoder& in) {
    return Reply::failed(code::undo_incompatible,
                         "the record of the call does not fit this version of the program (" +
                             in.error_text() + "); take it back by hand");
}

ReconcileReply unreconcilable_record(Decoder& in) {
    return tl::unexpected(
        Reply::failed(code::reconcile_incompatible,
                      "the record of the call does not fit this version of the program (" +
                          in.error_text() + "); look for yourself"));
}

Reply no_object(std::string_view class_name) {
    return Reply::failed(code::tool_failed, "there is no " + std::string(class_name) +
                                                " to call this tool on; open one and call again");
}

Reply no_value(std::string_view parameter) {
    return Reply::failed(code::tool_failed,
                         "the value of '" + std::string(parameter) +
                             "' is made by the tool itself when it is left out; give it");
}

Reply reply(const void* value, void (*encode)(JsonWriter& out, const void* value)) {
    JsonWriter out;
    encode(out, value);
    if (!out.ok()) return unencodable(out.why());
    return Reply::done(out.take());
}

Reply unencodable(std::string_view why) {
    return Reply::failed(
        code::unencodable_result,
        "the function ran, but its result cannot be written as JSON: " + std::string(why));
}

}  // namespace iam::glue
