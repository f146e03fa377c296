#include "host/commands/tasks/task_words.hpp"

#include "host/commands/chat/model_choice.hpp"
#include "host/commands/chat/profiles/profile_files.hpp"
#include "host/commands/tasks/run_setup.hpp"
#include "host/commands/tasks/task_parts.hpp"
#include <iam/core/clock.hpp>
#include <iam/question/duration.hpp>

#include <chrono>
#include <filesystem>
#include <utility>

namespace iam::host {
namespace {

Result<chat::Schedule> schedule_of(const Session& session, const TaskWords& words) {
    const chat::TaskTime now = now_of(session);
    if (!words.at.empty()) {
        IAM_TRY(moment, from_rfc3339(words.at));
        if (moment > now) return chat::Schedule(chat::AtMoment{moment});
        return fail(Errc::invalid_argument, "The moment " + to_rfc3339(moment) +
                                                " is past; name one after " + to_rfc3339(now) +
                                                ".");
    }
    if (!words.every.empty()) {
        IAM_TRY(period, question::parse_duration(words.every));
        return chat::Schedule(
            chat::EveryPeriod{std::chrono::duration_cast<std::chrono::seconds>(period), now});
    }
    if (words.cron.empty())
        return fail(Errc::invalid_argument,
                    "When is the task due? Write --at MOMENT, --every TIME or --cron FIELDS.");
    return chat::Schedule(chat::CronFields{words.cron, words.zone});
}

/// A script is a file, and a scheduler starts programs in another folder.
std::string from_anywhere(const std::string& model, const Session& session) {
    const std::string scripted = "scripted/";
    if (!model.starts_with(scripted)) return model;
    return scripted + (std::filesystem::path(session.environment().working_folder) /
                       model.substr(scripted.size()))
                          .string();
}

}  // namespace

Result<chat::Task> task_of(const Session& session, const TaskWords& words, std::string prompt) {
    chat::Task task;
    task.name = words.name;
    task.prompt = std::move(prompt);
    IAM_TRY(schedule, schedule_of(session, words));
    IAM_TRY(table, chat::Timetable::of(schedule, zone_loader()));
    if (!table.next(now_of(session)))
        return fail(Errc::invalid_argument, "The schedule has no due time within 50 years.");
    task.schedule = std::move(schedule);
    IAM_TRY(missed, chat::read_missed_policy(words.missed));
    task.missed = missed;
    IAM_TRY(time, question::parse_duration(words.time));
    task.time_max = time;
    if (!words.profile.empty()) {
        IAM_TRY(profile, find_profile(session, words.profile));
        task.profile = profile.reference;
    }
    task.model = from_anywhere(words.model, session);
    IAM_CHECK(chat::check_task(task));
    IAM_TRY(setup, setup_of(session, task));
    if (!setup.model.model.empty()) IAM_CHECK(check_model(setup.model));
    return task;
}

}  // namespace iam::host
