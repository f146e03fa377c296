// The model and the options of a task's run.
#pragma once

#include "host/commands/chat/model_choice.hpp"
#include "host/session/session.hpp"
#include <iam/chat/conversation.hpp>
#include <iam/chat/tasks/task.hpp>

namespace iam::host {

struct RunSetup {
    ModelWords model{};
    chat::ConversationOptions options{};  ///< without a chat
};

/// The settings of the task's profile, as its file has them now, and the task's model in the place
/// of the profile's. Errors: of find_profile() and load_profile().
Result<RunSetup> setup_of(const Session& session, const chat::Task& task);

}  // namespace iam::host
