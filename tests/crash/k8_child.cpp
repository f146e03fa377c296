// k8_child FOLDER NAME STEPS SECONDS: 64 threads grant, call, revoke, propose, approve and undo at
// once. Each thread takes STEPS steps; if SECONDS is not 0, it goes on for that time instead. At
// the end the program writes each acknowledged act as a line of FOLDER/told-NAME.
#include <iam/gate/consent.hpp>

#include <runtime/gate/process_tools.hpp>

#include <charconv>
#include <chrono>
#include <iostream>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

namespace {

using namespace iam;
using iam::test::Desk;

constexpr int k_threads = 64;
constexpr unsigned k_sessions = 8;
// Enough for threads to meet at one of them.
constexpr std::size_t k_proposals_max = 16;

/// A call that an approval is asked for: any thread of the process may try to run it.
struct Proposal {
    Call call{};
    std::string approval{};
};

struct Shared {
    const Desk& desk;
    std::string name;
    std::mutex mutex{};
    std::ofstream told{};
    std::vector<Proposal> proposals{};

    void tell(const std::string& line) {
        const std::lock_guard lock(mutex);
        told << line << '\n';
    }
};

class Racer {
 public:
    Racer(Shared& shared, unsigned number)
        : shared_(shared),
          runtime_(*shared.desk.runtime),
          name_(shared.name + "-" + std::to_string(number)),
          random_(number + 1000U * static_cast<unsigned>(shared.name.back())) {}

    void step() {
        switch (below(23)) {
            case 0:
            case 1:
            case 2:
                return grant();
            case 3:
            case 4:
                return revoke();
            case 5:
            case 6:
            case 7:
            case 8:
                return answer();
            case 9:
            case 10:
            case 11:
            case 12:
                return use_approval();
            case 20:
            case 21:
            case 22:
                return undo();
            default:
                return call();
        }
    }

 private:
    unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
    Subject somebody() { return {"ann", "shop", "s" + std::to_string(below(k_sessions)), ""}; }

    void grant() {
        gate::GrantTerms terms;
        terms.uses = 1 + below(3);
        const auto given = runtime_.consent().grant({"", "write"}, terms, somebody());
        if (given) shared_.tell("granted " + given->id + " " + std::to_string(*terms.uses));
    }

    void revoke() {
        const auto grants = runtime_.consent().grants();
        if (!grants || grants->empty()) return;
        const std::string id = (*grants)[below(static_cast<unsigned>(grants->size()))].id;
        if (runtime_.consent().revoke(id)) shared_.tell("revoked " + id);
    }

    void call() {
        Call call;
        call.id = name_ + "." + std::to_string(++calls_);
        call.tool.name = "write";
        call.subject = somebody();
        // Nobody grants anything there, so that somebody has to be asked however many grants there
        // are elsewhere.
        if (below(2) == 0) call.subject.session = "asks";
        call.arguments = R"({"line":")" + call.id + "\"}";
        const ToolResult result = runtime_.call(call);
        if (result.success) shared_.tell("did " + call.id);
        if (!result.approval.empty()) offer({std::move(call), result.approval});
    }

    /// To all threads of this process. Those that nobody took up are withdrawn, or in the end there
    /// would be nothing but questions.
    void offer(Proposal proposal) {
        std::vector<Proposal> left;
        {
            const std::lock_guard lock(shared_.mutex);
            if (shared_.proposals.size() >= k_proposals_max) left.swap(shared_.proposals);
            shared_.proposals.push_back(std::move(proposal));
        }
        for (const Proposal& one : left)
            static_cast<void>(runtime_.consent().withdraw(one.approval));
    }

    std::optional<Proposal> some_proposal() {
        const std::lock_guard lock(shared_.mutex);
        if (shared_.proposals.empty()) return std::nullopt;
        return shared_.proposals[below(static_cast<unsigned>(shared_.proposals.size()))];
    }

    /// One of this process, or of any.
    std::string some_question() {
        if (below(4) != 0) {
            const auto proposal = some_proposal();
            return proposal ? proposal->approval : std::string();
        }
        const auto pending = runtime_.consent().pending_approvals();
        if (!pending || pending->empty()) return {};
        return (*pending)[below(static_cast<unsigned>(pending->size()))].id;
    }

    void answer() {
        gate::ApprovalAnswer answer;
        answer.approval = some_question();
        answer.answer = below(4) == 0 ? consent::Answer::deny_once : consent::Answer::allow_once;
        answer.approver.uid = "1000";
        const auto answered = runtime_.consent().answer(answer);
        if (answered && answered->state == consent::ApprovalState::given)
            shared_.tell("approved " + answer.approval);
    }

    void use_approval() {
        auto proposal = some_proposal();
        if (!proposal) return;
        // A call of its own, of the same value.
        proposal->call.id = name_ + "." + std::to_string(++calls_);
        gate::CallOptions options;
        options.approval = proposal->approval;
        if (runtime_.call(proposal->call, options).success)
            shared_.tell("did " + proposal->call.id);
    }

    /// One of the newest calls, of whichever process: others want to take the same one back.
    void undo() {
        ledger::Query newest;
        newest.limit = 8;
        newest.with_payloads = false;
        const auto page = shared_.desk.store->entries(newest);
        if (!page) return;
        for (const ledger::StoredEntry& stored : *page) {
            const auto decoded = ledger::decode(stored.text);
            if (!decoded || decoded->entry.kind != ledger::EntryKind::outcome) continue;
            gate::UndoRequest request;
            request.entry = stored.id;
            if (runtime_.undo(request).success) shared_.tell("undid " + to_string(stored.id));
            return;
        }
    }

    Shared& shared_;
    gate::Runtime& runtime_;
    std::string name_;
    std::mt19937 random_;
    int calls_ = 0;
};

int number_in(std::string_view text) {
    int number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    return read.ec == std::errc() ? number : 0;
}

void race(Shared& shared, unsigned number, int steps, std::chrono::seconds time) {
    using Steady = std::chrono::steady_clock;
    Racer racer(shared, number);
    const auto end = Steady::now() + time;
    for (int i = 0; time.count() > 0 ? Steady::now() < end : i < steps; ++i) racer.step();
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5) return 2;
    const Desk desk(argv[1]);
    if (!desk.runtime) return 2;
    Shared shared{desk, argv[2]};
    shared.told.open(std::string(argv[1]) + "/told-" + argv[2]);
    std::cout << "ready" << std::endl;
    std::string go;
    std::getline(std::cin, go);
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < k_threads; ++i) {
        threads.emplace_back([&, i] {
            race(shared, i, number_in(argv[3]), std::chrono::seconds(number_in(argv[4])));
        });
    }
    for (std::thread& thread : threads) thread.join();
    return shared.told.flush() ? 0 : 1;
}
