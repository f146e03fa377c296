// Consent by hand: policies, grants, permissions, approvals and freezes, for a person's program.
#pragma once

#include <iam/consent/decision.hpp>
#include <iam/consent/prompter.hpp>
#include <iam/consent/records.hpp>
#include <iam/core/result.hpp>
#include <iam/tool/call.hpp>

#include <tl/expected.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::consent {
enum class RuleScope;
}

namespace iam::gate {

struct Engine;  // private to runtime/src/gate

/// A person's (or a program's) answer to a pending approval.
struct ApprovalAnswer {
    std::string approval{};
    consent::Answer answer = consent::Answer::none;
    consent::Approver approver{};
    /// model is refused. A program's answer is recorded as a program's (`approver` does not count)
    /// and is about this call alone. It cannot allow a call if a managed rule wants a person.
    /// mcp_client is refused unless the approver is client_asserted: then a person has decided to
    /// believe this client's word about its own person. The limits of a program's answer hold for a
    /// client's answer too. A client's answer must be about a client's call, and cannot allow a
    /// call of high risk.
    Proposer::Kind principal = Proposer::Kind::person;
    Digest shown_digest{};
    consent::CallScope scope = consent::CallScope::tool;  ///< of an "always"
    std::optional<consent::FurtherCalls> further{};       ///< with `allow_once` of a person only
    /// Why it is refused, for the proposer of the call: at most consent::k_reason_bytes_max of
    /// UTF-8, with a refusal only. No control characters but line ends and tabs.
    std::string reason{};
    /// With `allow_once`: the input requested by the function (PromptRequest::inputs), all of it
    /// and nothing else.
    std::vector<InputValue> inputs{};
};

/// Why a call would be allowed, asked about or denied.
struct Explanation {
    struct Line {
        std::string id{};
        consent::RuleScope scope{};  ///< complete in <iam/consent/rules.hpp>
        Policy effect = Policy::confirm;
        std::string place{};
        bool speaks = false;  ///< about this call, now
    };
    consent::Decision decision{};
    std::vector<Line> rules{};  ///< about the tool, the strictest first
};

/// The former state of revoked consent.
struct Revoked {
    std::vector<consent::Grant> grants{};
    std::vector<consent::Permission> permissions{};
    /// Unreadable records in the place of a grant or permission.
    std::vector<consent::BrokenRecord> broken{};

    std::size_t count() const noexcept {
        return grants.size() + permissions.size() + broken.size();
    }
};

/// The policy of a tool: the decision that holds, and the effect that each stored policy would
/// have.
struct PolicyOutlook {
    consent::Decision now{};  ///< as of peek()
    /// Rules may decide otherwise about some calls.
    bool looks_at_calls = false;
    std::optional<Policy> stored{};
    /// The decisions that would hold while allow, confirm or deny is stored, in this order, apart
    /// from answers, grants, a freeze and broken records. If a decision has another effect than its
    /// policy, a rule or the program is stronger, and storing the policy changes nothing.
    std::array<consent::Decision, 3> if_stored{};
    /// The changes of the tool since it was allowed: earlier consent does not count for them.
    std::vector<words::Sentences> changes{};
};

/// Whether a grant or a permission counts.
enum class ConsentState {
    holds,
    ended,   ///< its time is over, or it has no uses left
    paused,  ///< the clock stands before the time of its making
    lapsed,  ///< an "allow always" was not used for long
    changed  ///< the tool has changed since
};
std::string_view to_string(ConsentState state) noexcept;

template <class Record>
struct HeldConsent {
    Record record{};
    ConsentState state = ConsentState::holds;
    /// With ConsentState::changed: a sentence for each change that matters.
    std::vector<words::Sentences> changes{};
    /// The moment when an "allow always" lapses for lack of use. Nothing: never.
    std::optional<std::chrono::sys_time<std::chrono::milliseconds>> lapses_at{};
};

/// The extent of a grant. The grant ends at the first of its limits. Without terms: every call of
/// the tool, until the grant is revoked.
struct GrantTerms {
    std::optional<std::uint32_t> uses{};  ///< at least 1
    std::optional<std::chrono::milliseconds> duration{};
    /// For exactly this value: JSON text, read as call() would read it, with defaults. It is stored
    /// in the grant's entry only, without secrets.
    std::optional<std::string> arguments{};
    /// For every value with the same consent keys as `arguments`. Needs `arguments`.
    bool keys_only = false;
    /// The consent digest of the tool as the person saw it. If the tool has another one: conflict.
    std::optional<Digest> seen_contract{};
};

/// A tool and its policy as a person saw them. If they have changed since, the change of the policy
/// is refused with conflict.
struct SeenPolicy {
    std::optional<Digest> contract{};  ///< the consent digest; nothing: any
    /// The stored policy, or that none was stored. Nothing: any.
    std::optional<std::optional<Policy>> stored{};
};

/// Sets and answers consent. Every change is recorded. A value to copy; all copies share one
/// Runtime. Thread-safe. After the end of the Runtime every function returns an error.
class Consent {
 public:
    /// Made by Runtime::consent().
    explicit Consent(std::shared_ptr<Engine> engine) noexcept : engine_(std::move(engine)) {}

