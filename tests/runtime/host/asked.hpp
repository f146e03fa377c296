// One question on a terminal of its own, and a person in front of it.
#pragma once

#include <iam/host/terminal_prompter.hpp>
#include <support/pty.hpp>

#include <catch2/catch.hpp>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace iam::test {

struct Ticket final : iam::consent::PromptTicket {
    std::atomic<bool> over{false};
    bool settled() const override { return over; }
    /// Of what has a member "bad", and in the words of a decoder of what has a member "hour".
    std::string what_is_wrong(const std::string& arguments) const override {
        if (arguments.find("hour") != std::string::npos)
            return "/hour: 24 is greater than 23\n'name' is missing";
        return arguments.find("bad") == std::string::npos ? "" : "/bad: no such argument";
    }
};

inline consent::PromptRequest question() {
    consent::PromptRequest request;
    request.approval_id = "abc";
    request.contract.id.name = "echo";
    request.call.arguments = R"({"message":"hi"})";
    request.always_would_store = "everything";
    return request;
}

/// One question on a terminal of its own.
class Asked {
 public:
    explicit Asked(consent::PromptRequest request = question(),
                   host::TerminalPrompterOptions options = quick(), unsigned short columns = 80)
        : pty(columns) {
        options.device = pty.device();
        reply_ = std::async(std::launch::async, [this, request, options] {
            host::TerminalPrompter prompter(options);
            consent::PromptReply reply;
            prompter.show(request, ticket,
                          [&](consent::PromptReply given) { reply = std::move(given); });
            return reply;
        });
    }

    Asked(const Asked&) = delete;
    Asked& operator=(const Asked&) = delete;
    /// A failed check leaves a question open; without its terminal it ends.
    ~Asked() {
        pty.let_go();
        pty.hang_up();
    }

    static host::TerminalPrompterOptions quick() {
        host::TerminalPrompterOptions options;
        options.arming_delay = std::chrono::milliseconds(0);
        options.plain = true;
        options.marks_pastes = false;
        return options;
    }

    consent::PromptReply after(const std::string& keys) {
        CHECK(pty.wait_for("Press 1"));
        CHECK(pty.wait_for("\n"));
        pty.type(keys);
        // An "always" counts once its key is pressed again below what it would store.
        if (keys == "2" || keys == "4") at(": store it.", keys);
        return reply();
    }
    /// Types once `text` has come.
    void at(std::string_view text, std::string_view keys) {
        const bool came = pty.wait_for(text);
        INFO(text);
        INFO(pty.shown());
        REQUIRE(came);
        pty.type(keys);
    }
    consent::PromptReply reply() { return reply_.get(); }
    bool done_within(std::chrono::milliseconds time) const {
        return reply_.wait_for(time) == std::future_status::ready;
    }

    Pty pty;
    std::shared_ptr<Ticket> ticket = std::make_shared<Ticket>();

 private:
    std::future<consent::PromptReply> reply_;
};

}  // namespace iam::test
