// The answers to one batch, kept until they go out together. Plain state: no lock.
#pragma once

#include <iam/rpc/reply.hpp>

#include <cstddef>
#include <optional>
#include <string>

namespace iam::rpc {

/// Each request has room reserved for a short error, so the whole text never exceeds `bytes_max`.
/// read_text() refuses a batch whose errors do not fit.
class Batch {
 public:
    Batch(Channel channel, std::size_t bytes_max) noexcept
        : channel_(channel), bytes_max_(bytes_max) {}

    /// Reserves room for the answer of a message.
    void reserve(const std::optional<Id>& id);
    /// Gives the room of a cancelled request to the others. Returns its size.
    std::size_t release(const std::optional<Id>& id);

    /// Counts a request whose answer the batch waits for.
    void open() noexcept { ++open_; }
    /// Returns true if this was the last one; then the batch is over.
    bool close() noexcept { return --open_ == 0; }

    /// Takes the answer of an open message. The answer becomes an error in two cases: it is too
    /// large for bytes_max, or it has to wait for others and exceeds its room by more than `spare`
    /// bytes.
    void add(const std::optional<Id>& id, std::string answer, std::size_t spare,
             bool writes_null_id);

    bool has_answers() const noexcept { return !text_.empty(); }
    /// Of the answers so far, and of the room for the others.
    std::size_t bytes() const noexcept { return text_.size() + reserved_; }
    /// The text of the whole answer. Call it once, when the batch is over and has an answer.
    std::string take_text();
    Channel channel() const noexcept { return channel_; }

 private:
    std::string text_{};        // without the closing bracket; empty if there is no answer
    std::size_t open_ = 1;      // requests without an answer, and one while the batch is read
    std::size_t reserved_ = 0;  // for errors, each with the sign before it
    Channel channel_;
    std::size_t bytes_max_;
};

}  // namespace iam::rpc
