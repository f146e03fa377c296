// One terminal, opened for one question: lines out, single keys in, and left as it was found.
#pragma once

#include <iam/core/result.hpp>

#include <termios.h>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace iam::host {

/// A file descriptor that is closed once.
class Descriptor {
 public:
    explicit Descriptor(int number = -1) noexcept : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor();
    int get() const noexcept { return number_; }

 private:
    int number_;
};

/// 0 where it is no terminal.
std::size_t columns_of(int descriptor);

class Terminal {
 public:
    /// unavailable where `device` is no terminal of this process.
    static Result<Terminal> open(const std::string& device);

    /// False if the terminal is gone.
    bool write(std::string_view text) const;
    std::size_t columns() const;
    std::size_t rows() const;
    /// "/dev/pts/3", also where it was opened under another name.
    std::string name() const;
    /// The name under which it was opened.
    const std::string& device() const noexcept { return device_; }
    /// False while the terminal belongs to other programs of this session. True where it is not the controlling terminal.
    bool is_foreground() const;
    /// Until the terminal has all that was written.
    void drain() const;
    int descriptor() const noexcept { return file_.get(); }

 private:
    Terminal(Descriptor file, std::string device)
        : file_(std::move(file)), device_(std::move(device)) {}

    Descriptor file_;
    std::string device_;
};

class HeldSignals;

/// Keys come one by one, unseen, and none of them is a signal; undone at the end, unless the terminal belongs to other programs by then.
class KeyMode {
 public:
    /// `before`: the modes to go back to, filled in where it is empty, so that they stay the same while a question is asked more than
    /// once. `marks_pastes`: the terminal is asked to mark pasted text, until the end.
    KeyMode(const Terminal& terminal, const HeldSignals& signals, std::optional<termios>& before,
            bool marks_pastes);
    KeyMode(const KeyMode&) = delete;
    KeyMode& operator=(const KeyMode&) = delete;
    ~KeyMode();

    bool ok() const noexcept { return ok_; }

    /// lost: other programs have the terminal, or had it or its modes meanwhile, so the question no longer stands there.
    enum class Event { keys, nothing, closed, signal, lost };
    /// Waits for keys (one read's worth, in `keys`) for at most `timeout`.
    Event wait(std::chrono::milliseconds timeout, std::string& keys) const;
    /// Forgets what was typed so far.
    void drop_typed() const;

 private:
    bool is_lost() const;

    const Terminal& terminal_;
    const HeldSignals& signals_;
    bool marks_pastes_;
    bool ok_ = false;
    std::optional<termios>& before_;
    termios ours_{};
};

}  // namespace iam::host
