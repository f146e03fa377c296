// Tests of runtime/src/chat/tasks/task.cpp.
#include <iam/chat/tasks/task.hpp>

#include <catch2/catch.hpp>

#include <string>

using namespace iam::chat;
using Catch::Contains;

namespace {

Task morning() {
    Task task;
    task.name = "morning";
    task.prompt = "Which alarms are set?";
    return task;
}

std::string fault_of(const Task& task) {
    const auto checked = check_task(task);
    return checked ? "" : checked.error().pointer + " " + checked.error().message;
}

}  // namespace

TEST_CASE("a task within its limits is taken, and one beyond them is refused with its member") {
    Task task = morning();
    CHECK(fault_of(task).empty());
    task.name = std::string(64, 'a');
    task.prompt = std::string(k_prompt_bytes_max, 'a');
    task.profile = task.model = std::string(k_task_words_bytes_max, 'a');
    task.time_max = k_run_time_max;
    CHECK(fault_of(task).empty());
    task = morning();
    for (const std::string& name : {std::string(), std::string(65, 'a'), std::string("a b"),
                                    std::string("../a"), std::string("ä")}) {
        task.name = name;
        CHECK_THAT(fault_of(task), Contains("/name"));
    }
    task = morning();
    task.prompt = "";
    CHECK_THAT(fault_of(task), Contains("/prompt"));
    task.prompt = std::string(k_prompt_bytes_max + 1, 'a');
    CHECK_THAT(fault_of(task), Contains("/prompt") && Contains("65537"));
    task = morning();
    task.profile = std::string(k_task_words_bytes_max + 1, 'a');
    CHECK_THAT(fault_of(task), Contains("/profile"));
    task = morning();
    task.model = std::string(k_task_words_bytes_max + 1, 'a');
    CHECK_THAT(fault_of(task), Contains("/model"));
    task = morning();
    task.time_max = std::chrono::milliseconds{999};
    CHECK_THAT(fault_of(task), Contains("/time_max"));
    task.time_max = k_run_time_max + std::chrono::milliseconds{1};
    CHECK_THAT(fault_of(task), Contains("/time_max"));
}

TEST_CASE("states of runs and policies are read as they are written") {
    for (const RunState state :
         {RunState::running, RunState::done, RunState::failed, RunState::stopped, RunState::budget,
          RunState::awaiting, RunState::missed, RunState::skipped, RunState::interrupted}) {
        const auto read = read_run_state(to_string(state));
        REQUIRE(read);
        CHECK(*read == state);
    }
    CHECK_FALSE(read_run_state("succeeded"));
    CHECK(*read_missed_policy("once") == MissedPolicy::once);
    CHECK(*read_missed_policy("skip") == MissedPolicy::skip);
    CHECK_FALSE(read_missed_policy("all"));
}

TEST_CASE("the state of a run is the end of its turn (H30)") {
    for (const TurnEnd end :
         {TurnEnd::done, TurnEnd::stopped, TurnEnd::failed, TurnEnd::budget, TurnEnd::awaiting})
        CHECK(to_string(state_of(end)) == to_string(end));
}
