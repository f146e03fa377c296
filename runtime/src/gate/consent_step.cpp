// Steps 5 and 6 of a call: what it would do, and who agrees.
#include "approvals.hpp"
#include "call_state.hpp"
#include "engine.hpp"
#include "inputs.hpp"
#include "open_questions.hpp"
#include "pins.hpp"
#include "previews.hpp"
#include "records.hpp"
#include <iam/core/json.hpp>
#include <iam/words/catalogue.hpp>

#include <utility>

namespace iam::gate {
namespace {

using consent::ApprovalState;

Refusal stale(std::string why) {
    return Refusal{std::string(code::stale_approval),
                   std::move(why) + "; nothing was run, have the call confirmed anew."};
}

/// Why an approval does not fit this call, or nothing.
std::string misfit(const CallState& call, const consent::Approval& approval) {
    if (approval.tool != call.call.tool) return "The approval was given for another tool";
    if (approval.subject != call.call.subject) return "The approval was given to somebody else";
    if (approval.consent_digest != call.tool.contract->digests.consent) {
        return "The tool has changed since it was approved";
    }
    if (approval.arguments_digest != call.arguments_digest) {
        return "The approval was given for other arguments";
    }
    if (asks_for_input(approval) && approval.call_id != call.call.id) {
        return "The input was given to another call";
    }
    if (!approval.instance.empty() && approval.instance != call.engine->instance) {
        return "The approval serves only the run of the program that asked";
    }
    if (consent::state_at(approval.expires, call.now) != consent::DeadlineState::running) {
        return "The approval has expired";
    }
    return {};
}

std::optional<Refusal> check_state(Engine& engine, const consent::Approval& approval) {
    switch (approval.state) {
        case ApprovalState::given:
            return std::nullopt;
        case ApprovalState::pending: {
            const bool is_input = asks_for_input(approval);
            Refusal refusal{
                std::string(is_input ? code::requires_user_input : code::confirmation_required),
                "The approval " + approval.id + " has not been answered yet."};
            refusal.approval = approval.id;
            return refusal;
        }
        case ApprovalState::refused:
            return refused_by_record(engine, approval);
        case ApprovalState::consumed:
            return stale("The approval has been used already");
        case ApprovalState::withdrawn:
        case ApprovalState::expired:
            break;
    }
    return stale("The approval is " + std::string(to_string(approval.state)));
}

/// Takes up the approval that the caller names, or looks again at the one in hand.
std::optional<Refusal> take_approval(CallState& call, const std::string& id) {
    auto found = call.engine->parts.store.approval(id);
    if (!found) {
        return Refusal{std::string(code::ledger_unavailable),
                       "The approval cannot be read, so nothing was run: " + found.error().message};
    }
    if (!*found || !equal_constant_time((*found)->id, id)) {
        return stale("There is no approval of that id");
    }
    consent::Approval approval = **std::move(found);
    if (const auto ended = end_if_overdue(*call.engine, approval, call.now); !ended)
        return unavailable(ended.error());
    if (const std::string why = misfit(call, approval); !why.empty()) return stale(why);
    if (auto refusal = check_state(*call.engine, approval)) return refusal;
    const bool by_program = is_by_program(approval);
    if (by_program && call.wants_person) {
        return stale("The approval was given by a program, and a managed rule wants a person");
    }
    take_inputs(call, approval);
    call.approval = std::move(approval);
    call.decide({Policy::allow, consent::Source::approval, id,
                 by_program ? "A program approved exactly this call."
                            : "A person approved exactly this call."});
    return std::nullopt;
}

/// Of a call whose arguments a hook changed: the approval that the caller named may be about other ones, and is none of this call then.
void leave_foreign_approval(CallState& call) {
    if (call.rewrites == 0 || call.options.approval.empty()) return;
    const auto found = call.engine->parts.store.approval(call.options.approval);
    if (found && (!*found || (*found)->arguments_digest != call.arguments_digest))
        call.options.approval.clear();
}

/// True where the approval that the caller names is a question that nobody needs to answer any more; it ends then.
bool is_needless(CallState& call, const Refusal& why) {
    const bool is_open = why.code == code::confirmation_required && !why.approval.empty();
    if (!is_open || call.undo || call.decision().effect != Policy::allow) return false;
    const auto pending = call.engine->parts.store.approval(why.approval);
    if (!pending || !*pending) return false;
    const auto ended =
        close_question(*call.engine, **pending, ApprovalState::withdrawn,
                       "It is allowed by now: " + call.decision().reason.english(), call.now);
    // Somebody may have answered it since we looked.
    if (!ended) return false;
    call.options.approval.clear();
    return true;
}

void assert_by_host(CallState& call) {
    if (!call.approval) {
        call.approval = new_approval(call, ApprovalState::consumed);
        call.approval->approver = consent::Approver{.kind = consent::ApproverKind::host_assertion};
    }
    call.decide({Policy::allow, consent::Source::host_assertion, call.approval->id,
                 "The host states that a person confirmed exactly this call."});
}

bool is_own_consent(const CallState& call) {
    return call.undo && call.call.proposer.kind == Proposer::Kind::person && !call.wants_person;
}

/// An undo that is its own consent spends no grant, unless that grant is what lifts a stored deny.
bool needs_no_grant(const CallState& call) {
    return is_own_consent(call) && call.decision().source == consent::Source::grant &&
           call.known->standing.stored_policy != Policy::deny;
}

/// As JSON, for the record.
std::string english_list(const std::vector<words::Sentences>& sentences) {
    Json list = Json::array();
    for (const words::Sentences& one : sentences) list.push_back(one.english());
    return canonical_json(list).value_or("[]");
}

// What is not recorded as it is could not be looked at again, in another process least of all.
Result<void> check_pins(const CallState& call, const std::vector<FilePin>& pins,
                        const std::string& recorded) {
    IAM_TRY(kept, read_pins(recorded));
    bool is_whole = kept == pins;
    for (const FilePin& pin : pins) {
        is_whole = is_whole && scrub_text(pin.path, call.redaction.texts) == pin.path;
    }
    if (is_whole) return {};
    return fail(Errc::invalid_argument, english(words::Id::preview_pin));
}

Result<std::string> recorded_preview(const CallState& call, const Preview& preview,
                                     const std::vector<FilePin>& pins) {
    IAM_TRY(text, encode_preview(preview, {.pins = pins}));
    if (text.size() > call.engine->settings.preview_bytes_max) {
        return fail(Errc::invalid_argument, english(words::Id::preview_too_long));
    }
    IAM_CHECK(ask_recorders(call, "preview", text));
    IAM_CHECK(check_pins(call, pins, text));
    return std::move(text);
}

// Step 5. A preview that fails does not stop the question: the person is told why there is none.
void keep_preview(CallState& call) {
    // A call may be asked about again, and must not show what was true before.
    call.preview.reset();
    call.preview_text.clear();
    call.preview_failure = {};
    std::vector<FilePin> pins;
    if (call.undo) {
        call.preview = Preview{text_of(words::Id::preview_undo, words::Locale::en_us,
                                       {{"entry", to_string(call.undo->original)}}),
                               {},
                               {}};
    } else if (call.tool.contract->has_preview) {
        auto made = make_preview(call, call.call.arguments);
        if (!made) {
            call.preview_failure = words::recognised(
                scrub_text(std::move(made.error().message), call.redaction.texts));
            return;
        }
        scrub_preview(made->preview, call.redaction.texts);
        call.preview = std::move(made->preview);
        pins = std::move(made->pins);
    } else {
        return;
    }
    auto text = recorded_preview(call, *call.preview, pins);
    if (text) {
        call.preview_text = *std::move(text);
        return;
    }
    call.preview_failure =
        words::recognised(scrub_text(text.error().message, call.redaction.texts));
    call.preview.reset();
}

// The question is durable before anybody sees it, so that another process may answer it.
Result<void> put_question(CallState& call) {
    keep_preview(call);
    consent::Approval approval = new_approval(call, ApprovalState::pending);
    ledger::Batch batch;
    static_cast<void>(keep_contract(*call.engine, *call.tool.contract, batch));
    ledger::EntryDraft& draft = add_call_entry(call, batch, ledger::EntryKind::approval);
    draft.entry.approval = approval.id;
    draft.entry.decision = call.decision();
    draft.entry.risk = call.risk;
    add_arguments(call, draft);
    if (!call.preview_text.empty()) add_payload(call, draft, "preview", call.preview_text);
    if (!call.changes.empty()) add_payload(call, draft, "changes", english_list(call.changes));
    batch.change(ledger::PutApproval{approval});
    const std::uint64_t bytes = count_record(call, batch);
    IAM_CHECK(commit(*call.engine, std::move(batch)));
    call.engine->quota.spend(call.call.subject, bytes);
    call.approval = std::move(approval);
    return {};
}

Consent put_to_person(const CallPointer& call, std::optional<Refusal>& refusal) {
    if (auto full = check_room_for_question(*call->engine, call->call.subject, call->now)) {
        refusal = std::move(full);
        return Consent::refused;
    }
    if (auto put = put_question(*call); !put) {
        refusal = Refusal{std::string(code::ledger_unavailable),
                          "The question cannot be recorded, so nobody was asked and nothing was "
                          "run: " +
                              put.error().message};
        return Consent::refused;
    }
    if (call->engine->parts.prompter == nullptr) {
        refusal = left_pending(*call);
        return Consent::refused;
    }
    switch (ask(call)) {
        case Asked::asking:
            return Consent::asking;
        case Asked::not_from_here:
            refusal = left_pending(*call);
            break;
        case Asked::ended:
            refusal = ended_while_waiting(*call);
            break;
    }
    return Consent::refused;
}

}  // namespace

Consent seek_consent(const CallPointer& call, std::optional<Refusal>& refusal) {
    CallState& state = *call;
    leave_foreign_approval(state);
    if (!state.options.approval.empty() ||
        (state.approval && state.approval->state == ApprovalState::given)) {
        // A copy: taking it up replaces the one that holds the text.
        const std::string id = state.approval ? state.approval->id : state.options.approval;
        auto why = take_approval(state, id);
        if (!why || is_needless(state, *why)) return Consent::given;
        refusal = std::move(why);
        return Consent::refused;
    }
    if (state.decision().effect == Policy::allow && !needs_no_grant(state)) {
        state.approval.reset();  // an assertion that an earlier attempt would have needed
        return Consent::given;
    }
    if (is_own_consent(state)) {
        state.decide({Policy::allow, consent::Source::approval, "",
                      "A person asked for this undo, which is its own consent."});
        return Consent::given;
    }
    if (state.options.confirmed && !state.wants_person) {
        assert_by_host(state);
        return Consent::given;
    }
    return put_to_person(call, refusal);
}

}  // namespace iam::gate
