// One terminal, opened for one question. Writes lines, reads single keys, and restores the modes.
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

/// Owns a file descriptor.
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

/// The columns of a terminal; 0: the descriptor is none.
std::size_t columns_of(int descriptor);

class Terminal {
 public:
    /// Error unavailable: `device` is no terminal of this process.
    static Result<Terminal> open(const std::string& device);

    /// False if the terminal is gone.
    bool write(std::string_view text) const;
    std::size_t columns() const;
    std::size_t rows() const;
    /// Its name in the kernel, as "/dev/pts/3". It may differ from device().
    std::string name() const;
    /// The name it was opened under.
    const std::string& device() const noexcept { return device_; }
    /// False while the terminal belongs to other programs of this session. True if it is not the
    /// controlling terminal.
    bool is_foreground() const;
    /// Waits until the terminal has all written bytes.
    void drain() const;
    int descriptor() const noexcept { return file_.get(); }

 private:
    Terminal(Descriptor file, std::string device)
        : file_(std::move(file)), device_(std::move(device)) {}

    Descriptor file_;
    std::string device_;
};

class HeldSignals;

/// Sets the terminal to give keys one by one, without echo and without signals. Restores it at the
/// end, unless the terminal belongs to other programs by then.
class KeyMode {
 public:
    /// `before`: the modes to restore. An empty one is filled in, and serves all showings of a
    /// question. `marks_pastes`: asks the terminal to mark pasted text until the end.
    KeyMode(const Terminal& terminal, const HeldSignals& signals, std::optional<termios>& before,
            bool marks_pastes);
    KeyMode(const KeyMode&) = delete;
    KeyMode& operator=(const KeyMode&) = delete;
    ~KeyMode();

    bool ok() const noexcept { return ok_; }

    /// lost: other programs have the terminal, or had it or its modes meanwhile, so the question no
    /// longer stands there.
    enum class Event { keys, nothing, closed, signal, lost };
    /// Waits for keys for at most `timeout`, and puts the keys of one read into `keys`.
    Event wait(std::chrono::milliseconds timeout, std::string& keys) const;
    /// Drops the keys typed so far.
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
