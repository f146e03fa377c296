// What a store remembers about consent: grants, permissions, approvals, policies. Plain values;
// views of one Store.
#pragma once

#include <iam/consent/risk.hpp>
#include <iam/core/clock.hpp>
#include <iam/core/digest.hpp>
#include <iam/tool/call.hpp>
#include <iam/words/sentences.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace iam::consent {

/// A moment after which something no longer holds. At exactly that moment it has ended. Both clocks
/// count and the earlier one wins; after a reboot (another boot_id) the wall clock alone decides,
/// and suspends it while the clock is behind a time that was seen (Moment::is_held).
struct Deadline {
    std::chrono::sys_time<std::chrono::milliseconds> wall{};
    std::chrono::milliseconds boot{0};
    std::string boot_id{};
    /// When it was set: a wall clock that stands before this by more than k_clock_tolerance
    /// suspends it.
    std::chrono::sys_time<std::chrono::milliseconds> set_at{};
    friend bool operator==(const Deadline&, const Deadline&) = default;
};

inline constexpr std::chrono::seconds k_clock_tolerance{5};

/// now + duration on both clocks, saturating; a duration of zero or less has ended already.
Deadline deadline_after(const Moment& now, std::chrono::milliseconds duration);
enum class DeadlineState { running, ended, suspended };
DeadlineState state_at(const Deadline& deadline, const Moment& now) noexcept;

/// Which calls of a tool are covered.
struct Match {
    enum class Kind { tool, keys, exact };
    Kind kind = Kind::tool;
    /// The keyed digest of what has to be the same. Kind keys: the values of Contract::consent_keys; exact: all arguments.
    Digest arguments{};
    friend bool operator==(const Match&, const Match&) = default;
};
std::string_view to_string(Match::Kind kind) noexcept;

/// An ephemeral allow. Several for one tool stand side by side.
struct Grant {
    std::string id{};
    ToolId tool{};
    std::string user{};
    std::string workspace{};
    std::optional<std::string> session{};  ///< nothing: any
    std::optional<std::string> agent{};    ///< nothing: any
    Digest consent_digest{};
    Match match{};
    std::optional<std::uint32_t> uses{};  ///< left; nothing: any number
    std::optional<Deadline> deadline{};   ///< nothing: until it is revoked
    Risk risk = Risk::high;               ///< when it was given
    std::string granted_by{};
    std::string prompt_id{};  ///< the approval whose prompt it came from; may be empty
    std::uint64_t revision = 0;
    friend bool operator==(const Grant&, const Grant&) = default;
};

/// "Allow always" and "deny always" of a person, for one user, workspace and tool. A denial has no
/// deadline.
struct Permission {
    std::string id{};
    ToolId tool{};
    std::string user{};
    std::string workspace{};
    Match match{};
    bool allow = false;
    Digest consent_digest{};
    std::optional<Deadline> expires{};
    std::optional<std::chrono::sys_time<std::chrono::milliseconds>> last_used{};
    std::string granted_by{};
    std::uint64_t revision = 0;
    friend bool operator==(const Permission&, const Permission&) = default;
};

enum class ApproverKind {
    person,
    host_assertion,  ///< the host's word that a person agreed
    program,         ///< one that speaks for itself
};
std::string_view to_string(ApproverKind kind) noexcept;

/// Who answered a prompt, from where.
struct Approver {
    std::string uid{};
    std::string login{};
    std::string channel{};  ///< of a person: "terminal", "callback", …
    std::string locale{};
    ApproverKind kind = ApproverKind::person;
    friend bool operator==(const Approver&, const Approver&) = default;
};

/// While there is one no call runs, whatever allows it.
struct Freeze {
    std::string reason{};
    std::string frozen_by{};
    std::chrono::sys_time<std::chrono::milliseconds> since{};
    friend bool operator==(const Freeze&, const Freeze&) = default;
};

enum class ApprovalState { pending, given, refused, withdrawn, expired, consumed };
std::string_view to_string(ApprovalState state) noexcept;
/// True until it ends: pending or given.
bool is_open(ApprovalState state) noexcept;

/// One question about one value. A record, not a flag: it survives a restart, may be answered from
/// another process, and is consumed in the commit that records the intent.
struct Approval {
    std::string id{};  ///< 128 random bits
    std::string call_id{};
    ToolId tool{};
    Subject subject{};
    Proposer proposer{};
    Digest consent_digest{};
    Digest arguments_digest{};
    Digest shown_digest{};    ///< of what the person was shown; zero until answered
    std::string arguments{};  ///< canonical text with secret members replaced: for listing, never
                              ///< for executing
    bool has_secrets = false;
    /// The run of the program that asked, where nothing else can go on with the call: it alone has the value (secret members, or a record
    /// that hooks changed) or the object that the tool works on. Elsewhere it can be denied, not allowed. Empty: any run can go on.
    std::string instance{};
    bool is_undo = false;  ///< of an earlier call: "always" must say nothing about the tool
    /// Why "allow always" is no answer to it; empty if it is one.
    std::string always_refused_because{};
    std::string preview{};  ///< canonical text of what was shown; may be empty
    std::optional<Approver> approver{};
    Deadline expires{};
    ApprovalState state = ApprovalState::pending;
    std::uint64_t revision = 0;
    friend bool operator==(const Approval&, const Approval&) = default;
};

/// A record that does not bear the seal of its store: it was changed past the program, or comes from another state. What it said is not
/// known, so it allows nothing, and what may have been a denial denies. Where it stands is as it is written now.
struct BrokenRecord {
    enum class Kind { policy, grant, permission, approval };
    Kind kind = Kind::permission;
    std::string id{};  ///< of a policy: empty
    ToolId tool{};
    std::string user{};
    std::string workspace{};
    friend bool operator==(const BrokenRecord&, const BrokenRecord&) = default;
};
std::string_view to_string(BrokenRecord::Kind kind) noexcept;
/// "The grant g1": a value of the sentences about it.
words::Sentences words_of(const BrokenRecord& record);
/// "The grant g1 of alarm was changed past the program or comes from another state"
std::string sentence_about(const BrokenRecord& record);

/// What a store keeps of it: once it has ended, no arguments and no preview. They stand in the payloads
/// of its entry, where they can be deleted; a second copy would stay.
Approval as_kept(Approval approval);

}  // namespace iam::consent
