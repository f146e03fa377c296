// Makes sealed rows of records.
#include "store_postgres/records/records.hpp"

namespace iam::store_postgres {
namespace {

using store::ColumnKind;

/// Adds cells one after another.
class RowWriter {
 public:
    RowWriter& bytes(std::string_view value) {
        return add({ColumnKind::blob, 0, std::string(value)});
    }
    RowWriter& word(std::string_view value) {
        return add({ColumnKind::text, 0, std::string(value)});
    }
    RowWriter& integer(std::int64_t value) { return add({ColumnKind::integer, value, {}}); }
    RowWriter& revision(std::uint64_t value) { return integer(static_cast<std::int64_t>(value)); }
    RowWriter& null() { return add({}); }
    RowWriter& digest(const Digest& value) {
        return add({ColumnKind::blob, 0, std::string(value.bytes.begin(), value.bytes.end())});
    }
    RowWriter& tool(const ToolId& value) { return bytes(value.origin).bytes(value.name); }
    RowWriter& match(const consent::Match& value) {
        return word(to_string(value.kind)).digest(value.arguments);
    }
    RowWriter& wall(std::chrono::sys_time<std::chrono::milliseconds> value) {
        return integer(value.time_since_epoch().count());
    }
    RowWriter& maybe_bytes(const std::optional<std::string>& value) {
        return value ? bytes(*value) : null();
    }
    RowWriter& deadline(const std::optional<consent::Deadline>& value) {
        if (!value) return null().null().null().null();
        return wall(value->wall)
            .integer(value->boot.count())
            .bytes(value->boot_id)
            .wall(value->set_at);
    }

    RecordRow finish(const RecordSeal& seal, RecordKind kind) {
        set_seal(seal, table_of(kind), row_);
        return std::move(row_);
    }

 private:
    RowWriter& add(Cell cell) {
        row_.cells.push_back(std::move(cell));
        return *this;
    }
    RecordRow row_{};
};

}  // namespace

RecordRow row_of(const RecordSeal& seal, const ledger::PutPolicy& policy, Policy effect) {
    RowWriter row;
    row.tool(policy.tool).word(to_string(effect));
    if (policy.consent_digest) {
        row.digest(*policy.consent_digest);
    } else {
        row.null();
    }
    return row.finish(seal, RecordKind::policy);
}

RecordRow row_of(const RecordSeal& seal, const consent::ServerTrust& trust) {
    RowWriter row;
    row.bytes(trust.server).bytes(trust.endpoint).bytes(trust.trusted_by).wall(trust.since);
    return row.finish(seal, RecordKind::trust);
}

RecordRow row_of(const RecordSeal& seal, const consent::Grant& grant) {
    RowWriter row;
    row.bytes(grant.id).tool(grant.tool).bytes(grant.user).bytes(grant.workspace);
    row.maybe_bytes(grant.session).maybe_bytes(grant.agent);
    row.digest(grant.consent_digest).match(grant.match);
    if (grant.uses) {
        row.integer(*grant.uses);
    } else {
        row.null();
    }
    row.deadline(grant.deadline).word(to_string(grant.risk)).bytes(grant.granted_by);
    row.bytes(grant.prompt_id).revision(grant.revision);
    return row.finish(seal, RecordKind::grant);
}

RecordRow row_of(const RecordSeal& seal, const consent::Permission& permission) {
    RowWriter row;
    row.bytes(permission.id).tool(permission.tool);
    row.bytes(permission.user).bytes(permission.workspace).match(permission.match);
    row.integer(permission.allow ? 1 : 0).digest(permission.consent_digest);
    row.deadline(permission.expires);
    if (permission.last_used) {
        row.wall(*permission.last_used);
    } else {
        row.null();
    }
    row.bytes(permission.granted_by).revision(permission.revision);
    return row.finish(seal, RecordKind::permission);
}

RecordRow row_of(const RecordSeal& seal, const consent::Approval& approval) {
    const Proposer& proposer = approval.proposer;
    RowWriter row;
    row.bytes(approval.id).bytes(approval.call_id).tool(approval.tool);
    row.bytes(approval.subject.user).bytes(approval.subject.workspace);
    row.bytes(approval.subject.session).bytes(approval.subject.agent);
    row.word(to_string(proposer.kind)).bytes(proposer.model).bytes(proposer.provider);
    row.bytes(proposer.conversation_id).bytes(proposer.request_id);
    row.digest(approval.consent_digest).digest(approval.arguments_digest);
    row.digest(approval.shown_digest).bytes(approval.arguments);
    row.integer(approval.has_secrets ? 1 : 0).bytes(approval.instance);
    row.integer(approval.is_undo ? 1 : 0).bytes(approval.always_refused_because);
    row.bytes(approval.preview);
    if (const auto& approver = approval.approver) {
        row.bytes(approver->uid).bytes(approver->login).bytes(approver->channel);
        row.bytes(approver->locale).word(to_string(approver->kind));
    } else {
        row.null().null().null().null().null();
    }
    row.deadline(approval.expires).word(to_string(approval.state)).revision(approval.revision);
    return row.finish(seal, RecordKind::approval);
}

}  // namespace iam::store_postgres
