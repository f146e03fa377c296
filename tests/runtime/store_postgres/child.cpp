// A second process for the tests. "child give PLACE USES" puts the grant "g". "child spend PLACE
// THREADS" spends it: each thread commits one intent a use, says the id of each acknowledged one,
// and says "spent" when no use is left. A line on standard input ends all.
#include <iam/store_postgres/postgres_store.hpp>
#include <support/records.hpp>

#include <atomic>
#include <charconv>
#include <iostream>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using namespace iam;
using namespace iam::test;

/// Says one line at a time.
class Voice {
 public:
    void say(const std::string& line) {
        const std::lock_guard lock(mutex_);
        std::cout << line << std::endl;
    }

 private:
    std::mutex mutex_{};
};

/// Spends one use of the grant "g" as it is now. Nothing: no use is left.
std::optional<Result<ledger::Receipt>> spend_one(ledger::Store& store) {
    const auto grants = store.grants();
    if (!grants) return tl::unexpected(grants.error());
    if (grants->empty()) return std::nullopt;
    ledger::EntryDraft intent = entry_of(ledger::EntryKind::intent, "call");
    intent.entry.grant = "g";
    return store.commit(batch_of(ledger::SpendGrant{grants->front()}, intent));
}

void spend(ledger::Store& store, const std::atomic<bool>& ends, Voice& voice) {
    while (!ends) {
        const auto spent = spend_one(store);
        if (!spent) {
            voice.say("spent");
            return;
        }
        if (*spent) {
            voice.say(to_string((*spent)->entries.front()));
        } else if (spent->error().code != Errc::conflict) {
            voice.say(std::string(to_string(spent->error().code)) + ": " + spent->error().message);
        }
    }
}

int give(ledger::Store& store, int uses) {
    consent::Grant grant = grant_of("g");
    grant.uses = static_cast<std::uint32_t>(uses);
    return store.commit(batch_of(ledger::PutGrant{grant})) ? 0 : 1;
}

int spend_all(ledger::Store& store, int threads) {
    std::atomic<bool> ends{false};
    Voice voice;
    std::vector<std::thread> running;
    for (int i = 0; i < threads; ++i) running.emplace_back([&] { spend(store, ends, voice); });
    std::string line;
    std::getline(std::cin, line);
    ends = true;
    for (std::thread& thread : running) thread.join();
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    const std::string_view command = argv[1];
    const std::string_view count = argv[3];
    int number = 0;
    std::from_chars(count.data(), count.data() + count.size(), number);
    if (number <= 0) return 2;
    SystemEntropy entropy;
    const auto store = store_postgres::open(argv[2], store::Mode::read_write, entropy);
    if (!store) {
        std::cerr << store.error().message << std::endl;
        return 1;
    }
    return command == "give" ? give(**store, number) : spend_all(**store, number);
}
