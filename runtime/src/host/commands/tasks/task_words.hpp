// Makes a task of a person's words: of the options of a command, or of a form of the console.
#pragma once

#include "host/session/session.hpp"
#include <iam/chat/tasks/task.hpp>

#include <string>

namespace iam::host {

/// One of `at`, `every` and `cron` is there, and `zone` beside `cron`.
struct TaskWords {
    std::string name{};
    std::string prompt{};
    std::string at{};
    std::string every{};
    std::string cron{};
    std::string zone{};
    std::string profile{};
    std::string model{};
    std::string missed = "once";
    std::string time = "1h";
};

/// `prompt` counts in the place of words.prompt. Errors: invalid_argument (a word, a schedule that
/// is never due, no schedule), and those of load_profile().
Result<chat::Task> task_of(const Session& session, const TaskWords& words, std::string prompt);

}  // namespace iam::host
