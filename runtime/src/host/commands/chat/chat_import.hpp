// chat import: chats of other programs, and exported ones.
#pragma once

#include "host/commands/commands.hpp"

namespace iam::host {

void add_chat_import_command(const Commands& commands, CLI::App& chat);

}  // namespace iam::host
