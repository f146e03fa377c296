// A list of the console's API on a long ledger: 50 of 1,000,000 entries, from the request to the
// last byte of the answer, and the same of a search by tool that fits none. Medians of the wall
// clock, on loopback.
//   list_bench FOLDER [ENTRIES]
#include "../ledger_cases.hpp"
#include <iam/console/console.hpp>
#include <iam/core/clock.hpp>
#include <iam/core/entropy.hpp>
#include <iam/core/json.hpp>
#include <iam/net/http_client.hpp>
#include <iam/store_sqlite/sqlite_store.hpp>

#include <stdlib.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace iam;
namespace fs = std::filesystem;

constexpr int k_rounds = 51;
constexpr int k_calls = 100;  // of two entries each; the list shows the newest of them

[[noreturn]] void stop(const std::string& why) {
    std::fprintf(stderr, "list_bench: %s\n", why.c_str());
    std::exit(1);
}

template <class T>
T ok(Result<T> result) {
    if (!result) stop(result.error().message);
    return *std::move(result);
}

void make_ledger(const fs::path& folder, std::uint64_t entries) {
    {
        bench::DurableCalls calls(folder);
        calls.once();
        calls.grow_to(entries);
    }
    bench::DurableCalls calls(folder);
    for (int i = 0; i < k_calls; ++i) calls.once();
}

/// A console on the ledger in a folder, and a client with a session.
class World {
 public:
    explicit World(const fs::path& folder)
        : store_(ok(store_sqlite::open(folder, store_sqlite::Mode::read_write, entropy_))) {
        registry_.name_application("bench");
        runtime_ = std::make_unique<gate::Runtime>(gate::Parts{
            .registry = registry_, .store = *store_, .clock = &clock_, .entropy = &entropy_});
        console::Parts parts{.runtime = *runtime_,
                             .registry = registry_,
                             .store = *store_,
                             .clock = clock_,
                             .entropy = entropy_};
        console::Settings settings;
        settings.has_own_name = false;
        settings.allows_own_process = true;
        console_ = ok(console::Console::start(std::move(parts), settings));
        client_ = ok(net::HttpClient::make({}));
        log_in();
    }

    std::size_t get(const std::string& path) {
        net::ClientRequest request{.url = origin() + path};
        request.fields.add("Sec-Fetch-Site", "same-origin");
        request.fields.add("Authorization", "Bearer " + secret_);
        return fetch(std::move(request)).size();
    }

 private:
    std::string origin() const { return console_->url().substr(0, console_->url().size() - 1); }
    std::string fetch(net::ClientRequest request) {
        auto response = ok(client_->fetch(std::move(request), {}));
        if (response.status != 200) stop("the answer is: " + response.body);
        return std::move(response.body);
    }
    void log_in() {
        const std::string url = console_->login_url();
        net::ClientRequest request{.method = "POST", .url = origin() + "/api/login"};
        request.fields.add("Sec-Fetch-Site", "same-origin");
        request.fields.add("Origin", origin());
        request.fields.add("Content-Type", "application/json");
        request.body = R"({"code":")" + url.substr(url.find('#') + 1) + R"("})";
        secret_ = ok(parse_json(fetch(std::move(request)))).value("secret", "");
    }

    Registry registry_{};
    SystemClock clock_{};
    SystemEntropy entropy_{};
    std::unique_ptr<ledger::Store> store_;
    std::unique_ptr<gate::Runtime> runtime_{};
    std::unique_ptr<console::Console> console_{};
    std::unique_ptr<net::HttpClient> client_{};
    std::string secret_{};
};

void measure(World& world, const char* what, const std::string& path, const char* bar) {
    std::vector<double> times;
    std::size_t bytes = 0;
    for (int i = 0; i < k_rounds; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        bytes = world.get(path);
        times.push_back(
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
                .count());
    }
    std::sort(times.begin(), times.end());
    std::printf("%-48s %7.2f ms   (%s; %zu bytes)\n", what, times[times.size() / 2], bar, bytes);
}

}  // namespace

int main(int argc, char** argv) {
    std::uint64_t entries = 1'000'000;
    const std::string_view count = argc == 3 ? argv[2] : "1000000";
    const auto read = std::from_chars(count.data(), count.data() + count.size(), entries);
    if (argc < 2 || argc > 3 || read.ec != std::errc()) {
        std::fprintf(stderr, "usage: list_bench FOLDER [ENTRIES]\n");
        return 2;
    }
    std::string folder = (fs::path(argv[1]) / "list_bench_XXXXXX").string();
    if (::mkdtemp(folder.data()) == nullptr) stop("no folder can be made there");
    make_ledger(fs::path(folder) / "state", entries);
    {
        World world(fs::path(folder) / "state");
        measure(world, "the newest 50 entries", "/api/entries?limit=50", "bar 5 ms");
        measure(world, "50 entries from the middle",
                "/api/entries?limit=50&before=0." + std::to_string(entries / 2), "bar 5 ms");
        measure(world, "a filter that fits none: 10,000 looked at",
                "/api/entries?limit=50&tool=none", "no bar");
        measure(world, "the calls without an outcome: 10,000 looked at",
                "/api/entries?limit=20&outcome=unknown", "no bar");
    }
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    return 0;
}
