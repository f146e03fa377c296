// Reads records out of rows. A word without an enumerator means a damaged row, never a default.
#include "store_postgres/records/records.hpp"

#include <algorithm>
#include <array>

namespace iam::store_postgres {
namespace {

using Milliseconds = std::chrono::milliseconds;
using WallTime = std::chrono::sys_time<Milliseconds>;

/// Takes the cells of a row one after another and keeps the first error.
class Cells {
 public:
    explicit Cells(const RecordRow& row) noexcept : cells_(row.cells) {}

    std::string bytes() { return cells_[at_++].bytes; }
    std::int64_t integer() { return cells_[at_++].number; }
    bool is_null() const { return cells_[at_].kind == store::ColumnKind::null; }
    bool boolean() { return integer() != 0; }
    std::uint64_t revision() { return static_cast<std::uint64_t>(integer()); }
    WallTime wall() { return WallTime{Milliseconds{integer()}}; }
    void skip(std::size_t count) { at_ += count; }

    Digest digest() {
        Digest digest;
        const std::string text = bytes();
        if (text.size() == digest.bytes.size()) {
            std::copy(text.begin(), text.end(), digest.bytes.begin());
        } else {
            spoil("a digest in the ledger does not have 32 bytes");
        }
        return digest;
    }
    ToolId tool() {
        ToolId tool;
        tool.origin = bytes();
        tool.name = bytes();
        return tool;
    }
    consent::Match match() {
        using Kind = consent::Match::Kind;
        consent::Match match;
        match.kind = word(std::array{Kind::tool, Kind::keys, Kind::exact});
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
        if (!is_null()) return deadline();
        skip(4);
        return std::nullopt;
    }
    std::optional<std::string> maybe_bytes() {
        if (!is_null()) return bytes();
        skip(1);
        return std::nullopt;
    }
    std::optional<consent::Approver> maybe_approver() {
        using Kind = consent::ApproverKind;
        if (is_null()) {
            skip(5);
            return std::nullopt;
        }
        consent::Approver approver;
        approver.uid = bytes();
        approver.login = bytes();
        approver.channel = bytes();
        approver.locale = bytes();
        approver.kind = word(
            std::array{Kind::person, Kind::host_assertion, Kind::program, Kind::client_asserted});
        return approver;
    }
    template <class Enum, std::size_t N>
    Enum word(const std::array<Enum, N>& values) {
        const std::string text = bytes();
        for (const Enum value : values)
            if (to_string(value) == text) return value;
        spoil("a row of the ledger holds a word that this program does not know");
        return values.front();
    }

    template <class T>
    Result<T> finish(T value) {
        if (error_) return tl::unexpected(*error_);
        return value;
    }

 private:
    void spoil(const std::string& why) {
        if (!error_) error_ = Error{Errc::corrupt, why + "; restore the database from a backup"};
    }
    const std::vector<Cell>& cells_;
    std::size_t at_ = 0;
    std::optional<Error> error_{};
};

}  // namespace

Result<StoredPolicy> policy_in(const RecordRow& row) {
    Cells cells(row);
    StoredPolicy policy;
    policy.tool = cells.tool();
    policy.effect = cells.word(std::array{Policy::allow, Policy::confirm, Policy::deny});
    if (!cells.is_null()) policy.consent_digest = cells.digest();
    return cells.finish(std::move(policy));
}

Result<consent::ServerTrust> trust_in(const RecordRow& row) {
    Cells cells(row);
    consent::ServerTrust trust;
    trust.server = cells.bytes();
    trust.endpoint = cells.bytes();
    trust.trusted_by = cells.bytes();
    trust.since = cells.wall();
    return cells.finish(std::move(trust));
}

Result<consent::Grant> grant_in(const RecordRow& row) {
    Cells cells(row);
    consent::Grant grant;
    grant.id = cells.bytes();
    grant.tool = cells.tool();
    grant.user = cells.bytes();
    grant.workspace = cells.bytes();
    grant.session = cells.maybe_bytes();
    grant.agent = cells.maybe_bytes();
    grant.consent_digest = cells.digest();
    grant.match = cells.match();
    if (cells.is_null()) {
        cells.skip(1);
    } else {
        grant.uses = static_cast<std::uint32_t>(cells.integer());
    }
    grant.deadline = cells.maybe_deadline();
    grant.risk =
        cells.word(std::array{consent::Risk::low, consent::Risk::medium, consent::Risk::high});
    grant.granted_by = cells.bytes();
    grant.prompt_id = cells.bytes();
    grant.revision = cells.revision();
    return cells.finish(std::move(grant));
}

Result<consent::Permission> permission_in(const RecordRow& row) {
    Cells cells(row);
    consent::Permission permission;
    permission.id = cells.bytes();
    permission.tool = cells.tool();
    permission.user = cells.bytes();
    permission.workspace = cells.bytes();
    permission.match = cells.match();
    permission.allow = cells.boolean();
    permission.consent_digest = cells.digest();
    permission.expires = cells.maybe_deadline();
    if (cells.is_null()) {
        cells.skip(1);
    } else {
        permission.last_used = cells.wall();
    }
    permission.granted_by = cells.bytes();
    permission.revision = cells.revision();
    return cells.finish(std::move(permission));
}

Result<consent::Approval> approval_in(const RecordRow& row) {
    using Kind = Proposer::Kind;
    using State = consent::ApprovalState;
    Cells cells(row);
    consent::Approval approval;
    approval.id = cells.bytes();
    approval.call_id = cells.bytes();
    approval.tool = cells.tool();
    approval.subject.user = cells.bytes();
    approval.subject.workspace = cells.bytes();
    approval.subject.session = cells.bytes();
    approval.subject.agent = cells.bytes();
    approval.proposer.kind =
        cells.word(std::array{Kind::person, Kind::model, Kind::program, Kind::mcp_client});
    approval.proposer.model = cells.bytes();
    approval.proposer.provider = cells.bytes();
    approval.proposer.conversation_id = cells.bytes();
    approval.proposer.request_id = cells.bytes();
    approval.consent_digest = cells.digest();
    approval.arguments_digest = cells.digest();
    approval.shown_digest = cells.digest();
    approval.arguments = cells.bytes();
    approval.has_secrets = cells.boolean();
    approval.instance = cells.bytes();
    approval.is_undo = cells.boolean();
    approval.always_refused_because = cells.bytes();
    approval.preview = cells.bytes();
    approval.approver = cells.maybe_approver();
    approval.expires = cells.deadline();
    approval.state = cells.word(std::array{State::pending, State::given, State::refused,
                                           State::withdrawn, State::expired, State::consumed});
    approval.revision = cells.revision();
    return cells.finish(std::move(approval));
}

}  // namespace iam::store_postgres