    /// Returns a Consent whose changes are recorded with this person and their place, e.g. the
    /// channel "web". Without it an entry names the subject alone.
    Consent as(consent::Approver approver) const;

    /// An allow for a tool of another server is bound to the tool as it is now. Errors: not_found
    /// (such a tool, or one with a seen contract, is not registered here), conflict (it is not as
    /// seen, or consent changed meanwhile: look again), unavailable.
    Result<void> set_policy(const ToolId& tool, std::optional<Policy> policy,
                            const Subject& by = {}, const SeenPolicy& seen = {});
    Result<std::optional<Policy>> stored_policy(const ToolId& tool);
    /// The present decision for unknown arguments: no rule about arguments counts. Spends nothing.
    Result<consent::Decision> peek(const ToolId& tool, const Subject& subject = {});
    /// For a page or a list of policies. Errors: not_found (no such tool here), unavailable.
    Result<PolicyOutlook> policy_outlook(const ToolId& tool, const Subject& subject = {});
    /// The present decision about this call, and the part of each rule about its tool. The call is
    /// validated first. No interceptor is asked; nothing is spent or recorded.
    tl::expected<Explanation, ToolResult> explain(Call call);

    // A grant is for exactly this user and workspace; an empty session or agent means any. Errors:
    // not_found (no such tool), conflict (it is not as seen), invalid_argument (no uses, or
    // arguments refused by the tool), unavailable.
    Result<consent::Grant> grant(const ToolId& tool, const GrantTerms& terms,
                                 const Subject& subject = {});
    // The usual terms.
    Result<consent::Grant> grant_once(const ToolId& tool, const Subject& subject = {});
    Result<consent::Grant> grant_for(const ToolId& tool, std::chrono::milliseconds duration,
                                     const Subject& subject = {});
    Result<consent::Grant> grant_until_cleared(const ToolId& tool, const Subject& subject = {});

