#pragma once

#include <iam/annotations.hpp>

namespace desk {

/** @brief Schedules an alarm.
 *
 *  The alarm rings on weekdays,
 *  and never on a holiday.
 *
 *  @param hour    hour of the day,
 *                 local time
 *  @param[in] minute minute of the hour
 *  @return the alarm's number
 */
[[iam::tool({.title = "An alarm", .idempotent = true})]] int schedule(int hour, int minute);

//! Cancels an alarm.
//! \param id its number
[[iam::tool({.destructive = true})]]
void cancel(int id);

[[iam::tool({.idempotent = true})]]
/// Between attribute and declaration.
void between();

}  // namespace desk
