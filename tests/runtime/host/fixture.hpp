// A command line run inside the test: its own state, clock and streams, and a pseudo-terminal where
// a person is wanted.
#pragma once

#include "host/commands/command_line.hpp"
#include "tools.hpp"
#include <iam/core/json.hpp>
#include <iam/default_store/default_store.hpp>
#include <iam/host/exit_codes.hpp>
#include <support/fake_clock.hpp>
#include <support/fake_entropy.hpp>
#include <support/pty.hpp>
#include <support/temp_dir.hpp>

#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <mutex>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace iam::test {

struct Outcome {
    host::ExitCode code = host::ExitCode::broken_program;
    std::string out{};
    std::string err{};
};

using RegisterMore = std::function<Result<void>(Registry&)>;

class HostFixture {
 public:
    TempDir folder{};
    FakeClock clock{};
    FakeEntropy entropy{};
    /// Nobody sits at it.
    std::string terminal = "/nonexistent/terminal";
    std::string login = "ann";
    std::stop_source stop{};
    /// The time until the sign that permissions are checked: it does not pass by itself.
    host::Wait wait = [](std::chrono::milliseconds, const std::stop_token& ended) {
        std::mutex mutex;
        std::condition_variable_any changed;
        std::unique_lock lock(mutex);
        changed.wait(lock, ended, [] { return false; });
        return false;
    };
    RegisterMore more_tools{};
    store::Backend backend = default_store::backend();
    /// What --state names; empty: state().
    std::string place{};
    std::string locale{};
    std::string default_model{};
    /// What a call leaves is taken back in a person's name, though most tests have no terminal.
    bool person_asks = true;
    bool plain = true;              ///< runs with --plain
    bool looks_at_output = false;   ///< standard output is a terminal
    bool dumb = false;              ///< in a terminal that knows no colours
    std::size_t error_columns = 0;  ///< of the terminal that standard error is

    std::string state() const { return (folder / "state").string(); }

    Outcome run(std::vector<std::string> arguments, const std::string& input = {}) {
        return run_on(terminal, std::move(arguments), input);
    }

    Outcome run_on(const std::string& device, std::vector<std::string> arguments,
                   const std::string& input = {}) {
        std::ostringstream out;
        Outcome outcome = run_to(out, device, std::move(arguments), input);
        outcome.out = out.str();
        return outcome;
    }

    /// The outcome is without what went to `out`.
    Outcome run_to(std::ostream& out, const std::string& device, std::vector<std::string> arguments,
                   const std::string& input = {}) {
        std::vector<std::string> words = {"desk", "--state", place.empty() ? state() : place};
        if (plain) words.emplace_back("--plain");
        words.insert(words.end(), arguments.begin(), arguments.end());
        if (person_asks && std::any_of(arguments.begin(), arguments.end(), takes_back)) {
            words.insert(words.end(), {"--proposer", "person"});
        }
        std::vector<const char*> pointers;
        for (const std::string& word : words) pointers.push_back(word.c_str());
        std::istringstream in(input);
        std::ostringstream err;
        host::Environment environment{
            .in = in, .out = out, .err = err, .clock = clock, .entropy = entropy};
        environment.backend = backend;
        environment.login = login;
        environment.terminal = device;
        environment.arming_delay = std::chrono::milliseconds(0);
        environment.stop = stop.get_token();
        environment.wait = wait;
        environment.locale = locale;
        environment.default_model = default_model;
        environment.plain = dumb;
        environment.err_columns = error_columns;
        environment.out_is_terminal = looks_at_output;
        environment.managed_folder = (folder / "managed").string();
        environment.managed_owner = ::geteuid();
        environment.xdg_config_home = (folder / "config").string();
        environment.working_folder = (folder / "work").string();
        const int code = host::run_in(environment, static_cast<int>(pointers.size()),
                                      pointers.data(), [this](Registry& registry) -> Result<void> {
                                          registry.name_application("testdesk");
                                          if (more_tools) IAM_CHECK(more_tools(registry));
                                          return register_test_tools(
                                              registry, [this](const std::string& effect) {
                                                  const std::lock_guard lock(mutex_);
                                                  effects_.push_back(effect);
                                              });
                                      });
        return Outcome{static_cast<host::ExitCode>(code), {}, err.str()};
    }

    /// Runs it with a person who answers each question with the next keys. `shown` is what they
    /// saw.
    Outcome answer(std::vector<std::string> arguments, const std::vector<std::string>& keys,
                   std::string* shown = nullptr, std::string_view asked_by = "Press 1") {
        Pty pty;
        auto running = std::async(std::launch::async,
                                  [&] { return run_on(pty.device(), std::move(arguments)); });
        std::string last;
        for (const std::string& key : keys) {
            // An "always" counts once its key is pressed again below what it would store.
            const bool confirms = key == last && (key == "2" || key == "4");
            const bool asked = pty.wait_for(confirms ? ": store it." : asked_by);
            last = key;
            CHECK(asked);
            if (!asked) {
                // Without its terminal the question ends, and with it the wait for the program.
                pty.let_go();
                pty.hang_up();
                return running.get();
            }
            pty.type(key);
        }
        if (!keys.empty()) CHECK(pty.wait_for("\n"));
        Outcome outcome = running.get();
        // The terminal's own end marks the end of what was shown.
        CHECK(::write(pty.program_end(), "<end>", 5) == 5);
        CHECK(pty.wait_for("<end>"));
        if (shown != nullptr) *shown = pty.shown();
        return outcome;
    }

    std::vector<std::string> effects() const {
        const std::lock_guard lock(mutex_);
        return effects_;
    }

 private:
    static bool takes_back(const std::string& word) {
        return word == "undo" || word == "redo" || word == "reconcile";
    }

    mutable std::mutex mutex_;
    std::vector<std::string> effects_;
};

/// Writes a file with one server, whose sandbox opens a folder. Returns the file's path.
inline std::string keep_reading_server(const HostFixture& host, const std::string& folder) {
    const std::filesystem::path file = host.folder / "servers.json";
    std::ofstream(file) << R"({"servers": {"reading": {"command": "/bin/true", "sandbox": )"
                        << R"({"readable": [")" << folder << R"("]}}}})";
    std::filesystem::permissions(
        file, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    return file.string();
}

inline Json json_of(const std::string& text) {
    const auto value = parse_json(text);
    INFO(text);
    REQUIRE(value);
    return *value;
}

inline std::vector<std::string> lines_in(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

inline bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

}  // namespace iam::test
