// The history of a branch as the model gets it.
#pragma once

#include "chat/conversation/transcript/chat_log.hpp"
#include <iam/chat/model.hpp>

#include <vector>

namespace iam::chat {

/// Each call is followed by exactly one result, in the order of its message. An answer that was not
/// whole is followed by a note that says why. Parts that `cut` gives up have a stub or a note in
/// their place. `reads_results`: a stub may name the tool read_result.
std::vector<Message> messages_for_model(const ChatLog& log, StepNumber leaf,
                                        const ContextCut& cut = {}, bool reads_results = false);

}  // namespace iam::chat
