#pragma once

#include <iam/annotations.hpp>

#include <optional>
#include <string>

namespace desk {

struct Alarm {
    int id;
    std::string time;
};

/// Sets an alarm.
[[iam::tool({.idempotent = true, .undo_exact = true, .undo_window_s = 3600})]] Alarm set_alarm(int hour, int minute = 0, std::optional<std::string> label = std::nullopt);

[[iam::preview(set_alarm)]] iam::Preview preview_alarm(int minute, int hour);
[[iam::undo(set_alarm)]] void cancel_alarm(const Alarm& result);

}  // namespace desk