    /// Ends a grant or a permission. Error: not_found.
    Result<Revoked> revoke(const std::string& id, const Subject& by = {});
    /// Lets an "allow always" end this long from now instead of later. Errors: not_found,
    /// invalid_argument (a denial: it has no end; a duration of zero: use revoke(); an end no
    /// sooner than the present one), conflict (not the end of the `seen` permission, or consent
    /// changed meanwhile: look again), unavailable.
    Result<consent::Permission> shorten(const std::string& permission,
                                        std::chrono::milliseconds duration, const Subject& by = {},
                                        const std::optional<consent::Permission>& seen = {});
    /// Lets it end later; without a duration it has no end by itself. A change of the tool, or
    /// disuse, still ends it. For people, like grant(). Errors: as of shorten(), and
    /// invalid_argument if it no longer holds, or the tool is not here or is destructive.
    Result<consent::Permission> extend(const std::string& permission,
                                       std::optional<std::chrono::milliseconds> duration,
                                       const Subject& by = {},
                                       const std::optional<consent::Permission>& seen = {});
    // These end all consent of every user, and keep every "deny always": revoking many never
    // loosens.
    Result<Revoked> revoke_tool(const ToolId& tool, const Subject& by = {});
    Result<Revoked> revoke_all(const Subject& by = {});
    /// Usable ones only.
    Result<std::vector<consent::Grant>> grants();
    Result<std::vector<consent::Permission>> permissions();
    /// Returns all records of the store, each with the reason if it does not count. Errors:
    /// unavailable, corrupt.
    Result<std::vector<HeldConsent<consent::Grant>>> held_grants();
    Result<std::vector<HeldConsent<consent::Permission>>> held_permissions();

    /// Believes the hints of a server's tools, as long as the server stands at `endpoint`
    /// (Contract::endpoint). Another trust in a server of this name ends. It allows no call by
    /// itself. For a person: nothing in this library calls it. Errors: invalid_argument (no server,
    /// or an endpoint that is no JSON text), unavailable.
    Result<consent::ServerTrust> trust_server(const std::string& server,
                                              const std::string& endpoint, const Subject& by = {});
    /// Ends the trust, from the next call on, in every process on this store. Errors: not_found,
    /// unavailable.
    Result<void> distrust_server(const std::string& server, const Subject& by = {});
    Result<std::vector<consent::ServerTrust>> trusted_servers();  ///< sorted by name

    Result<std::vector<consent::Approval>> pending_approvals();
    /// A pending question as recorded, perhaps by another process: for a Prompter here. Its reply
    /// goes to answer(). Errors: not_found, conflict (no longer pending; the tool is not registered
    /// here in the form of the question; or the call would be denied now anyway), unavailable.
    /// `answerer` mcp_client: invalid_argument if no client's word may allow the call.
    Result<consent::PromptRequest> question(const std::string& approval,
                                            Proposer::Kind answerer = Proposer::Kind::person);
    /// Records the answer; "always" also writes its permission. Does not run the call. The
    /// arguments cannot be edited here: withdraw the question and propose another call. A question
    /// with an Approval::instance can be allowed only in the named run of the program, and denied
    /// anywhere. Errors: not_found, conflict (no longer pending), invalid_argument (this may not be
    /// answered, or not so, or not here), unavailable.
    Result<consent::Approval> answer(const ApprovalAnswer& answer);
    Result<void> withdraw(const std::string& approval, const Subject& by = {});

    /// Denies every call in every process on this store, from the next one on: undos and answered
    /// questions too. No consent lifts it. No interceptor lifts it. Running functions are asked to
    /// stop (Settings::watch_for_freeze), and may go on all the same. Another freeze replaces the
    /// reason. `reason` is for the record and for callers: 1 to 1024 bytes. Errors:
    /// invalid_argument, unavailable.
    Result<consent::Freeze> freeze(const std::string& reason, const Subject& by = {});
    /// Ends it, or only the `seen` freeze. Errors: not_found (nothing is frozen), conflict (another
    /// freeze than the seen one, or consent changed meanwhile: look again), invalid_argument,
    /// unavailable.
    Result<void> thaw(const std::string& reason, const Subject& by = {},
                      const std::optional<consent::Freeze>& seen = {});
    Result<std::optional<consent::Freeze>> frozen();

 private:
    std::shared_ptr<Engine> engine_;
    std::optional<consent::Approver> approver_{};
};

/// The names of the inputs requested by an open question. Empty: the question is about the call
/// itself. Reads no store.
std::vector<std::string> inputs_asked_by(const consent::Approval& approval);

}  // namespace iam::gate
