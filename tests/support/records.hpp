// Short ways to make the records that tests of consent, ledger and stores are about.
#pragma once

#include <iam/consent/records.hpp>
#include <iam/ledger/entry.hpp>
#include <iam/ledger/store.hpp>

#include <chrono>
#include <string>
#include <string_view>
#include <utility>

namespace iam::test {

/// Some digest that differs for each text.
inline Digest digest_of(std::string_view text) {
    return sha256(domain_tag("test/1"), text);
}

inline const ToolId& some_tool() {
    static const ToolId tool{"", "set_alarm"};
    return tool;
}

inline consent::Grant grant_of(std::string id, ToolId tool = some_tool()) {
    consent::Grant grant;
    grant.id = std::move(id);
    grant.tool = std::move(tool);
    grant.consent_digest = digest_of("contract");
    return grant;
}

inline consent::Grant once(std::string id, ToolId tool = some_tool()) {
    consent::Grant grant = grant_of(std::move(id), std::move(tool));
    grant.uses = 1;
    return grant;
}

inline consent::Permission permission_of(std::string id, bool allow, ToolId tool = some_tool()) {
    consent::Permission permission;
    permission.id = std::move(id);
    permission.tool = std::move(tool);
    permission.allow = allow;
    permission.consent_digest = digest_of("contract");
    return permission;
}

inline consent::Approval approval_of(
    std::string id, consent::ApprovalState state = consent::ApprovalState::pending) {
    consent::Approval approval;
    approval.id = std::move(id);
    approval.tool = some_tool();
    approval.consent_digest = digest_of("contract");
    approval.arguments_digest = digest_of("arguments");
    approval.state = state;
    return approval;
}

inline ledger::EntryDraft entry_of(ledger::EntryKind kind, std::string call_id = "call-1") {
    ledger::EntryDraft draft;
    draft.entry.kind = kind;
    draft.entry.call_id = std::move(call_id);
    draft.entry.tool = some_tool();
    return draft;
}

inline ledger::Payload payload_of(std::string name, std::string bytes, std::uint8_t salt = 1) {
    ledger::Payload payload;
    payload.name = std::move(name);
    payload.bytes = std::move(bytes);
    payload.salt.fill(salt);
    return payload;
}

/// A batch of any number of expectations, mutations and entries, in any order.
template <class... Parts>
ledger::Batch batch_of(Parts... parts) {
    ledger::Batch batch;
    [[maybe_unused]] const auto add = [&batch](auto part) {
        using Part = decltype(part);
        if constexpr (std::is_same_v<Part, ledger::EntryDraft>) {
            batch.entries.push_back(std::move(part));
        } else if constexpr (std::is_constructible_v<ledger::Expectation, Part>) {
            batch.expectations.push_back(std::move(part));
        } else {
            batch.mutations.push_back(std::move(part));
        }
    };
    (add(std::move(parts)), ...);
    return batch;
}

/// A use of the grant as the store has it now. If it has none of this id, a use that cannot be
/// made.
inline ledger::SpendGrant spend(ledger::Store& store, const std::string& id) {
    if (const auto grants = store.grants()) {
        for (const consent::Grant& grant : *grants)
            if (grant.id == id) return {grant};
    }
    return {grant_of(id)};
}

/// A use of the permission as the store has it now.
inline ledger::TouchPermission touch(ledger::Store& store, const std::string& id,
                                     std::chrono::sys_time<std::chrono::milliseconds> used = {}) {
    if (const auto permissions = store.permissions()) {
        for (const consent::Permission& permission : *permissions)
            if (permission.id == id) return {permission, used};
    }
    return {permission_of(id, true), used};
}

/// The record as a store has it that got it once.
template <class Record>
Record as_stored(Record record) {
    record.revision = 1;
    return record;
}

}  // namespace iam::test
