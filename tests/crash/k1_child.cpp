// Sixteen callers until the process is killed: k1_child FOLDER NAME. Each success is said in one
// line before the next call is made: "append ID" or "write ID".
#include <runtime/gate/process_tools.hpp>

#include <iostream>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr int k_callers = 16;

void call_for_ever(const iam::test::Desk& desk, const std::string& name, std::mutex& output) {
    for (int i = 0;; ++i) {
        // One try each for what somebody has to allow, then what runs by itself.
        const std::string tool = i == 0 ? "write" : "append";
        const std::string id = name + "-" + std::to_string(i);
        const std::string arguments = i == 0 ? R"({"line":")" + id + "\"}" : "{}";
        if (!desk.call(tool, arguments, id).success) continue;
        const std::lock_guard lock(output);
        std::cout << tool + " " + id << std::endl;
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    const iam::test::Desk desk(argv[1]);
    if (!desk.runtime) return 2;
    std::mutex output;
    std::vector<std::thread> callers;
    for (int i = 0; i < k_callers; ++i) {
        callers.emplace_back([&, i] { call_for_ever(desk, argv[2] + std::to_string(i), output); });
    }
    for (std::thread& caller : callers) caller.join();
    return 0;
}
