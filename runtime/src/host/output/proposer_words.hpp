// The options that name the proposer of a command's call.
#pragma once

#include "host/session/session.hpp"

#include <CLI/CLI.hpp>

#include <string>

namespace iam::host {

struct ProposerWords {
    std::string kind{};
    std::string model{};
    std::string request{};
};

/// The source of a command's text: typed with the command, or read from standard input.
enum class TextFrom { command_line, standard_input };

void add_proposer_options(CLI::App& command, ProposerWords& words);

/// The proposer. Without an option it is a person if there is a terminal and the whole text was
/// typed; else a program.
Result<Proposer> read_proposer(const ProposerWords& words, const Session& session,
                               TextFrom from = TextFrom::command_line);

/// The way in which a call asks without --wait.
Asking asking_of(const Session& session);

}  // namespace iam::host
