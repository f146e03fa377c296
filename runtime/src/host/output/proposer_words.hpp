// Who proposes what a command does, as options.
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

/// Where the text of a command came from: typed with it, or through standard input.
enum class TextFrom { command_line, standard_input };

void add_proposer_options(CLI::App& command, ProposerWords& words);

/// Without an option: a person, if one can sit at a terminal and has typed it all; else a program.
Result<Proposer> read_proposer(const ProposerWords& words, const Session& session,
                               TextFrom from = TextFrom::command_line);

/// Whom a call of this proposer asks without --wait.
Asking asking_of(const Session& session);

}  // namespace iam::host
