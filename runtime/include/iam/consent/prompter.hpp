// Asking a person. One interface for terminals, host callbacks and tests.
#pragma once

#include <iam/consent/decision.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace iam::consent {

/// How often the tool was run for the same user and workspace in the time before a question.
struct RecentRuns {
    std::uint32_t count = 0;
    bool at_least = false;  ///< there are more entries than are read for it
};
inline constexpr std::chrono::hours k_recent_runs_span{24};

/// One of the tool's consent keys in a call.
struct ConsentKey {
    std::string pointer{};
    bool is_left_out =
        false;  ///< by the arguments: then the others are calls that leave it out as well
};

/// Everything a prompt shows. The canonical arguments are the identity of the call, the preview is
/// what the application says about it.
struct PromptRequest {
    std::string approval_id{};
    std::string application{};  ///< shown as the origin of compiled-in tools
    Contract contract{};
    Call call{};  ///< arguments: canonical text, secret members replaced by a marker that tells
                  ///< type and length
    Risk risk = Risk::high;
    Decision decision{};  ///< why it is asked
    std::optional<Preview> preview{};
    words::Sentences preview_failure{};  ///< why there is no preview although the tool has one
    /// What changed of the tool since it was last allowed, a sentence each, so that what was allowed does not count; empty: nothing.
    std::vector<words::Sentences> changes{};
    std::optional<RecentRuns> recent_runs{};  ///< nothing: not known
    /// By whose values calls can be allowed. Empty: the tool has none, or they are not known as they are here.
    std::vector<ConsentKey> consent_keys{};
    words::Sentences always_refused_because{};  ///< empty: "allow always" may be offered
    words::Sentences always_would_store{};      ///< word for word what "allow always" would write
    words::Sentences
        always_keys_would_store{};  ///< the same with CallScope::keys; empty: there are none
    words::Sentences always_these_would_store{};  ///< the same with CallScope::arguments
    words::Sentences deny_always_would_store{};   ///< word for word what "deny always" would write
    words::Sentences
        deny_always_these_would_store{};  ///< the same with CallScope::arguments, and ::keys
    /// Why the call can be denied here and not allowed: what is shown is not all that the tool would get. Empty: every answer may be given.
    words::Sentences deny_only_because{};
    /// What the function asks for before it goes on: `allow_once` then takes a value for each (PromptReply::inputs), and `preview` says so in words.
    std::vector<InputRequest> inputs{};
    words::Sentences edit_refused_because{};     ///< empty: `edit` may be offered
    words::Sentences further_refused_because{};  ///< empty: PromptReply::further may be offered
};

/// `edit`: not this value but another one. It is no consent: the other value is a call of its own.
enum class Answer { allow_once, allow_always, deny_once, deny_always, edit, none };
std::string_view to_string(Answer answer) noexcept;

/// What an answer about more than one call is about: every call of the tool, those with the values of its consent keys that were shown, or
/// those with exactly the arguments that were shown. A "deny always" by keys is one of exact arguments: a change of what the tool's keys are would end it.
enum class CallScope { tool, keys, arguments };

/// What "allow once" may allow beside this call: later calls of the tool, by a grant for the same user and workspace and, where the call
/// names them, the same session and agent.
struct FurtherCalls {
    /// When it ends, as the person saw it: needed, and no later than k_further_calls_span_max after the answer.
    std::chrono::sys_time<std::chrono::milliseconds> until{};
    std::optional<std::uint32_t>
        uses{};  ///< at least 1, this call not counted; nothing: any number
    CallScope scope = CallScope::tool;
};
inline constexpr std::chrono::hours k_further_calls_span_max{24};

/// What may stand in a person's words about a refusal.
inline constexpr std::size_t k_reason_bytes_max = 1024;

/// `none` = nobody decided: end of input, an interrupt, no terminal, a closed window, or the question
/// was settled elsewhere. ESC is a person's refusal: deny_once.
struct PromptReply {
    Answer answer = Answer::none;
    Approver approver{};
    Digest shown_digest{};      ///< of the text that the person saw
    std::string approval_id{};  ///< must be the request's: an answer never reaches another question
    CallScope scope = CallScope::tool;      ///< of an "always"
    std::optional<FurtherCalls> further{};  ///< with `allow_once` only
    /// Why it is refused, in the person's words, for whoever proposed the call. Left out where it is longer than k_reason_bytes_max, no
    /// UTF-8, or has control characters other than line ends and tabs; it counts with a refusal only.
    std::string reason{};
    /// With `edit`: the whole arguments as JSON text, read as those of a new call: validated, decided about, asked about.
    std::string arguments{};
    std::vector<InputValue> inputs{};  ///< with `allow_once` where the request has some
};

/// Tells a prompter that waits whether its question still stands: an answer from another process, consent that somebody gave meanwhile or an
/// expiry settles it.
class PromptTicket {
 public:
    virtual ~PromptTicket() = default;
    /// Cheap enough to ask several times a second. Thread-safe.
    virtual bool settled() const = 0;
    /// Why a call with these arguments, as JSON text, would be refused for its arguments: for a person who writes them, in English, a line for
    /// each error. Empty: it would not, or that cannot be told here. Whatever it says, an edited call is read anew. Thread-safe.
    virtual std::string what_is_wrong(const std::string& /*arguments*/) const { return {}; }
};

class Prompter {
 public:
    virtual ~Prompter() = default;
    /// Shows the question and calls on_reply exactly once, inline or later, from any thread. Must
    /// not throw.
    virtual void show(const PromptRequest& request, std::shared_ptr<const PromptTicket> ticket,
                      std::function<void(PromptReply)> on_reply) = 0;
};

}  // namespace iam::consent
