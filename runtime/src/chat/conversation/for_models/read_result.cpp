// Reads results from the ledger, for the chat that has them.
#include "chat/conversation/for_models/read_result.hpp"

#include "chat/conversation/for_models/result_text.hpp"
#include "iam/chat/read_result.hpp"
#include <iam/chat/provider.hpp>
#include <iam/core/json.hpp>
#include <iam/core/utf8.hpp>
#include <iam/ledger/entry.hpp>
#include <iam/tool/context.hpp>
#include <iam/tool/define.hpp>

#include <optional>
#include <utility>

namespace iam::chat {
namespace {

constexpr std::uint64_t k_read_bytes_min = 16;
constexpr const char* k_description =
    "Reads a part of an earlier result of this chat that was cut or left out. The text beside the "
    "cut names the entry. Parts are counted in bytes from 0.";

tool_error not_of_this_chat(const std::string& entry) {
    return tool_error("not_found", "No call of this chat has the entry " + shown(entry) +
                                       "; take an entry from the text beside a cut.");
}

tool_error unreadable(const Error& error) {
    return tool_error("unavailable", "The record could not be read: " + error.message);
}

struct ReadEntry {
    ledger::StoredEntry stored{};
    ledger::DecodedEntry decoded{};
};

std::optional<ReadEntry> entry_of(ledger::Store& ledger, const ledger::EntryId& id) {
    auto stored = ledger.entry(id);
    if (!stored) throw unreadable(stored.error());
    if (!*stored) return std::nullopt;
    auto decoded = ledger::decode((*stored)->text);
    if (!decoded) throw unreadable(decoded.error());
    return ReadEntry{.stored = **std::move(stored), .decoded = *std::move(decoded)};
}

/// True if a call of the chat made the entry. Ids of calls begin with their chat, so the
/// conversation id of another program's call is not enough.
bool is_of_chat(const ledger::Entry& entry, const std::string& chat) {
    return !chat.empty() && entry.proposer && entry.proposer->conversation_id == chat &&
           entry.call_id.rfind(chat + ".", 0) == 0;
}

/// The result as JSON text. Throws if the chat has no such entry, or the entry no result.
ToolResult result_at(ledger::Store& ledger, const std::string& entry, const std::string& chat,
                     ToolId& tool) {
    const auto id = ledger::parse_entry_id(entry);
    if (!id) throw not_of_this_chat(entry);
    auto read = entry_of(ledger, *id);
    if (!read) throw not_of_this_chat(entry);
    // The outcome of a call has its tool and its proposer in its intent.
    const auto intent =
        read->decoded.entry.of ? entry_of(ledger, *read->decoded.entry.of) : std::nullopt;
    if (read->decoded.entry.of && !intent) throw not_of_this_chat(entry);
    const ledger::Entry& owner = intent ? intent->decoded.entry : read->decoded.entry;
    if (!is_of_chat(owner, chat)) throw not_of_this_chat(entry);
    if (owner.tool) tool = *owner.tool;
    for (ledger::Payload& value : read->stored.payloads)
        if (value.name == "result")
            return {.success = true, .result = std::move(value.bytes), .entry = entry};
    if (read->decoded.commits_to("result"))
        throw tool_error(
            "erased", "The result of entry " + entry + " was erased; its text is gone for good.");
    throw tool_error("no_result",
                     "The call of entry " + entry + " has no result; it returned none, or failed.");
}

/// A line about the range, and the bytes of it; both ends move back to borders of characters.
std::string part_of(std::string_view text, const std::string& entry, std::uint64_t from,
                    std::uint64_t bytes) {
    if (from >= text.size() && from > 0)
        throw tool_error("out_of_range", "The text has " + std::to_string(text.size()) +
                                             " bytes; from must be less.");
    const std::size_t begin = first_bytes(text, from).size();
    const std::size_t end = first_bytes(text, from + bytes).size();
    std::string line = "[bytes " + std::to_string(begin) + " to " + std::to_string(end) + " of " +
                       std::to_string(text.size()) + " of the result of entry " + entry;
    line += end < text.size() ? "; go on from " + std::to_string(end) + "]\n" : "; the end]\n";
    return line.append(text.substr(begin, end - begin));
}

}  // namespace

bool is_read_result(const Contract* contract) noexcept {
    return contract != nullptr && contract->id.origin.empty() &&
           contract->id.name == k_read_result && contract->description == k_description;
}

ToolChoice choice_for(const Contract& contract, ToolChoice choice) {
    if (is_read_result(&contract) && choice.allow && !choice.allow->empty()) choice.allow.reset();
    return choice;
}

bool offers_read_result(const ToolNames& names) {
    return is_read_result(names.find(k_read_result));
}

std::string entry_read_by(const ProposedCall& call) {
    const auto arguments = parse_json(call.arguments, Limits{.allow_nul = true});
    if (!arguments || !arguments->is_object() || !arguments->contains("entry")) return {};
    const Json& entry = arguments->at("entry");
    if (!entry.is_string()) return {};
    const auto id = ledger::parse_entry_id(entry.get_ref<const std::string&>());
    return id ? to_string(*id) : std::string();
}

std::string whole_text(const Contract* contract, const ToolResult& result) {
    std::string text = content_of(result);
    if (!result.success || !is_read_result(contract)) return text;
    const auto value = parse_json(text, limits_of_own_text(text.size()));
    return value && value->is_string() ? value->get<std::string>() : text;
}

Result<void> add_read_result(Registry& registry, ledger::Store& ledger) {
    const auto read = [&registry, &ledger](const std::string& entry, std::uint64_t from,
                                           std::uint64_t bytes, Context& context) {
        ToolId tool;
        const ToolResult result =
            result_at(ledger, entry, context.proposer().conversation_id, tool);
        const auto catalogue = registry.snapshot();
        return part_of(shown(whole_text(catalogue->find(tool), result)), entry, from, bytes);
    };
    return define(std::string(k_read_result))
        .title("Read a result")
        .description(k_description)
        .hints({.read_only = true, .destructive = false, .idempotent = true, .open_world = false})
        .policy(Policy::allow)
        .parameter("entry", {.length_min = 1, .length_max = 64}, "the entry, such as 0.12")
        .parameter("from", {}, "the first byte to read")
        .with_default(0)
        .parameter("bytes", {.low = k_read_bytes_min, .high = k_read_bytes_max},
                   "how many bytes to read")
        .with_default(k_read_bytes_max)
        .call(read)
        .add_to(registry);
}

}  // namespace iam::chat
