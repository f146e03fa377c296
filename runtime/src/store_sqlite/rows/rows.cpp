// Converts records of consent to rows and back. A word without an enumerator means a damaged row,
// never a default.
#include "store_sqlite/rows/rows.hpp"

#include <array>
#include <string>

namespace iam::store_sqlite {
namespace {

using Milliseconds = std::chrono::milliseconds;
using WallTime = std::chrono::sys_time<Milliseconds>;

/// Takes the columns of a row one after another and keeps the first error.
class Columns {
 public:
    explicit Columns(const Cursor& cursor) noexcept : cursor_(cursor) {}

    std::string bytes() { return cursor_.bytes(at_++); }
    std::optional<std::string> maybe_bytes() {
        if (skip_null()) return std::nullopt;
        return bytes();
    }
    std::int64_t integer() { return cursor_.integer(at_++); }
    bool boolean() { return integer() != 0; }
    std::uint64_t revision() { return static_cast<std::uint64_t>(integer()); }
    WallTime wall() { return WallTime{Milliseconds{integer()}}; }
    std::optional<WallTime> maybe_wall() {
        if (skip_null()) return std::nullopt;
        return wall();
    }
    std::optional<std::uint32_t> maybe_uses() {
        if (skip_null()) return std::nullopt;
        return static_cast<std::uint32_t>(integer());
    }
    Digest digest() {
        Result<Digest> digest = cursor_.digest(at_++);
        if (digest) return *digest;
        if (!error_) error_ = digest.error();
        return {};
    }
    ToolId tool() {
        ToolId tool;
        tool.origin = bytes();
        tool.name = bytes();
        return tool;
    }
    consent::Match match() {
        using Kind = consent::Match::Kind;
        constexpr std::array k_kinds{Kind::tool, Kind::keys, Kind::exact};
        consent::Match match;
        match.kind = word(k_kinds, [](Kind kind) { return to_string(kind); });
        match.arguments = digest();
        return match;
    }
    consent::Deadline deadline() {
        consent::Deadline deadline;
        deadline.wall = wall();
        deadline.boot = Milliseconds{integer()};
        deadline.boot_id = bytes();
        deadline.set_at = wall();
        return deadline;
    }
    std::optional<consent::Deadline> maybe_deadline() {
        if (!cursor_.is_null(at_)) return deadline();
        at_ += 4;
        return std::nullopt;
    }
    std::optional<consent::Approver> maybe_approver() {
        using Kind = consent::ApproverKind;
        constexpr std::array k_kinds{Kind::person, Kind::host_assertion, Kind::program,
                                     Kind::client_asserted};
        if (cursor_.is_null(at_)) {
            at_ += 5;
            return std::nullopt;
        }
        consent::Approver approver;
        approver.uid = bytes();
        approver.login = bytes();
        approver.channel = bytes();
        approver.locale = bytes();
        approver.kind = word(k_kinds, [](Kind kind) { return to_string(kind); });
        return approver;
    }
    template <class Enum, std::size_t N, class Name>
    Enum word(const std::array<Enum, N>& values, Name name) {
        const std::string text = bytes();
        for (const Enum value : values) {
            if (name(value) == text) return value;
        }
        if (!error_) {
            error_ = Error{Errc::corrupt,
                           "a row of the ledger holds a word that this program does "
                           "not know; restore the ledger from a backup"};
        }
        return values.front();
    }

    template <class T>
    Result<T> finish(T value) {
        if (error_) return tl::unexpected(*error_);
        return value;
    }

