// Whose question stands on a terminal.
#pragma once

#include "host/terminal/terminal.hpp"
#include <iam/core/result.hpp>

#include <string>
#include <utility>

namespace iam::host {

/// The right to ask on one terminal: a lock on the terminal's own device, so that programs of all users and states agree on it, and one
/// that the kernel releases when its holder ends. Of several objects one has it, in one process, too.
///
/// Who may not open the device, as after `su`, locks it through standard input, output or error. That lock is the process's, so objects
/// of one process do not keep each other out there.
class TerminalTurn {
 public:
    /// Does not take it. unavailable where the terminal's device cannot be locked.
    static Result<TerminalTurn> of(const Terminal& terminal);
    TerminalTurn(TerminalTurn&& other) noexcept
        : own_(std::move(other.own_)),
          shared_(other.shared_),
          has_it_(std::exchange(other.has_it_, false)) {}
    TerminalTurn& operator=(TerminalTurn&&) = delete;
    ~TerminalTurn() { give_back(); }

    /// False: somebody else has it.
    bool take();
    void give_back() noexcept;
    bool is_taken_by_another() const;

 private:
    TerminalTurn(Descriptor own, int shared) : own_(std::move(own)), shared_(shared) {}
    bool set(short type) const noexcept;

    Descriptor own_;  ///< an open file of the device that nobody shares; -1: `shared_` is used
    int shared_;      ///< standard input, output or error
    bool has_it_ = false;
};

/// Whether something may be written to the terminal beside a question: true unless a question stands there or the program is in the
/// background. Also true where `device` is no terminal.
bool is_terminal_free(const std::string& device);

}  // namespace iam::host
