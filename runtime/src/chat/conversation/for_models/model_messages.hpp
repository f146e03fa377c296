// The history of a branch as the model gets it.
#pragma once

#include "chat/conversation/transcript/chat_log.hpp"
#include <iam/chat/model.hpp>

#include <vector>

namespace iam::chat {

/// Each call is followed by exactly one result, in the order of its message. An answer that was not
/// whole is followed by a note that says why.
std::vector<Message> messages_for_model(const ChatLog& log, StepNumber leaf);

}  // namespace iam::chat