 private:
    bool skip_null() {
        if (!cursor_.is_null(at_)) return false;
        ++at_;
        return true;
    }
    const Cursor& cursor_;
    int at_ = 0;
    std::optional<Error> error_{};
};

std::optional<Blob> blob_of(const std::optional<std::string>& text) {
    if (!text) return std::nullopt;
    return Blob{*text};
}

std::int64_t count_of(WallTime time) {
    return time.time_since_epoch().count();
}

/// Views a deadline, which may be absent, as its four columns. The deadline must outlive the view.
struct DeadlineColumns {
    explicit DeadlineColumns(const std::optional<consent::Deadline>& deadline) {
        if (!deadline) return;
        wall = count_of(deadline->wall);
        boot = std::int64_t{deadline->boot.count()};
        boot_id = Text{deadline->boot_id};
        set_at = count_of(deadline->set_at);
    }
    explicit DeadlineColumns(std::optional<consent::Deadline>&&) = delete;
    std::optional<std::int64_t> wall{};
    std::optional<std::int64_t> boot{};
    std::optional<Text> boot_id{};
    std::optional<std::int64_t> set_at{};
};

// A replaced grant or approval keeps its position. A replaced permission gets the last position.
// The revision goes on.
constexpr char k_put_grant_sql[] =
    "INSERT OR REPLACE INTO grants (position, revision, id, origin, tool, user, workspace, "
    "session, agent, consent_digest, match_kind, match_arguments, uses, deadline_wall_ms, "
    "deadline_boot_ms, deadline_boot_id, deadline_set_at_ms, risk, granted_by, prompt_id) "
    "VALUES (coalesce((SELECT position FROM grants WHERE id = ?1), "
    "(SELECT coalesce(max(position), 0) + 1 FROM grants)), "
    "coalesce((SELECT revision FROM grants WHERE id = ?1), 0) + 1, "
    "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)";

constexpr char k_put_permission_sql[] =
    "INSERT OR REPLACE INTO permissions (position, revision, id, origin, tool, user, workspace, "
    "match_kind, match_arguments, allow, consent_digest, expires_wall_ms, expires_boot_ms, "
    "expires_boot_id, expires_set_at_ms, last_used_ms, granted_by) "
    "VALUES ((SELECT coalesce(max(position), 0) + 1 FROM permissions), "
    "coalesce((SELECT max(revision) FROM permissions WHERE id = ?1 OR (origin = ?2 AND tool = ?3 "
    "AND user = ?4 AND workspace = ?5 AND match_kind = ?6 AND match_arguments = ?7)), 0) + 1, "
    "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)";

constexpr char k_put_approval_sql[] =
    "INSERT OR REPLACE INTO approvals (position, revision, id, call_id, origin, tool, user, "
    "workspace, session, agent, proposer_kind, proposer_model, proposer_provider, "
    "proposer_conversation_id, proposer_request_id, consent_digest, arguments_digest, "
    "shown_digest, arguments, has_secrets, instance, is_undo, always_refused_because, preview, "
    "approver_uid, approver_login, approver_channel, approver_locale, approver_kind, "
    "expires_wall_ms, expires_boot_ms, expires_boot_id, expires_set_at_ms, state) "
    "VALUES (coalesce((SELECT position FROM approvals WHERE id = ?1), "
    "(SELECT coalesce(max(position), 0) + 1 FROM approvals)), "
    "coalesce((SELECT revision FROM approvals WHERE id = ?1), 0) + 1, "
    "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, "
    "?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32)";

}  // namespace

Result<Policy> policy_of(const std::string& name) {
    for (const Policy policy : {Policy::allow, Policy::confirm, Policy::deny}) {
        if (to_string(policy) == name) return policy;
    }
    return fail(Errc::corrupt,
                "a policy in the ledger is none that this program knows; restore "
                "the ledger from a backup");
}

Result<consent::Grant> read_grant(const Cursor& cursor) {
    constexpr std::array k_risks{consent::Risk::low, consent::Risk::medium, consent::Risk::high};
    Columns row(cursor);
    consent::Grant grant;
    grant.id = row.bytes();
    grant.tool = row.tool();
    grant.user = row.bytes();
    grant.workspace = row.bytes();
    grant.session = row.maybe_bytes();
    grant.agent = row.maybe_bytes();
    grant.consent_digest = row.digest();
    grant.match = row.match();
    grant.uses = row.maybe_uses();
    grant.deadline = row.maybe_deadline();
    grant.risk = row.word(k_risks, [](consent::Risk risk) { return to_string(risk); });
    grant.granted_by = row.bytes();
    grant.prompt_id = row.bytes();
    grant.revision = row.revision();
    return row.finish(std::move(grant));
}

Result<consent::Permission> read_permission(const Cursor& cursor) {
    Columns row(cursor);
    consent::Permission permission;
    permission.id = row.bytes();
    permission.tool = row.tool();
    permission.user = row.bytes();
    permission.workspace = row.bytes();
    permission.match = row.match();
    permission.allow = row.boolean();
    permission.consent_digest = row.digest();
    permission.expires = row.maybe_deadline();
    permission.last_used = row.maybe_wall();
    permission.granted_by = row.bytes();
    permission.revision = row.revision();
    return row.finish(std::move(permission));
}

Result<consent::Approval> read_approval(const Cursor& cursor) {
    using Kind = Proposer::Kind;
    using State = consent::ApprovalState;
    constexpr std::array k_kinds{Kind::person, Kind::model, Kind::program, Kind::mcp_client};
    constexpr std::array k_states{State::pending,   State::given,   State::refused,
                                  State::withdrawn, State::expired, State::consumed};
    Columns row(cursor);
    consent::Approval approval;
    approval.id = row.bytes();
    approval.call_id = row.bytes();
    approval.tool = row.tool();
    approval.subject.user = row.bytes();
    approval.subject.workspace = row.bytes();
    approval.subject.session = row.bytes();
    approval.subject.agent = row.bytes();
    approval.proposer.kind = row.word(k_kinds, [](Kind kind) { return to_string(kind); });
    approval.proposer.model = row.bytes();
    approval.proposer.provider = row.bytes();
    approval.proposer.conversation_id = row.bytes();
    approval.proposer.request_id = row.bytes();
    approval.consent_digest = row.digest();
    approval.arguments_digest = row.digest();
    approval.shown_digest = row.digest();
    approval.arguments = row.bytes();
    approval.has_secrets = row.boolean();
    approval.instance = row.bytes();
    approval.is_undo = row.boolean();
    approval.always_refused_because = row.bytes();
    approval.preview = row.bytes();
    approval.approver = row.maybe_approver();
    approval.expires = row.deadline();
    approval.state = row.word(k_states, [](State state) { return to_string(state); });
    approval.revision = row.revision();
    return row.finish(std::move(approval));
}

Result<consent::ServerTrust> read_trust(const Cursor& cursor) {
    Columns row(cursor);
    consent::ServerTrust trust;
    trust.server = row.bytes();
    trust.endpoint = row.bytes();
    trust.trusted_by = row.bytes();
    trust.since = row.wall();
    return row.finish(std::move(trust));
}

Result<consent::Freeze> read_freeze(const Cursor& cursor) {
    Columns row(cursor);
    consent::Freeze freeze;
    freeze.reason = row.bytes();
    freeze.frozen_by = row.bytes();
    freeze.since = row.wall();
    return row.finish(std::move(freeze));
}

Result<void> write_grant(Connection& connection, const consent::Grant& grant) {
    const DeadlineColumns deadline(grant.deadline);
    IAM_CHECK(connection.execute(
        k_put_grant_sql, Text{grant.id}, Blob{grant.tool.origin}, Blob{grant.tool.name},
        Blob{grant.user}, Blob{grant.workspace}, blob_of(grant.session), blob_of(grant.agent),
        grant.consent_digest, Text{to_string(grant.match.kind)}, grant.match.arguments, grant.uses,
        deadline.wall, deadline.boot, deadline.boot_id, deadline.set_at,
        Text{to_string(grant.risk)}, Blob{grant.granted_by}, Text{grant.prompt_id}));
    return {};
}

Result<void> write_permission(Connection& connection, const consent::Permission& permission) {
    const DeadlineColumns expires(permission.expires);
    std::optional<std::int64_t> last_used;
    if (permission.last_used) last_used = count_of(*permission.last_used);
    IAM_CHECK(connection.execute(
        k_put_permission_sql, Text{permission.id}, Blob{permission.tool.origin},
        Blob{permission.tool.name}, Blob{permission.user}, Blob{permission.workspace},
        Text{to_string(permission.match.kind)}, permission.match.arguments, permission.allow,
        permission.consent_digest, expires.wall, expires.boot, expires.boot_id, expires.set_at,
        last_used, Blob{permission.granted_by}));
    return {};
}

Result<void> write_approval(Connection& connection, const consent::Approval& approval) {
    const std::optional<consent::Deadline> deadline(approval.expires);
    const DeadlineColumns expires(deadline);
    std::optional<Blob> uid;
    std::optional<Blob> login;
    std::optional<Blob> channel;
    std::optional<Blob> locale;
    std::optional<Text> kind;
    if (approval.approver) {
        uid = Blob{approval.approver->uid};
        login = Blob{approval.approver->login};
        channel = Blob{approval.approver->channel};
        locale = Blob{approval.approver->locale};
        kind = Text{to_string(approval.approver->kind)};
    }
    const Subject& subject = approval.subject;
    const Proposer& proposer = approval.proposer;
    IAM_CHECK(connection.execute(
        k_put_approval_sql, Text{approval.id}, Blob{approval.call_id}, Blob{approval.tool.origin},
        Blob{approval.tool.name}, Blob{subject.user}, Blob{subject.workspace},
        Blob{subject.session}, Blob{subject.agent}, Text{to_string(proposer.kind)},
        Blob{proposer.model}, Blob{proposer.provider}, Blob{proposer.conversation_id},
        Blob{proposer.request_id}, approval.consent_digest, approval.arguments_digest,
        approval.shown_digest, Blob{approval.arguments}, approval.has_secrets,
        Blob{approval.instance}, approval.is_undo, Blob{approval.always_refused_because},
        Blob{approval.preview}, uid, login, channel, locale, kind, expires.wall, expires.boot,
        expires.boot_id, expires.set_at, Text{to_string(approval.state)}));
    return {};
}

}  // namespace iam::store_sqlite
