// Step 4 of a call, what holds right now; and step 7, the vetoes.
#include "call_state.hpp"
#include "changed_arguments.hpp"
#include "consent_keys.hpp"
#include "engine.hpp"
#include "recorded_call.hpp"
#include "revocations.hpp"
#include <iam/tool/codes.hpp>

#include <algorithm>
#include <type_traits>
#include <utility>

namespace iam::gate {
namespace {

int strictness(Policy policy) {
    return policy == Policy::allow ? 0 : (policy == Policy::confirm ? 1 : 2);
}

/// One interceptor's say. What loosens without the right to is ignored; what says the same keeps
/// the source, so that the grant which decided is still spent.
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
    return call.undo ? call.undo->arguments_digest : call.arguments_digest;
}

std::optional<Refusal> ask_resolvers(CallState& call, consent::Decision& decision) {
    std::optional<std::string> changed;
    const CallView view = view_of(call, &changed);
    for (const auto& interceptor : call.engine->parts.interceptors) {
        std::string name;
        const std::string thrown = run_hook([&] {
            if (auto said = interceptor->on_resolve(view, decision)) {
                take_say(*interceptor, *std::move(said), call.floor, decision);
            }
            if (changed) name = interceptor->name();
        });
        if (!thrown.empty()) {
            Refusal refusal{std::string(code::interceptor_failed),
                            "An interceptor failed while it decided; nothing was run."};
            refusal.cause = thrown;
            return refusal;
        }
        // What is denied stays denied: nobody gets past that by way of other arguments.
        auto other = std::exchange(changed, std::nullopt);
        if (!other || decision.effect == Policy::deny) continue;
        if (auto refusal = change_arguments(call, *std::move(other), std::move(name)))
            return refusal;
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

/// Ends what was allowed under contracts to which today's is too different.
Result<void> end_revoked(CallState& call, const consent::ContractChanges& changes) {
    std::string why = "The tool has changed.";
    for (const consent::ContractChange& change : changes) {
        if (!revokes(change)) continue;
        for (const words::Sentences& finding : change.findings) why += " " + finding.english();
    }
    const auto is_ended = [&](const auto& record) {
        if constexpr (std::is_same_v<std::decay_t<decltype(record)>, consent::BrokenRecord>) {
            return false;  // of no contract that anybody knows
        } else {
            if (record.tool != call.call.tool || !allows(record)) return false;
            const auto* change = consent::find_change(changes, record.consent_digest);
            return change != nullptr && revokes(*change);
        }
    };
    IAM_CHECK(revoke_where(*call.engine, {{}, why}, is_ended));
    return {};
}

/// What the tool's changes do to what was allowed under its earlier contracts.
std::optional<Refusal> apply_changes(CallState& call) {
    // Ending some of it has the standing read anew.
    const auto known = call.known;
    note(call.changes, sentences_of(consent::changes_that_matter(facts_of(call), known->standing)));
    if (std::none_of(known->changes.begin(), known->changes.end(), revokes)) return std::nullopt;
    if (auto ended = end_revoked(call, known->changes); !ended) return unavailable(ended.error());
    call.reread = true;
    if (auto refusal = read_standing(call)) return refusal;
    // Somebody may have denied a value under another contract meanwhile.
    read_earlier_arguments(call);
    return std::nullopt;
}

bool is_undo_of_model(const CallState& call) {
    const auto by = call.call.proposer.kind;
    return call.undo && (by == Proposer::Kind::model || by == Proposer::Kind::mcp_client);
}

/// That which is the same for every call of the tool and the subject; nullptr where there is none.
const consent::Ruling* known_ruling(const CallState& call) {
    return call.known->fixed && !is_undo_of_model(call) ? &*call.known->fixed : nullptr;
}

consent::Ruling rule_on(const CallState& call) {
    if (const consent::Ruling* ruling = known_ruling(call)) return *ruling;
    const KnownStanding& known = *call.known;
    const consent::Facts facts = facts_of(call);
    consent::Standing kept;
    return consent::decide(facts, known.concerning(facts, kept), call.engine->settings.consent,
                           known.rules);
}

/// Without a copy of it.
void take_known_ruling(CallState& call, const consent::Ruling& ruling) {
    call.floor = ruling.floor;
    call.wants_person = ruling.wants_person;
    call.decided = {call.known, &ruling.decision};
}

/// One of this call, with what the hooks make of it.
std::optional<Refusal> take_ruling(CallState& call, consent::Ruling ruling) {
    call.floor = ruling.floor;
    call.wants_person = ruling.wants_person;
    if (!call.changes.empty()) tell_changes(ruling.decision);
    if (!call.engine->parts.interceptors.empty()) {
        if (auto refusal = ask_resolvers(call, ruling.decision)) return refusal;
    }
    call.decide(std::move(ruling.decision));
    return std::nullopt;
}

/// What is known of its last use may be old, since a use moves no epoch.
bool holds_lapsed(const CallState& call, const KnownStanding& known) {
    return known.first_lapse && call.now.wall >= *known.first_lapse;
}

}  // namespace

Refusal unavailable(const Error& error) {
    return Refusal{std::string(code::ledger_unavailable),
                   "The ledger cannot be used, so nothing was run: " + error.message};
}

Refusal denied(const consent::Decision& decision) {
    return Refusal{std::string(code::policy_denied), decision.reason.english(), {}, decision};
}

consent::Facts facts_of(const CallState& call) {
    consent::Facts facts{*call.tool.contract, call.call.subject, &digest_for_consent(call),
                         call.now, &call.call.arguments};
    // An undo knows the arguments from the record, which has no secrets.
    if (call.undo) {
        facts.hidden = &call.tool.contract->secret_arguments;
        facts.is_undo_of_model = is_undo_of_model(call);
    }
    if (call.known) facts.changes = &call.known->changes;
    facts.earlier_arguments = &call.earlier_arguments;
    if (call.keys_digest) facts.keys_digest = &*call.keys_digest;
    return facts;
}

void read_earlier_arguments(CallState& call) {
    call.earlier_arguments.clear();
    // Of an undo the record may have holes, so what is bound to a value of an earlier contract does not cover it.
    if (call.undo) return;
    const SecretKey& key = call.engine->parts.store.key();
    for (const Digest& before : call.known->earlier) {
        call.earlier_arguments.push_back(
            {before, digest_arguments(key, before, call.call.arguments),
             digest_keys(key, before, *call.tool.contract, call.call.arguments)});
    }
}

void tell_changes(consent::Decision& decision) {
    if (decision.effect != Policy::confirm) return;
    decision.reason.add(say(words::Id::tool_changed));
}

std::optional<Refusal> read_standing(CallState& call) {
    Engine& engine = *call.engine;
    const auto rules = rules_now(engine);
    const auto get = [&](bool fresh) {
        return engine.standings.get(engine.parts, engine.history, call.tool, call.call.subject,
                                    engine.settings.consent, rules, fresh);
    };
    auto known = get(call.reread);
    if (known && !call.reread && holds_lapsed(call, **known)) known = get(true);
    if (!known) return unavailable(known.error());
    call.known = *std::move(known);
    call.reread = false;
    return std::nullopt;
}

std::optional<Refusal> decide_now(CallState& call) {
    // What changes between steps 2 and 4 the commit notices, as it does what changes after step 4.
    if (!std::exchange(call.just_read, false)) {
        call.now = call.engine->clock.now();
        if (auto refusal = read_standing(call)) return refusal;
    }
    read_earlier_arguments(call);
    if (!call.known->changes.empty()) {
        if (auto refusal = apply_changes(call)) return refusal;
    }
    if (call.undo) {
        if (auto refusal = check_undo_state(call)) return refusal;
        if (auto refusal = check_later(call)) return refusal;
    }
    const bool is_changed_by_nobody =
        call.changes.empty() && call.engine->parts.interceptors.empty();
    const consent::Ruling* known = is_changed_by_nobody ? known_ruling(call) : nullptr;
    if (known != nullptr) {
        take_known_ruling(call, *known);
    } else if (auto refusal = take_ruling(call, rule_on(call))) {
        return refusal;
    }
    if (call.decision().effect == Policy::deny) return denied(call.decision());
    return std::nullopt;
}

/// The hook saw the real arguments, the caller and the chained record may not.
Refusal vetoed(const CallState& call, ToolResult veto, std::string name) {
    const SecretTexts& secrets = call.redaction.texts;
    std::string message = scrub_text(std::move(veto.message), secrets);
    scrub_errors(veto.errors, secrets);
    consent::Decision decision{Policy::deny, consent::Source::interceptor, std::move(name),
                               message};
    consent::tell_failures(decision, call.known->rules);
    return Refusal{std::move(veto.code), std::move(message), std::move(veto.errors),
                   std::move(decision)};
}

bool is_a_veto(const CallState& call, const ToolResult& veto) {
    return !veto.success && code::is_word(veto.code) &&
           !holds_secret(veto.code, call.redaction.texts);
}

// Once per decision: a repeated commit must not count twice.
std::optional<Refusal> ask_for_vetoes(CallState& call) {
    if (call.engine->parts.interceptors.empty() || call.seen_by_hooks == call.decision()) {
        return std::nullopt;
    }
    call.seen_by_hooks.emplace(call.decision());
    std::optional<std::string> changed;
    const CallView view = view_of(call, &changed);
    for (const auto& interceptor : call.engine->parts.interceptors) {
        std::optional<ToolResult> veto;
        std::string name;
        const std::string thrown = run_hook([&] {
            veto = interceptor->before_execute(view, call.decision());
            if (veto || changed) name = interceptor->name();
        });
        if (!thrown.empty() || (veto && !is_a_veto(call, *veto))) {
            Refusal refusal{std::string(code::interceptor_failed),
                            "An interceptor failed before the call; nothing was run."};
            refusal.cause =
                thrown.empty() ? "A veto must be a failure with a code of [a-z0-9_]." : thrown;
            return refusal;
        }
        if (veto) return vetoed(call, *std::move(veto), std::move(name));
        auto other = std::exchange(changed, std::nullopt);
        if (!other) continue;
        if (auto refusal = change_arguments(call, *std::move(other), std::move(name)))
            return refusal;
    }
    return std::nullopt;
}

}  // namespace iam::gate
