// Calls the tool once through the gate and says what came of it and how many threads there are
// then.
#include <iam/core/clock.hpp>
#include <iam/core/entropy.hpp>
#include <iam/gate/runtime.hpp>
#include <iam/store/memory_store.hpp>

#include <iam_minimal.iam.hpp>

#include <filesystem>
#include <iostream>
#include <iterator>

int main() {
    iam::Registry registry;
    if (const auto registered = register_iam_minimal_tools(registry); !registered) {
        std::cerr << registered.error().message << "\n";
        return 1;
    }
    iam::SystemClock clock;
    iam::SystemEntropy entropy;
    const auto store = iam::store::make_memory_store(entropy);
    iam::gate::Runtime runtime(
        {.registry = registry, .store = *store, .clock = &clock, .entropy = &entropy});
    iam::Call call;
    call.tool.name = "greet";
    call.arguments = R"({"name":"Ada"})";
    const iam::ToolResult result = runtime.call(call);
    call.arguments = R"({"name":"ada"})";
    const iam::ToolResult refused = runtime.call(call);
    const auto threads = std::distance(std::filesystem::directory_iterator("/proc/self/task"),
                                       std::filesystem::directory_iterator());
    std::cout << result.result.value_or(result.code) << "\n"
              << refused.code << "\nthreads " << threads << "\n";
    return 0;
}
