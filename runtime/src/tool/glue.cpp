// What generated code shares: registering, preparing, and the replies that no function of the program gave.
#include "iam/tool/glue.hpp"

#include <iam/tool/call.hpp>
#include <iam/tool/registry.hpp>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace iam::glue {

namespace {

template <class T>
std::optional<T> optional_of(const Option<T>& option) {
    return option.is_given ? std::optional<T>(option.value) : std::nullopt;
}

std::vector<std::string> strings_of(std::span<const std::string_view> texts) {
    return {texts.begin(), texts.end()};
}

Contract contract_of(const ToolFacts& facts) {
    Contract contract;
    contract.id.name = facts.name;
    contract.title = facts.title;
    contract.description = facts.description;
    contract.hints = {optional_of(facts.read_only), optional_of(facts.destructive),
                      optional_of(facts.idempotent), optional_of(facts.open_world)};
    contract.policy = optional_of(facts.policy);
    contract.has_preview = facts.has_preview;
    contract.has_undo = facts.has_undo;
    contract.undo_is_exact = facts.undo_is_exact;
    if (facts.undo_window_s.is_given)
        contract.undo_window = std::chrono::seconds(facts.undo_window_s.value);
    contract.has_reconcile = facts.has_reconcile;
    contract.executor = facts.executor;
    contract.lazy_outcome = facts.lazy_outcome;
    contract.bound_class = facts.bound_class;
    contract.secret_arguments = strings_of(facts.secret_arguments);
    contract.secret_results = strings_of(facts.secret_results);
    contract.consent_keys = strings_of(facts.consent_keys);
    if (facts.timeout_ms.is_given)
        contract.timeout = std::chrono::milliseconds(facts.timeout_ms.value);
    contract.generator = facts.generator;
    contract.document = facts.document;
    contract.full_schemas = facts.full_schemas;
    contract.digests = {{facts.wire.bytes}, {facts.consent.bytes}, {facts.behaviour.bytes}};
    return contract;
}

// What the program fills in for a value that is left out has no JSON form.
std::vector<ValueError> unwritable(std::string_view why) {
    return {ValueError{"",
                       "a value that is left out has a default without a JSON form (" +
                           std::string(why) + "); give every value",
                       "values that can be written as JSON", "a default"}};
}

/// The same values as in the text that has been read, each in a form that its codec reads back; and no longer than it, so that no limit of
/// a text is new to it.
bool is_sure_to_be_read(const Decoder& in, RecordTable table, std::string_view text,
                        std::string_view written) {
    return !in.has_filled_in() && written.size() <= text.size() &&
           std::all_of(table.begin(), table.end(),
                       [](const RecordMember& member) { return member.reads_back; });
}

}  // namespace

std::vector<ValueError> spoilt(std::vector<ValueError> errors) {
    for (ValueError& error : errors)
        error.message +=
            " once the program has filled in what was left out and read the rest; "
            "give another value";
    return errors;
}

Result<void> add(Registry& registry, const ToolFacts& facts,
                 std::unique_ptr<const Handler> handler) {
    return registry.add(contract_of(facts), std::move(handler));
}

bool read(Decoder& in, RecordTable table, void* arguments, Unknown unknown) {
    const bool good = decode_record(in, arguments, table, unknown);
    return in.finish() && good;
}

Prepared prepare(std::string_view text, const PatternSet* patterns, RecordTable table,
                 void* arguments, bool (*read_again)(Decoder& in)) {
    Decoder in(text, patterns);
    if (!read(in, table, arguments)) return tl::unexpected(in.take_errors());
    JsonWriter out;
    out.reserve(text.size());  // the canonical text is seldom longer
    encode_record(out, arguments, table);
    if (!out.ok()) return tl::unexpected(unwritable(out.why()));
    std::string written = out.take();
    if (written == text || is_sure_to_be_read(in, table, text, written)) return written;
    Decoder again(written, patterns);
    if (!read_again(again)) return tl::unexpected(spoilt(again.take_errors()));
    return written;
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
