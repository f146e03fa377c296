// The options of commands that talk with a model.
#pragma once

#include "host/commands/chat/model_choice.hpp"

#include <CLI/CLI.hpp>

namespace iam::host {

/// --model and the options about it. The words outlive the command.
void add_model_options(CLI::App& command, ModelWords& words);

}  // namespace iam::host
