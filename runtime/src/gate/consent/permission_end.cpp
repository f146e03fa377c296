// Moves the end of an "allow always": sooner, later, or none.
#include "gate/consent/lasting_consent.hpp"
#include "gate/engine/engine.hpp"
#include "gate/record/records.hpp"
#include <iam/gate/consent.hpp>
#include <iam/words/catalogue.hpp>

#include <algorithm>
#include <utility>

namespace iam::gate {
namespace {

using consent::Permission;

/// The wanted end, counted from now. Nothing: no end.
using WantedEnd = std::optional<std::chrono::milliseconds>;

/// False if the present end is as late already.
bool is_later(const Permission& permission, const WantedEnd& wanted, const Moment& now) {
    if (!permission.expires) return false;
    return !wanted || saturating_add(now.wall, *wanted) > permission.expires->wall;
}

Result<void> check_shortening(const Permission& permission, const WantedEnd& wanted,
                              const Moment& now) {
    const bool is_sooner =
        !permission.expires || saturating_add(now.wall, *wanted) < permission.expires->wall;
    if (is_sooner) return {};
    return fail(Errc::invalid_argument,
                "It ends before that anyhow; extend it, if it is to last longer.");
}

/// Without the tool's contract nobody can tell whether the tool may have an "always".
Result<void> check_extension(Engine& engine, const Permission& permission, const WantedEnd& wanted,
                             const Moment& now) {
    const FoundTool tool = find_tool(engine, permission.tool);
    if (!tool) {
        return fail(Errc::invalid_argument, "Its tool is not here; extend it where the tool is.");
    }
    IAM_TRY(counts,
            counts_today(engine, engine.history, permission.tool, permission.consent_digest));
    if (!counts) {
        return fail(Errc::invalid_argument,
                    "Its tool has changed, so it does not count any more; give a new answer at a "
                    "question instead.");
    }
    if (const auto reason = consent::refuses_always(*tool.contract)) {
        return fail(Errc::invalid_argument, english(*reason));
    }
    if (is_later(permission, wanted, now)) return {};
    return fail(Errc::invalid_argument,
                "It does not end before that; shorten it, if it is to end sooner.");
}

Result<void> check_holds(const Permission& permission, const WantedEnd& wanted, const Moment& now,
                         const consent::Settings& settings) {
    if (!permission.allow) {
        return fail(Errc::invalid_argument, "A \"deny always\" has no end; revoke it.");
    }
    if (wanted && wanted->count() <= 0) {
        return fail(Errc::invalid_argument, "To end it now, revoke it.");
    }
    const bool is_over = permission.expires && consent::state_at(*permission.expires, now) !=
                                                   consent::DeadlineState::running;
    if (!is_over && !consent::has_lapsed(permission, now, settings)) return {};
    return fail(Errc::invalid_argument,
                "It no longer holds; give a new answer at a question instead.");
}

struct ByHand {
    const Subject& by;
    const std::optional<consent::Approver>& approver;
};

struct FoundPermission {
    Permission permission{};
    ledger::ExpectEpoch unchanged{};  ///< no permission of its subject has changed since
};

tl::unexpected<Error> no_permission() {
    return fail(Errc::not_found, "There is no permission of that id.");
}

/// With a seen permission: only if its end is still the seen one.
Result<FoundPermission> find_permission(Engine& engine, const std::string& id,
                                        const std::optional<Permission>& seen) {
    const auto find_in = [&](std::vector<Permission>& permissions) {
        return std::find_if(permissions.begin(), permissions.end(),
                            [&](const Permission& one) { return one.id == id; });
    };
    IAM_TRY(permissions, engine.parts.store.permissions());
    const auto listed = find_in(permissions);
    if (listed == permissions.end()) return no_permission();
    // Its subject is known now. A standing tells the epoch of the moment at which it is read.
    const Subject subject{.user = listed->user, .workspace = listed->workspace};
    IAM_TRY(standing, engine.parts.store.standing(listed->tool, subject));
    const auto place = find_in(standing.permissions);
    if (place == standing.permissions.end()) return no_permission();
    if (seen && seen->expires != place->expires) {
        return fail(Errc::conflict,
                    "Its end was changed elsewhere meanwhile; look at the list again.");
    }
    return FoundPermission{
        std::move(*place),
        {consent::subject_scope(subject.user, subject.workspace), standing.subject_epoch}};
}

Result<Permission> put_end(Engine& engine, FoundPermission found, const WantedEnd& wanted,
                           const ByHand& hand, const Moment& now) {
    Permission& permission = found.permission;
    if (wanted) {
        permission.expires = consent::deadline_after(now, *wanted);
    } else {
        end_never(permission, now);
    }
    ledger::Batch batch;
    ledger::Entry& entry = add_entry_by(engine, batch, ledger::EntryKind::permission, hand.by);
    entry.approver = hand.approver;
    entry.tool = permission.tool;
    entry.permission = permission.id;
    entry.policy = Policy::allow;
    batch.entries.back().payloads.push_back(
        {"message", random_salt(engine.entropy),
         permission.expires ? "It ends at " + to_rfc3339(permission.expires->wall) + " now."
                            : "It has no end by itself now."});
    batch.expect(std::move(found.unchanged));
    batch.change(ledger::PutPermission{permission});
    IAM_CHECK(commit(engine, std::move(batch)));
    return std::move(permission);
}

}  // namespace

Result<Permission> Consent::shorten(const std::string& permission,
                                    std::chrono::milliseconds duration, const Subject& by,
                                    const std::optional<Permission>& seen) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    IAM_TRY(found, find_permission(*engine_, permission, seen));
    const Moment now = engine_->clock.now();
    IAM_CHECK(check_holds(found.permission, duration, now, engine_->settings.consent));
    IAM_CHECK(check_shortening(found.permission, duration, now));
    return put_end(*engine_, std::move(found), duration, {by, approver_}, now);
}

Result<Permission> Consent::extend(const std::string& permission,
                                   std::optional<std::chrono::milliseconds> duration,
                                   const Subject& by, const std::optional<Permission>& seen) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    IAM_TRY(found, find_permission(*engine_, permission, seen));
    const Moment now = engine_->clock.now();
    IAM_CHECK(check_holds(found.permission, duration, now, engine_->settings.consent));
    IAM_CHECK(check_extension(*engine_, found.permission, duration, now));
    return put_end(*engine_, std::move(found), duration, {by, approver_}, now);
}

}  // namespace iam::gate
