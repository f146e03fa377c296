// Reads files of other programs in tests, and holds the properties of every import.
#pragma once

#include "chat/conversation/transcript/chat_log.hpp"
#include <iam/chat/export_text.hpp>
#include <iam/chat/import.hpp>
#include <iam/chat/sentinel.hpp>
#include <iam/core/json.hpp>
#include <support/fake_entropy.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::chat::test {

inline std::vector<ImportOutcome> read_import(std::string_view bytes,
                                              ChatFileReader::Options options = {},
                                              std::size_t piece = std::string_view::npos) {
    std::vector<ImportOutcome> outcomes;
    ChatFileReader reader(options,
                          [&](ImportOutcome outcome) { outcomes.push_back(std::move(outcome)); });
    for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size())))
        reader.add(bytes.substr(0, piece));
    reader.finish();
    return outcomes;
}

/// The texts and branches of a chat, one line a part.
inline std::string text_of_import(const ImportedChat& chat) {
    std::string out;
    for (std::size_t i = 0; i < chat.messages.size(); ++i) {
        const ImportedChat::Message& message = chat.messages[i];
        out += (i == chat.leaf ? "* " : "  ") + std::to_string(i) + " after " +
               (message.after ? std::to_string(*message.after) : "nothing") + "\n";
        for (const ImportedChat::Part& part : message.parts) {
            constexpr const char* k_roles[] = {"system", "user", "assistant", "tool"};
            out += std::string("    ") + k_roles[static_cast<int>(part.role)] + ": " +
                   OrderedJson(part.text).dump() + "\n";
        }
    }
    return out;
}

inline std::string text_of_outcomes(const std::vector<ImportOutcome>& outcomes) {
    std::string out;
    for (const ImportOutcome& outcome : outcomes) {
        out += outcome.place + "\n";
        if (!outcome.chat) {
            out += "  failed: " + outcome.chat.error().message + "\n";
            continue;
        }
        const LeftOut& left = outcome.chat->left_out;
        out += "  " + import_id(*outcome.chat) + " " + outcome.chat->title +
               " left out: " + std::to_string(left.system_texts) + " " +
               std::to_string(left.thinking) + " " + std::to_string(left.attachments) + "\n" +
               text_of_import(*outcome.chat);
    }
    return out;
}

/// The properties of every imported chat: data alone, harmless, tainted, and equal after an export.
inline void check_import(const ImportedChat& chat) {
    iam::test::FakeEntropy entropy;
    const std::vector<Step> steps = import_steps(chat, "a.json", entropy);
    ChatLog log;
    for (const Step& step : steps) {
        const auto* const said = std::get_if<PersonSaid>(&step);
        REQUIRE((said != nullptr || std::holds_alternative<BranchChosen>(step)));
        REQUIRE(log.add(step));
        if (said == nullptr) continue;
        for (const Segment& segment : said->segments) {
            CHECK(segment.source == Source{.kind = Source::Kind::import, .origin = "a.json"});
            CHECK(quote_sentinels(segment.text) == segment.text);
        }
    }
    CHECK(log.taint(log.leaf()) == Taint{{.kind = Source::Kind::import, .origin = "a.json"}});
    CHECK(log.leaf() == chat.leaf);
    const auto lines = json_lines_of(steps);
    REQUIRE(lines);
    const auto again = read_import(*lines);
    REQUIRE(again.size() == 1);
    if (!again[0].chat) FAIL(again[0].chat.error().message);
    CHECK(text_of_import(*again[0].chat) == text_of_import(chat));
    CHECK(import_id(*again[0].chat) == import_id(chat));
}

}  // namespace iam::chat::test
