// A second process for the tests: child COMMAND FOLDER [WORD]. It reports each act on one line, and
// waits for a line where a test must act in between.
#include "process_tools.hpp"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <charconv>
#include <csetjmp>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

using namespace iam;
using namespace iam::test;

namespace {

// The function that jumps back to it is handed nothing.
std::jmp_buf g_before_the_call;  // NOLINT

void wait_for_go() {
    std::string line;
    std::getline(std::cin, line);
}

void say(const std::string& line) {
    std::cout << line << std::endl;
}

/// So many threads make the same call; says how many of them ran it.
int race(const Desk& desk, int count) {
    say("ready");
    wait_for_go();
    std::atomic<int> ready{0};
    std::atomic<int> runs{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < count; ++i) {
        threads.emplace_back([&] {
            ++ready;
            while (ready < count) std::this_thread::yield();
            if (desk.call("write", R"({"line":"once"})").success) ++runs;
        });
    }
    for (std::thread& thread : threads) thread.join();
    say(std::to_string(runs));
    return 0;
}

/// Makes one call, and then takes it back itself, once it may.
int call_and_undo(const Desk& desk, const std::string& tool) {
    gate::CallOptions options;
    options.confirmed = true;
    const std::string arguments = tool == "write" ? R"({"line":"hello"})" : "{}";
    const ToolResult done = desk.call(tool, arguments, {}, options);
    say(done.success ? done.entry : done.message);
    wait_for_go();
    const ToolResult undone = desk.undo(done.entry);
    say(undone.success ? "undone" : undone.code);
    return 0;
}

std::function<void()> ending(const std::string& how) {
    if (how == "wait") {
        return [] {
            say("inside");
            wait_for_go();
        };
    }
    if (how == "abort") return [] { std::abort(); };
    if (how == "signal") return [] { ::raise(SIGSEGV); };
    if (how == "exit") return [] { ::_exit(0); };
    if (how == "longjmp") return [] { std::longjmp(g_before_the_call, 1); };
    return [] {};
}

int run(const std::string& command, const std::string& folder, const std::string& word) {
    const Desk desk(folder, ending(word));
    if (!desk.runtime) return 2;
    int number = 0;
    std::from_chars(word.data(), word.data() + word.size(), number);
    if (command == "race") return race(desk, number);
    if (command == "call") return call_and_undo(desk, word);
    if (command == "linger") {
        gate::CallOptions options;
        options.confirmed = true;
        say("begins");
        say(desk.call("linger", "{}", {}, options).result.value_or("no result"));
        say(desk.call("write", R"({"line":"again"})", {}, options).code);
        return 0;
    }
    if (command == "end") {
        if (setjmp(g_before_the_call) != 0) ::_exit(0);
        say(desk.call("end", "{}", "the call").code);
        return 0;
    }
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments.size() != 3) return 2;
    return run(arguments[0], arguments[1], arguments[2]);
}
