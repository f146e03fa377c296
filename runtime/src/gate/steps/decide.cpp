// A decision made once for all calls of a tool and subject is taken over without a copy.
#include "gate/steps/decide.hpp"

#include "gate/consent/consent_keys.hpp"
#include "gate/consent/recipe_tools.hpp"
#include "gate/consent/revocations.hpp"
#include "gate/ends/restart.hpp"
#include "gate/functions/replies.hpp"
#include "gate/steps/read_value.hpp"
#include "gate/undo/undo.hpp"
#include <iam/tool/codes.hpp>
#include <iam/words/catalogue.hpp>

#include <algorithm>
#include <type_traits>
#include <utility>

namespace iam::gate {
namespace {

int strictness(Policy policy) {
    return policy == Policy::allow ? 0 : (policy == Policy::confirm ? 1 : 2);
}

/// Applies one interceptor's say. If it loosens without the right to, it is ignored. If it is
/// equal, the source stays, so the deciding grant is still spent.
void take_say(const Interceptor& interceptor, consent::Decision said, Policy floor,
              consent::Decision& decision) {
    const int before = strictness(decision.effect);
    const int after = strictness(said.effect);
    if (after == before) return;
    const bool loosens = after < before;
    if (loosens && (after < strictness(floor) || !interceptor.may_loosen())) return;
    decision.effect = said.effect;
    decision.source = consent::Source::interceptor;
    decision.source_id = interceptor.name();
    decision.place.clear();
    decision.reason = std::move(said.reason);
    if (!decision.reason.empty()) return;
    decision.reason = say(words::Id::interceptor_decided, {{"name", decision.source_id}});
}

const Digest& digest_for_consent(const CallState& call) {
    return call.proposal.undo ? call.proposal.undo->arguments_digest : call.value.digest;
}

Stop ask_resolvers(CallState& call, consent::Decision& decision) {
    std::optional<std::string> changed;
    const CallView view = view_of(call, &changed);
    for (const auto& interceptor : call.basis.parts.interceptors) {
        std::string name;
        const std::string thrown = run_hook([&] {
            if (auto said = interceptor->on_resolve(view, decision)) {
                take_say(*interceptor, *std::move(said), call.standing.floor, decision);
            }
            if (changed) name = interceptor->name();
        });
        if (!thrown.empty()) {
            Refusal refusal(code::interceptor_failed,
                            "An interceptor failed while it decided; nothing was run.");
            refusal.cause = thrown;
            return Refused{std::move(refusal)};
        }
        // A denied call stays denied: other arguments are no way past a deny.
        auto other = std::exchange(changed, std::nullopt);
        if (!other || decision.effect == Policy::deny) continue;
        IAM_STEP(change_arguments(call, *std::move(other), std::move(name)));
    }
    return std::nullopt;
}

void note(std::vector<words::Sentences>& sentences, std::vector<words::Sentences> more) {
    for (words::Sentences& sentence : more) {
        if (std::find(sentences.begin(), sentences.end(), sentence) == sentences.end())
            sentences.push_back(std::move(sentence));
    }
}

bool revokes(const consent::ContractChange& change) {
    return change.effect == consent::ChangeEffect::revoke;
}

/// Ends consent given under contracts too different from today's.
Result<void> end_revoked(CallState& call, const consent::ContractChanges& changes) {
    std::string why = "The tool has changed.";
    for (const consent::ContractChange& change : changes) {
        if (!revokes(change)) continue;
        for (const words::Sentences& finding : change.findings) why += " " + finding.english();
    }
    const auto is_ended = [&](const auto& record) {
        if constexpr (std::is_same_v<std::decay_t<decltype(record)>, consent::BrokenRecord>) {
            return false;  // its contract is not known
        } else {
            if (record.tool != call.proposal.call.tool || !allows(record)) return false;
            const auto* change = consent::find_change(changes, record.consent_digest);
            return change != nullptr && revokes(*change);
        }
    };
    IAM_CHECK(revoke_where(call.writer, {{}, why}, is_ended));
    return {};
}

/// Applies the changes of the tool to consent given under its earlier contracts.
std::optional<Refusal> apply_changes(CallState& call) {
    // A copy: the standing is read anew below.
    const auto known = call.standing.known;
    note(call.standing.changes,
         sentences_of(consent::changes_that_matter(facts_of(call), known->standing)));
    if (std::none_of(known->changes.begin(), known->changes.end(), revokes)) return std::nullopt;
    if (auto ended = end_revoked(call, known->changes); !ended) return unavailable(ended.error());
    if (auto refusal = read_standing(call, Reading::anew)) return refusal;
    // A value may have been denied under another contract meanwhile.
    read_earlier_arguments(call);
    return std::nullopt;
}

bool is_undo_of_model(const CallState& call) {
    const auto by = call.proposal.call.proposer.kind;
    return call.proposal.undo && (by == Proposer::Kind::model || by == Proposer::Kind::mcp_client);
}

/// The ruling for every call of the tool and subject; nullptr if they differ.
const consent::Ruling* known_ruling(const CallState& call) {
    return call.standing.known->fixed && !is_undo_of_model(call) ? &*call.standing.known->fixed
                                                                 : nullptr;
}

consent::Ruling rule_on(const CallState& call) {
    if (const consent::Ruling* ruling = known_ruling(call)) return *ruling;
    const KnownStanding& known = *call.standing.known;
    const consent::Facts facts = facts_of(call);
    consent::Standing kept;
    return consent::decide(facts, known.concerning(facts, kept), call.basis.settings.consent,
                           known.rules);
}

/// Points to the ruling, without a copy.
void take_known_ruling(CallState& call, const consent::Ruling& ruling) {
    call.standing.floor = ruling.floor;
    call.standing.wants_person = ruling.wants_person;
    call.standing.decided = {call.standing.known, &ruling.decision};
}

/// Takes a ruling of this call alone, after the hooks have had their say.
Stop take_ruling(CallState& call, consent::Ruling ruling) {
    call.standing.floor = ruling.floor;
    call.standing.wants_person = ruling.wants_person;
    if (!call.standing.changes.empty()) tell_changes(ruling.decision);
    if (!call.basis.parts.interceptors.empty()) {
        IAM_STEP(ask_resolvers(call, ruling.decision));
    }
    take_decision(call, std::move(ruling.decision));
    return std::nullopt;
}

/// The time of a permission's last use may be out of date, since a use moves no epoch.
bool holds_lapsed(const CallState& call, const KnownStanding& known) {
    return known.first_lapse && call.standing.now.wall >= *known.first_lapse;
}

}  // namespace

consent::Facts facts_of(const CallState& call) {
    consent::Facts facts{.contract = *call.tool.contract,
                         .subject = call.proposal.call.subject,
                         .arguments_digest = &digest_for_consent(call),
                         .now = call.standing.now,
                         .arguments = &call.proposal.call.arguments};
    // An undo knows the arguments from the record; the record has no secrets.
    if (call.proposal.undo) {
        facts.hidden = &call.tool.contract->secret_arguments;
        facts.is_undo_of_model = is_undo_of_model(call);
    }
    if (call.standing.known) facts.changes = &call.standing.known->changes;
    facts.earlier_arguments = &call.standing.earlier_arguments;
    if (call.value.keys_digest) facts.keys_digest = &*call.value.keys_digest;
    return facts;
}

void read_earlier_arguments(CallState& call) {
    call.standing.earlier_arguments.clear();
    // The record of an undone call may have holes, so consent to a value of an earlier contract
    // does not cover its undo.
    if (call.proposal.undo) return;
    const SecretKey& key = call.basis.parts.store.key();
    for (const Digest& before : call.standing.known->earlier) {
        call.standing.earlier_arguments.push_back(
            {before, digest_arguments(key, before, call.proposal.call.arguments),
             digest_keys(key, before, *call.tool.contract, call.proposal.call.arguments)});
    }
}

void tell_changes(consent::Decision& decision) {
    if (decision.effect != Policy::confirm) return;
    decision.reason.add(say(words::Id::tool_changed));
}

void take_decision(CallState& call, consent::Decision&& decision) {
    consent::tell_failures(decision, call.standing.known->rules);
    // Scrubbed last, since a scrubbed note would not be recognised.
    decision.reason.change_own([&call](std::string own) {
        return scrub_text(std::move(own), call.value.redaction.texts);
    });
    call.standing.decided = std::make_shared<const consent::Decision>(std::move(decision));
}

std::optional<Refusal> read_standing(CallState& call, Reading reading) {
    const auto get = [&](bool fresh) {
        return call.standings.get(call.basis, call.tool, call.proposal.call.subject, fresh);
    };
    const bool anew = reading == Reading::anew;
    auto got = get(anew);
    if (got && !anew && holds_lapsed(call, *got->known)) got = get(true);
    if (!got) return unavailable(got.error());
    call.standing.known = std::move(got->known);
    call.standing.is_fresh = got->is_fresh;
    call.standing.risk =
        consent::risk_of(*call.tool.contract, consent::is_believed(call.standing.known->trust));
    return std::nullopt;
}

Stop decide(CallState& call, Reading reading) {
    // The commit notices all changes after step 2, like those after step 4.
    if (reading != Reading::as_read) {
        call.standing.now = call.basis.clock.now();
        IAM_STEP(read_standing(call, reading));
    }
    read_earlier_arguments(call);
    if (!call.standing.known->changes.empty()) IAM_STEP(apply_changes(call));
    if (call.proposal.undo) {
        IAM_STEP(check_undo_state(call));
        IAM_STEP(check_later(call));
    }
    const bool is_changed_by_nobody =
        call.standing.changes.empty() && call.basis.parts.interceptors.empty();
    const consent::Ruling* known = is_changed_by_nobody ? known_ruling(call) : nullptr;
    consent::Ruling own;
    if (known == nullptr) own = rule_on(call);
    const consent::Ruling& ruling = known != nullptr ? *known : own;
    if (ruling.decision.effect == Policy::deny && !call.standing.is_fresh)
        return decide(call, Reading::anew);
    if (known != nullptr) {
        take_known_ruling(call, *known);
    } else {
        IAM_STEP(take_ruling(call, std::move(own)));
    }
    if (call.standing.decision().effect == Policy::deny)
        return Refused{denied(call.standing.decision())};
    // An undo has no step 2, and a hook or an answer may have taken its time.
    IAM_STEP(check_recipe_tools(call));
    return std::nullopt;
}

}  // namespace iam::gate
