// The profiles of a state: chat profiles list, show, check, example.
#pragma once

#include "host/commands/commands.hpp"

namespace iam::host {

void add_profile_commands(const Commands& commands, CLI::App& chat);

}  // namespace iam::host
