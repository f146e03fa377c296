// Any bytes as a file of chats: however they are cut, the reader finds the same chats and faults.
// Each chat is data alone, has no sentinel and no invisible character, and an export of it comes
// back as the same chat. The same holds for rows of a database of Reins.
#include "store_sqlite/chats/reins_message.hpp"
#include <iam/chat/conversation.hpp>
#include <iam/chat/export_text.hpp>
#include <iam/chat/import.hpp>
#include <iam/chat/sentinel.hpp>
#include <iam/core/json.hpp>
#include <support/fake_entropy.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace {

using namespace iam;
using namespace iam::chat;

void must(bool holds) {
    if (!holds) std::abort();
}

constexpr ImportLimits k_limits{.chats_max = 16,
                                .chat_bytes_max = 4096,
                                .nodes_max = 500,
                                .depth_max = 16,
                                .messages_max = 32,
                                .message_bytes_max = 1024,
                                .chat_text_bytes_max = 2048};

std::vector<ImportOutcome> read(std::string_view bytes, ImportFormat format, std::size_t piece,
                                const ImportLimits& limits) {
    std::vector<ImportOutcome> outcomes;
    ChatFileReader reader({.format = format, .limits = limits},
                          [&](ImportOutcome outcome) { outcomes.push_back(std::move(outcome)); });
    for (; !bytes.empty(); bytes.remove_prefix(bytes.size() < piece ? bytes.size() : piece))
        reader.add(bytes.substr(0, piece));
    reader.finish();
    return outcomes;
}

std::string told(const std::vector<ImportOutcome>& outcomes) {
    std::string text;
    for (const ImportOutcome& outcome : outcomes)
        text += outcome.place + "|" +
                (outcome.chat ? import_id(*outcome.chat) : outcome.chat.error().message) + "\n";
    return text;
}

void check_bounds(const ImportedChat& chat) {
    must(!chat.messages.empty() && chat.leaf < chat.messages.size());
    must(chat.messages.size() <= k_limits.messages_max);
    for (std::size_t i = 0; i < chat.messages.size(); ++i) {
        const ImportedChat::Message& message = chat.messages[i];
        must(!message.after || *message.after < i);
        must(!message.parts.empty());
        std::size_t bytes = 0;
        for (const ImportedChat::Part& part : message.parts) {
            must(!part.text.empty() && part.role != Role::system);
            must(is_valid_utf8(part.text) && part.text.find('\r') == std::string::npos);
            must(part.text.find("\xE2\x80\x8B") == std::string::npos);
            bytes += part.text.size();
        }
        must(bytes <= k_limits.message_bytes_max);
    }
}

void check_chat(const ImportedChat& chat) {
    check_bounds(chat);
    test::FakeEntropy entropy;
    const std::vector<Step> steps = import_steps(chat, "file", entropy);
    for (const Step& step : steps) {
        const auto* const said = std::get_if<PersonSaid>(&step);
        must(said != nullptr || std::holds_alternative<BranchChosen>(step));
        if (said == nullptr) continue;
        for (const Segment& segment : said->segments) {
            must(segment.source.kind == Source::Kind::import && taints(segment.source));
            must(quote_sentinels(segment.text) == segment.text);
        }
    }
    const auto lines = json_lines_of(steps);
    must(lines.has_value());
    const auto again = read(*lines, ImportFormat::automatic, lines->size(), {});
    must(again.size() == 1 && again[0].chat && import_id(*again[0].chat) == import_id(chat));
}

/// Rows of a database, with a NUL behind each of their four texts.
void read_rows(std::string_view text) {
    const auto next = [&text] {
        const std::size_t end = text.find('\0');
        const std::string part(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        return part;
    };
    ForeignChat chat;
    while (!text.empty()) {
        const store_sqlite::ReinsMessage message{
            .role = next(), .content = next(), .call = next(), .result = next()};
        if (!store_sqlite::add_reins_message(chat, message)) return;
    }
    const auto imported = import_chat(chat, k_limits);
    if (imported) check_chat(*imported);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 1) return 0;
    const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
    constexpr unsigned k_modes = 5;
    const unsigned mode = data[0] % k_modes;
    if (mode == k_modes - 1) {
        read_rows(text);
        return 0;
    }
    const auto format = static_cast<ImportFormat>(mode);
    const auto outcomes = read(text, format, text.size(), k_limits);
    must(!outcomes.empty() && outcomes.size() <= k_limits.chats_max + 1);
    must(told(outcomes) == told(read(text, format, 1 + data[0] / k_modes % 16U, k_limits)));
    for (const ImportOutcome& outcome : outcomes) {
        must(!outcome.place.empty());
        if (outcome.chat)
            check_chat(*outcome.chat);
        else
            must(!outcome.chat.error().message.empty());
    }
    return 0;
}
