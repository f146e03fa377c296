// The records of consent in a store: grants, permissions, approvals, policies. Plain values; views
// of one Store.
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

/// The end of a record. At exactly this moment it has ended. Both clocks count, and the earlier end
/// wins. After a reboot (another boot_id) the wall clock alone decides. While the wall clock is
/// behind a time seen before (Moment::is_held), the deadline is then suspended.
struct Deadline {
    std::chrono::sys_time<std::chrono::milliseconds> wall{};
    std::chrono::milliseconds boot{0};
    std::string boot_id{};
    /// The time of setting. A wall clock more than k_clock_tolerance before it suspends the
    /// deadline.
    std::chrono::sys_time<std::chrono::milliseconds> set_at{};
    friend bool operator==(const Deadline&, const Deadline&) = default;
};

inline constexpr std::chrono::seconds k_clock_tolerance{5};

/// now + duration on both clocks, saturating; a duration of zero or less has ended already.
Deadline deadline_after(const Moment& now, std::chrono::milliseconds duration);
enum class DeadlineState { running, ended, suspended };
DeadlineState state_at(const Deadline& deadline, const Moment& now) noexcept;

/// The calls of a tool covered by a record.
struct Match {
    enum class Kind { tool, keys, exact };
    Kind kind = Kind::tool;
    /// The keyed digest of the values that must be equal. Kind keys: the values of
    /// Contract::consent_keys. Kind exact: all arguments.
    Digest arguments{};
    friend bool operator==(const Match&, const Match&) = default;
};
std::string_view to_string(Match::Kind kind) noexcept;

/// Allows calls for a limited time or number. Several grants for one tool stand side by side.
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
    Risk risk = Risk::high;               ///< of the tool when the grant was given
    std::string granted_by{};
    std::string prompt_id{};  ///< id of the approval that gave it; may be empty
    std::uint64_t revision = 0;
    friend bool operator==(const Grant&, const Grant&) = default;
};

/// A person's "allow always" or "deny always" for one user, workspace and tool. A denial has no
/// end.
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
    host_assertion,   ///< the host's word that a person agreed
    program,          ///< a program that speaks for itself
    client_asserted,  ///< an MCP client's word that its person agreed
};
std::string_view to_string(ApproverKind kind) noexcept;

/// The answerer of a prompt, and the place of the answer.
struct Approver {
    std::string uid{};
    std::string login{};
    std::string channel{};  ///< "terminal:/dev/pts/3", "callback", "mcp:form", …
    std::string locale{};
    ApproverKind kind = ApproverKind::person;
    friend bool operator==(const Approver&, const Approver&) = default;
};

/// While the state holds a freeze, no call runs, even if a rule or a grant allows it.
struct Freeze {
    std::string reason{};
    std::string frozen_by{};
    std::chrono::sys_time<std::chrono::milliseconds> since{};
    friend bool operator==(const Freeze&, const Freeze&) = default;
};

/// A person's word that the hints of a server's tools are true. It allows no call by itself.
struct ServerTrust {
    std::string server{};    ///< the origin of its tools
    std::string endpoint{};  ///< Contract::endpoint of them; of another endpoint it does not count
    std::string trusted_by{};
    std::chrono::sys_time<std::chrono::milliseconds> since{};
    friend bool operator==(const ServerTrust&, const ServerTrust&) = default;
};

/// How far the origin of a tool is believed.
enum class OriginTrust {
    none,      ///< another server: its hints only raise the risk
    outdated,  ///< the same, though a person trusted another endpoint under its name
    trusted,   ///< a person trusts the server at this endpoint
    own,       ///< compiled into this program
};
/// `trust` is the record of the origin. `endpoint`: as Contract::endpoint.
OriginTrust origin_trust(const std::string& origin, const std::string& endpoint,
                         const std::optional<ServerTrust>& trust) noexcept;
OriginTrust origin_trust(const Contract& contract,
                         const std::optional<ServerTrust>& trust) noexcept;
/// True if the tool's hints count as they are stated.
bool is_believed(OriginTrust trust) noexcept;

enum class ApprovalState { pending, given, refused, withdrawn, expired, consumed };
std::string_view to_string(ApprovalState state) noexcept;
/// True until it ends: pending or given.
bool is_open(ApprovalState state) noexcept;

/// One question about one value. It is a record, not a flag: it survives a restart, can be answered
/// from another process, and is consumed in the commit of the intent.
struct Approval {
    std::string id{};  ///< 128 random bits
    std::string call_id{};
    ToolId tool{};
    Subject subject{};
    Proposer proposer{};
    Digest consent_digest{};
    Digest arguments_digest{};
    Digest shown_digest{};  ///< of the text shown to the person; zero until answered
    /// Canonical text with secret members replaced: for listing, never for executing.
    std::string arguments{};
    bool has_secrets = false;
    /// The run of the program that asked, if no other run can go on with the call. It alone holds
    /// the value (secret members, or a record changed by hooks) or the object of the tool. In
    /// another run the call can be denied, not allowed. Empty: any run can go on.
    std::string instance{};
    bool is_undo = false;  ///< of an earlier call: "always" must say nothing about the tool
    /// Why "allow always" is no answer to the question; empty: it is one.
    std::string always_refused_because{};
    std::string preview{};  ///< canonical text of the shown preview; may be empty
    std::optional<Approver> approver{};
    Deadline expires{};
    ApprovalState state = ApprovalState::pending;
    std::uint64_t revision = 0;
    friend bool operator==(const Approval&, const Approval&) = default;
};

/// A record without the seal of its store: it was changed past the program, or comes from another
/// state. Its original content is not known. It allows nothing, and it denies if it may have been a
/// denial. Its tool, user and workspace are as the row has them now.
struct BrokenRecord {
    enum class Kind { policy, grant, permission, approval, trust };
    Kind kind = Kind::permission;
    std::string id{};  ///< empty for a policy and for trust
    ToolId tool{};     ///< of trust: the server as its origin, without a name
    std::string user{};
    std::string workspace{};
    friend bool operator==(const BrokenRecord&, const BrokenRecord&) = default;
};
std::string_view to_string(BrokenRecord::Kind kind) noexcept;
/// "The grant g1", as a value of sentences about the record.
words::Sentences words_of(const BrokenRecord& record);
/// "The grant g1 of alarm was changed past the program or comes from another state"
std::string sentence_about(const BrokenRecord& record);

/// The approval as a store keeps it. An ended one has no arguments and no preview: they stand in
/// the payloads of its entry, where an erasure reaches them.
Approval as_kept(Approval approval);

}  // namespace iam::consent
