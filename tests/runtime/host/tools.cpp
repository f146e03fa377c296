// The tools themselves.
#include "tools.hpp"

#include <iam/tool/call.hpp>
#include <iam/tool/define.hpp>

#include <signal.h>
#include <unistd.h>

#include <condition_variable>
#include <cstdio>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>

namespace iam::test {
namespace {

Result<void> add_echo(Registry& registry, const Effects& effects) {
    return define("echo")
        .title("Echo")
        .description("Says a message back.")
        .hints({{}, false, false, false})
        .parameter("message", {.length_max = 100'000}, "what to say")
        .parameter("repeat", {.low = 1, .high = 10}, "how often")
        .with_default(1)
        .call([effects](const std::string& message, int repeat) {
            effects("echo " + message);
            std::string text;
            for (int i = 0; i < repeat; ++i) text += message;
            return text;
        })
        .preview(
            [](const std::string& message) {
                Preview preview{"Says something.", {{"message", message}}, {}};
                if (message.size() > 20) preview.warnings.push_back({"long", "That is much."});
                return preview;
            },
            {"message"})
        .undo([effects](const std::string& result) { effects("retract " + result); }, {"result"})
        .add_to(registry);
}

Result<void> add_judged(Registry& registry, const Effects& effects) {
    IAM_CHECK(define("count")
                  .title("Count")
                  .description("Counts the characters of a text.")
                  .hints({true, false, true, false})
                  .parameter("text")
                  .call([effects](const std::string& text) {
                      effects("count " + text);
                      return static_cast<int>(text.size());
                  })
                  .add_to(registry));
    IAM_CHECK(define("pay")
                  .title("Pay")
                  .description("Pays from an account.")
                  .hints({false, false, false, false})
                  .parameter("account")
                  .consent_key()
                  .parameter("amount")
                  .call([effects](const std::string& account, int amount) {
                      effects("pay " + std::to_string(amount) + " from " + account);
                  })
                  .add_to(registry));
    IAM_CHECK(define("wipe")
                  .title("Wipe the disk")
                  .description("Removes everything.")
                  .hints({false, true, false, false})
                  .parameter("disk")
                  .call([effects](const std::string& disk) { effects("wipe " + disk); })
                  .add_to(registry));
    IAM_CHECK(define("quick")
                  .description("Needs no consent.")
                  .policy(allow)
                  .hints({true, false, true, false})
                  .call([effects] { effects("quick"); })
                  .add_to(registry));
    return define("forbidden")
        .description("Never runs.")
        .policy(deny)
        .parameter("text")
        .call([effects](const std::string& text) { effects("forbidden " + text); })
        .preview(
            [](const std::string& text) {
                return Preview{"Would forbid " + text, {}, {}};
            },
            {"text"})
        .add_to(registry);
}

Result<void> add_odd(Registry& registry, const Effects& effects) {
    IAM_CHECK(define("login")
                  .title("Log in")
                  .description("Takes a secret.")
                  .parameter("user")
                  .parameter("token")
                  .secret()
                  .call([effects](const std::string& user, const std::string&) {
                      effects("login " + user);
                  })
                  .add_to(registry));
    IAM_CHECK(define("puzzled")
                  .description("Its preview fails.")
                  .parameter("text")
                  .call([effects](const std::string& text) { effects("puzzled " + text); })
                  .preview(
                      [](const std::string&) -> Preview {
                          throw tool_error("no_idea", "no idea what it would do");
                      },
                      {"text"})
                  .add_to(registry));
    IAM_CHECK(define("plain")
                  .description("Says nothing about itself.")
                  .parameter("text")
                  .call([effects](const std::string& text) { effects("plain " + text); })
                  .add_to(registry));
    IAM_CHECK(define("vanish")
                  .description("Takes its process with it.")
                  .policy(allow)
                  .call([effects] {
                      effects("vanish");
                      ::kill(::getpid(), SIGKILL);
                  })
                  .reconcile([] { return true; }, {})
                  .add_to(registry));
    return define("broken")
        .description("Always fails.")
        .policy(allow)
        .call([]() -> int { throw tool_error("out_of_paper", "There is no paper left."); })
        .add_to(registry);
}

Result<void> add_linger(Registry& registry) {
    return define("linger")
        .description("Goes on until it is asked to stop.")
        .policy(allow)
        .parameter("heed", {}, "whether it listens")
        .call([](bool heed, const std::stop_token& stop) {
            std::fputs("lingering\n", stderr);
            while (!heed) ::pause();
            std::mutex mutex;
            std::unique_lock lock(mutex);
            std::condition_variable_any stopped;
            stopped.wait(lock, stop, [] { return false; });
            throw tool_error(std::string(code::cancelled), "It was asked to stop.");
        })
        .add_to(registry);
}

/// A tool of an object: like what the generator makes for a member function.
class AppendHandler final : public Handler {
 public:
    explicit AppendHandler(Effects effects) : effects_(std::move(effects)) {}

    Prepared prepare(std::string_view) const override { return "{}"; }
    Reply call(const Permit&, std::string_view, Context&) const override {
        effects_("append");
        return Reply::done("1");
    }
    Reply undo(const Permit&, std::string_view, std::string_view, Context&) const override {
        effects_("remove");
        return Reply::done();
    }

 private:
    Effects effects_;
};

Result<void> add_member(Registry& registry, const Effects& effects) {
    Contract contract;
    contract.id.name = "append";
    contract.title = "Append";
    contract.policy = Policy::allow;
    contract.has_undo = true;
    contract.bound_class = "editor::Document";
    contract.document = R"({"name":"append","inputSchema":{"type":"object"}})";
    contract.digests.consent = sha256(domain_tag("test/1"), "append");
    contract.digests.wire = contract.digests.consent;
    contract.digests.behaviour = contract.digests.consent;
    return registry.add(std::move(contract), std::make_unique<AppendHandler>(effects));
}

}  // namespace

Result<void> register_test_tools(Registry& registry, const Effects& effects) {
    registry.name_application("testdesk");
    IAM_CHECK(add_echo(registry, effects));
    IAM_CHECK(add_judged(registry, effects));
    IAM_CHECK(add_odd(registry, effects));
    IAM_CHECK(add_linger(registry));
    return add_member(registry, effects);
}

}  // namespace iam::test
