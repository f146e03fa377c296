// A question to a person as plain values: for a terminal, a window of an application, a page, a
// form of MCP.
#pragma once

#include <iam/consent/prompter.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/words/sentences.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::question {

/// One of the four answers.
struct Action {
    consent::Answer answer = consent::Answer::none;
    words::Sentences refused_because{};  ///< empty: it is offered
    /// Of an "always": word for word the record written by the answer. A surface shows it before
    /// the answer counts.
    words::Sentences stores{};
};

/// Everything a person needs for an answer. Text of a tool, a caller or a person is as it came: a
/// surface passes it through escape_for_display(). Sentences become text in the surface's language.
struct Card {
    std::string approval_id{};
    std::string title{};  ///< the tool's own; may be empty
    std::string name{};   ///< of the tool
    std::string
        origin{};  ///< the server, or the application of a compiled-in tool; empty: this program
    consent::OriginTrust trust = consent::OriginTrust::none;
    consent::Risk risk = consent::Risk::high;
    Hints hints{};
    bool has_undo = false;
    bool undo_is_exact = false;
    std::optional<std::chrono::seconds> undo_window{};
    Proposer proposer{};
    Subject subject{};
    words::Sentences asked_because{};
    std::optional<consent::RecentRuns> recent_runs{};
    std::vector<words::Sentences> changes{};  ///< since the tool was last allowed
    std::optional<Preview> preview{};         ///< in the words of the application or server
    words::Sentences preview_failure{};
    std::string arguments{};  ///< canonical JSON text, secret members replaced by a mark
    std::vector<std::string> secret_arguments{};  ///< the places of marks, as in the contract
    /// Words with letters that can be taken for other letters, spelled out and visible already.
    std::vector<std::string> lookalikes{};
    std::size_t more_lookalikes = 0;
    /// The arguments are not the whole value, so the call can be denied here and not allowed.
    words::Sentences deny_only_because{};
    std::array<Action, 4> actions{};  ///< in the order of their keys, 1 to 4
};

Card card_of(const consent::PromptRequest& request);

/// The same question, whose records of an "always" are about the calls of this scope.
consent::PromptRequest about_scope(consent::PromptRequest request, consent::CallScope scope);

/// `answer` is one of the four.
const Action& action_of(const Card& card, consent::Answer answer) noexcept;

/// The answer of the Enter key: "deny once" if the tool states `destructive`, or if the call cannot
/// be allowed here.
consent::Answer default_answer(const Card& card) noexcept;

/// Writes the preview as an object: fields, summary, warnings, each text by `put(out, name, text)`.
void put_preview(JsonWriter& out, const Preview& preview,
                 void (&put)(JsonWriter& out, std::string_view name, std::string_view text));

/// The card as JSON text, sentences in `locale`. Harmless for a terminal.
std::string json(const Card& card, words::Locale locale = words::Locale::en_us);

}  // namespace iam::question
