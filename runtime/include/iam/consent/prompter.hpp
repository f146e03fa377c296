// Defines the interface for asking a person. Terminals, host callbacks and tests implement it.
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

/// The runs of the tool for the same user and workspace in the time before a question.
struct RecentRuns {
    std::uint32_t count = 0;
    bool at_least = false;  ///< more entries exist than were read to count
};
inline constexpr std::chrono::hours k_recent_runs_span{24};

/// One of the tool's consent keys in a call.
struct ConsentKey {
    std::string pointer{};
    /// The arguments leave the key out. Consent by keys then covers all calls without the key.
    bool is_left_out = false;
};

/// The content of a prompt. The canonical arguments are the identity of the call. The preview is
/// the application's own description of it.
struct PromptRequest {
    std::string approval_id{};
    std::string application{};  ///< shown as the origin of compiled-in tools
    Contract contract{};
    /// Its arguments are canonical text. A marker with type and length stands for a secret member.
    Call call{};
    Risk risk = Risk::high;
    OriginTrust trust = OriginTrust::none;  ///< of the tool's origin
    Decision decision{};                    ///< why the question is asked
    std::optional<Preview> preview{};
    words::Sentences
        preview_failure{};  ///< why the tool's preview gave none; empty: it did not fail
    /// Changes of the tool that keep earlier consent from counting, a sentence each. Empty: none.
    std::vector<words::Sentences> changes{};
    std::optional<RecentRuns> recent_runs{};  ///< nothing: not known
    /// The consent keys by which calls can be allowed. Empty: the tool has none, or their values in
    /// this call are not known.
    std::vector<ConsentKey> consent_keys{};
    words::Sentences always_refused_because{};  ///< empty: "allow always" may be offered
    // The records that each "always" would store, word for word.
    words::Sentences always_would_store{};             ///< "allow always"
    words::Sentences always_keys_would_store{};        ///< with CallScope::keys; empty: no keys
    words::Sentences always_these_would_store{};       ///< with CallScope::arguments
    words::Sentences deny_always_would_store{};        ///< "deny always"
    words::Sentences deny_always_these_would_store{};  ///< with CallScope::arguments or ::keys
    /// Why the call can be denied here and not allowed: the tool would get more than is shown.
    /// Empty: every answer may be given.
    words::Sentences deny_only_because{};
    /// The values requested by the function before it goes on. `allow_once` then takes a value for
    /// each (PromptReply::inputs), and `preview` names them in words.
    std::vector<InputRequest> inputs{};
    words::Sentences edit_refused_because{};     ///< empty: `edit` may be offered
    words::Sentences further_refused_because{};  ///< empty: PromptReply::further may be offered
};

/// `edit` replaces the value. It is no consent: the new value is a call of its own.
enum class Answer { allow_once, allow_always, deny_once, deny_always, edit, none };
std::string_view to_string(Answer answer) noexcept;

/// The calls covered by an answer about more than one call: every call of the tool, calls with the
/// shown values of its consent keys, or calls with exactly the shown arguments. A "deny always" by
/// keys is stored for the exact arguments, since a change of the tool's keys would end it.
enum class CallScope { tool, keys, arguments };

/// The later calls of the tool allowed by "allow once" beside this call. A grant covers them, for
/// the same user and workspace. If the call names a session or agent, the grant is for this session
/// or agent.
struct FurtherCalls {
    /// The end as the person saw it. Required; at most k_further_calls_span_max after the answer.
    std::chrono::sys_time<std::chrono::milliseconds> until{};
    /// At least 1, this call not counted. Nothing: any number.
    std::optional<std::uint32_t> uses{};
    CallScope scope = CallScope::tool;
};
inline constexpr std::chrono::hours k_further_calls_span_max{24};

/// The size of PromptReply::reason, at most.
inline constexpr std::size_t k_reason_bytes_max = 1024;

/// `none` means no decision: end of input, an interrupt, no terminal, a closed window, or a
/// question settled elsewhere. ESC is a person's refusal: deny_once.
struct PromptReply {
    Answer answer = Answer::none;
    Approver approver{};
    Digest shown_digest{};      ///< of the text seen by the person
    std::string approval_id{};  ///< must be the request's: an answer never reaches another question
    CallScope scope = CallScope::tool;      ///< of an "always"
    std::optional<FurtherCalls> further{};  ///< with `allow_once` only
    /// The person's reason for a refusal, for the proposer of the call. It counts with a refusal
    /// only. It is dropped if it is longer than k_reason_bytes_max, is no UTF-8, or has control
    /// characters other than line ends and tabs.
    std::string reason{};
    /// With `edit`: the whole arguments as JSON text. They are validated, decided about and asked
    /// about like the arguments of a new call.
    std::string arguments{};
    std::vector<InputValue> inputs{};  ///< with `allow_once`, one for each of PromptRequest::inputs
};

/// Tells a waiting prompter whether its question still stands. An answer from another process,
/// consent given meanwhile, or an expiry settles it.
class PromptTicket {
 public:
    virtual ~PromptTicket() = default;
    /// Cheap enough to ask several times a second. Thread-safe.
    virtual bool settled() const = 0;
    /// The faults of these arguments, given as JSON text: in English, a line each. A prompter shows
    /// them to the person during an edit of the arguments. The gate validates the edited call
    /// itself. Empty if there is no fault, or none can be told here. Thread-safe.
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
