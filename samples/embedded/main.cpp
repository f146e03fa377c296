// An application with a main and an event loop of its own that lets a model edit its document. It
// links iam::gate and the memory store, not iam::host: the prompt is the application's, shown on
// the thread of its loop.
//
//   embedded allow deny …      one word for each question, in place of the person at the window
#include "document.hpp"
#include "event_loop.hpp"
#include <iam/core/clock.hpp>
#include <iam/core/entropy.hpp>
#include <iam/gate/runtime.hpp>
#include <iam/question/text.hpp>
#include <iam/store/memory_store.hpp>

#include <embedded.iam.hpp>

#include <deque>
#include <iostream>
#include <string>
#include <vector>

namespace {

using iam::consent::Answer;

constexpr std::size_t k_columns = 80;
constexpr auto k_locale = iam::words::Locale::en_us;

/// Questions go to the loop and are answered there, between two other jobs, as a dialog would be.
class LoopPrompter final : public iam::consent::Prompter {
 public:
    LoopPrompter(editor::EventLoop& loop, std::deque<std::string> answers)
        : loop_(loop), answers_(std::move(answers)) {}

    void show(const iam::consent::PromptRequest& request,
              std::shared_ptr<const iam::consent::PromptTicket>,
              std::function<void(iam::consent::PromptReply)> on_reply) override {
        loop_.post([this, request, on_reply = std::move(on_reply)] { on_reply(ask(request)); });
    }

 private:
    iam::consent::PromptReply ask(const iam::consent::PromptRequest& request) {
        std::cout << (loop_.is_here() ? "" : "not on the loop: ")
                  << text(iam::question::card_of(request), k_columns, k_locale);
        iam::consent::PromptReply reply;
        reply.approval_id = request.approval_id;
        reply.approver.channel = "window";
        if (!answers_.empty()) {
            reply.answer = answers_.front() == "allow" ? Answer::allow_once : Answer::deny_once;
            answers_.pop_front();
        }
        std::cout << "-> " << iam::consent::to_string(reply.answer) << "\n";
        return reply;
    }

    editor::EventLoop& loop_;
    std::deque<std::string> answers_;
};

struct Proposal {
    std::string tool;
    std::string arguments;
};

/// What a model would send, one after the other.
const std::vector<Proposal> k_proposals = {
    {"append_text", R"({"text":" More to come."})"},
    {"replace_text", R"({"find":"draft","replace":"letter"})"},
    {"replace_text", R"({"find":"no such text","replace":""})"},
    {"count_words", "{}"},
};

class Application {
 public:
    explicit Application(std::deque<std::string> answers) : prompter_(loop_, std::move(answers)) {}

    int run() {
        if (const auto registered = register_embedded_tools(registry_, document_); !registered) {
            std::cerr << "embedded: " << registered.error().message << "\n";
            return 1;
        }
        runtime_.emplace(iam::gate::Parts{.registry = registry_,
                                          .store = *store_,
                                          .clock = &clock_,
                                          .entropy = &entropy_,
                                          .prompter = &prompter_});
        loop_.post([this] { propose(0); });
        loop_.run();
        return 0;
    }

 private:
    void propose(std::size_t index) {
        if (index == k_proposals.size()) return take_back_last();
        iam::Call call;
        call.tool.name = k_proposals[index].tool;
        call.arguments = k_proposals[index].arguments;
        call.proposer.kind = iam::Proposer::Kind::model;
        runtime_->submit(std::move(call), [this, index](iam::ToolResult result) {
            loop_.post([this, index, result = std::move(result)] {
                report(k_proposals[index].tool, result);
                if (result.success && k_proposals[index].tool != "count_words")
                    last_edit_ = result.entry;
                propose(index + 1);
            });
        });
    }

    /// Undo from inside, as a menu entry would: a person asks, so nobody is asked again.
    void take_back_last() {
        if (const auto entry = iam::ledger::parse_entry_id(last_edit_)) {
            iam::gate::UndoRequest request;
            request.entry = *entry;
            report("undo", runtime_->undo(request));
        }
        std::cout << "document: " << document_.text() << "\n";
        loop_.quit();
    }

    void report(const std::string& what, const iam::ToolResult& result) const {
        std::cout << (loop_.is_here() ? "" : "not on the loop: ") << what << ": "
                  << (result.success ? result.result.value_or("ok") : result.code) << "\n";
    }

    editor::EventLoop loop_;
    editor::Document document_{"A draft."};
    iam::Registry registry_;
    iam::SystemClock clock_;
    iam::SystemEntropy entropy_;
    std::unique_ptr<iam::ledger::Store> store_ = iam::store::make_memory_store(entropy_);
    LoopPrompter prompter_;
    std::optional<iam::gate::Runtime> runtime_;
    std::string last_edit_;
};

}  // namespace

int main(int argc, char** argv) {
    return Application(std::deque<std::string>(argv + 1, argv + argc)).run();
}
