// The ready-made question to a policy elsewhere: it tightens, and its silence never loosens.
// Nothing sleeps: a callback that hangs waits for its stop.
#include "../fixture.hpp"
#include <iam/gate/remote_policy.hpp>

#include <condition_variable>
#include <stdexcept>

namespace iam::test {
namespace {

using gate::PolicyQuestion;
using gate::RemotePolicy;
using gate::RemotePolicySettings;
using Said = Result<std::optional<consent::Decision>>;
using Unreachable = RemotePolicySettings::Unreachable;

struct GovernedProgram : Program {
    explicit GovernedProgram(RemotePolicy::Ask ask, RemotePolicySettings chosen = far_off()) {
        interceptors.push_back(std::make_shared<RemotePolicy>(std::move(ask), chosen));
        seen = add_allowed("echo");
    }
    /// No test waits that long.
    static RemotePolicySettings far_off() {
        RemotePolicySettings patient;
        patient.deadline = std::chrono::hours(1);
        return patient;
    }
    std::string code() {
        last = runtime().call(call_of("echo", R"({"n":7})"));
        return last.success ? "ran" : last.code;
    }
    std::shared_ptr<Seen> seen{};
    ToolResult last{};
};

consent::Decision said(Policy effect, std::string reason = "Head office says so.") {
    consent::Decision decision;
    decision.effect = effect;
    decision.reason = std::move(reason);
    return decision;
}

Said hang(const PolicyQuestion& /*question*/, const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait(lock, stop, [] { return false; });
    return std::optional(said(Policy::allow, "too late"));
}

RemotePolicySettings at_once(Unreachable unreachable) {
    RemotePolicySettings settings;
    settings.deadline = std::chrono::milliseconds(0);
    settings.unreachable = unreachable;
    return settings;
}

}  // namespace

TEST_CASE("A53 a policy elsewhere denies or asks, and the entry names it") {
    const Policy effect = GENERATE(Policy::deny, Policy::confirm);
    GovernedProgram program(
        [&](const PolicyQuestion&, const std::stop_token&) -> Said { return said(effect); });
    CHECK(program.code() ==
          (effect == Policy::deny ? code::policy_denied : code::confirmation_required));
    CHECK(program.seen->calls == 0);
    const auto decision = program.of_kind(EntryKind::decision).at(0).decision;
    CHECK(decision->source == consent::Source::interceptor);
    CHECK(decision->source_id == "remote_policy");
    CHECK(decision->reason == "Head office says so.");
}

TEST_CASE("a policy elsewhere loosens nothing unless it is told that it may") {
    RemotePolicySettings settings = GovernedProgram::far_off();
    settings.may_loosen = GENERATE(false, true);
    GovernedProgram program(
        [](const PolicyQuestion&, const std::stop_token&) -> Said { return said(Policy::allow); },
        settings);
    ok_void(program.runtime().consent().set_policy(k_echo, Policy::deny));
    CHECK(program.code() == (settings.may_loosen ? "ran" : code::policy_denied));
}

TEST_CASE("what a policy elsewhere asks about a person may allow, once") {
    GovernedProgram program([](const PolicyQuestion&, const std::stop_token&) -> Said {
        return said(Policy::confirm);
    });
    program.with_prompter = true;
    program.prompter.script({consent::Answer::allow_once, consent::Answer::deny_once});
    CHECK(program.code() == "ran");
    CHECK(program.code() == code::user_denied);
    CHECK(program.prompter.count() == 2);
}

TEST_CASE("a policy elsewhere that has no say leaves the decision and its source") {
    GovernedProgram program(
        [](const PolicyQuestion&, const std::stop_token&) -> Said { return std::nullopt; });
    CHECK(program.code() == "ran");
    CHECK(program.of_kind(EntryKind::intent).at(0).decision->source ==
          consent::Source::compiled_policy);
}

TEST_CASE("XC14 a policy elsewhere that does not answer in time counts as told, and is stopped") {
    const auto [unreachable, code] = GENERATE(table<Unreachable, std::string>(
        {{Unreachable::ask, std::string(code::confirmation_required)},
         {Unreachable::deny, std::string(code::policy_denied)}}));
    GovernedProgram program(hang, at_once(unreachable));
    CHECK(program.code() == code);
    const auto decision = program.of_kind(EntryKind::decision).at(0).decision;
    CHECK(decision->reason.english().find("no answer came in time") != std::string::npos);
    CHECK(program.seen->calls == 0);
}

TEST_CASE("what a policy elsewhere says of its fault stays in its words in every language") {
    GovernedProgram program([](const PolicyQuestion&, const std::stop_token&) -> Said {
        return fail(Errc::unavailable, "Delete this or that");
    });
    program.with_prompter = true;
    program.prompter.script({consent::Answer::deny_once});
    CHECK(program.code() == code::user_denied);
    const words::Sentences reason = program.prompter.questions().at(0).request.decision.reason;
    for (const words::Sentences& one : {reason, words::recognised(reason.english())}) {
        const std::string text = one.text(words::Locale::pt_br);
        INFO(text);
        CHECK(text.find("não pode ser alcançada") != std::string::npos);
        CHECK(text.find("Delete this or that") != std::string::npos);
    }
}

TEST_CASE("a policy's reason that looks like a message of the library stays in its words") {
    const std::string forged =
        "The user rules in f cannot be taken up, so every call is asked about: a number or x";
    GovernedProgram program([&](const PolicyQuestion&, const std::stop_token&) -> Said {
        return said(Policy::confirm, forged);
    });
    CHECK(program.code() == code::confirmation_required);
    const auto recorded = ok(program.runtime().consent().question(program.last.approval));
    CHECK(recorded.decision.reason.text(words::Locale::pt_br) == forged);
}

TEST_CASE("XC14 a policy elsewhere that fails or throws counts as told") {
    const bool throws = GENERATE(false, true);
    GovernedProgram program([throws](const PolicyQuestion&, const std::stop_token&) -> Said {
        if (throws) throw std::runtime_error("no route");
        return fail(Errc::unavailable, "no route");
    });
    CHECK(program.code() == code::confirmation_required);
    GovernedProgram nobody(RemotePolicy::Ask{});
    CHECK(nobody.code() == code::confirmation_required);
}

TEST_CASE("a policy elsewhere that cannot be reached does not make a denial a question") {
    GovernedProgram program(
        [](const PolicyQuestion&, const std::stop_token&) -> Said {
            return fail(Errc::unavailable, "no route");
        },
        [] {
            RemotePolicySettings settings = GovernedProgram::far_off();
            settings.may_loosen = true;
            return settings;
        }());
    ok_void(program.runtime().consent().set_policy(k_echo, Policy::deny));
    CHECK(program.code() == code::policy_denied);
}

TEST_CASE("beyond its bound of questions under way a policy elsewhere is not asked") {
    RemotePolicySettings settings = at_once(Unreachable::deny);
    settings.questions_max = 0;
    std::atomic<int> asked{0};
    GovernedProgram program(
        [&](const PolicyQuestion&, const std::stop_token&) -> Said {
            ++asked;
            return std::nullopt;
        },
        settings);
    CHECK(program.code() == code::policy_denied);
    CHECK(program.last.message.find("too many questions") != std::string::npos);
    CHECK(asked == 0);
}

TEST_CASE("a policy elsewhere gets the arguments only where it shall") {
    RemotePolicySettings settings = GovernedProgram::far_off();
    settings.with_arguments = GENERATE(false, true);
    PolicyQuestion got;
    GovernedProgram program(
        [&](const PolicyQuestion& question, const std::stop_token&) -> Said {
            got = question;
            return std::nullopt;
        },
        settings);
    CHECK(program.code() == "ran");
    CHECK(got.call.tool == k_echo);
    CHECK(got.call.arguments == (settings.with_arguments ? R"({"n":7})" : ""));
    CHECK(got.upstream.effect == Policy::allow);
    CHECK(got.call.proposer.kind == Proposer::Kind::model);
}

}  // namespace iam::test
