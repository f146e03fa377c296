// What a running function may ask about its call. Injected by type (iam::Context&), absent from the
// schema.
#pragma once

#include <iam/tool/call.hpp>

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam {

/// Lives as long as the call, whose texts it shows; not thread-safe.
class Context {
 public:
    /// What is given by reference outlives it: the Runtime's own state of the call has it.
    Context(const Subject& subject, const Proposer& proposer, const std::string& call_id,
            std::stop_token stop, std::string idempotency_key)
        : subject_(subject),
          proposer_(proposer),
          call_id_(call_id),
          stop_(std::move(stop)),
          idempotency_key_(std::move(idempotency_key)) {}
    // A temporary would be gone before the function looks at it.
    Context(const Subject&&, const Proposer&, const std::string&, std::stop_token,
            std::string) = delete;
    Context(const Subject&, const Proposer&&, const std::string&, std::stop_token,
            std::string) = delete;
    Context(const Subject&, const Proposer&, const std::string&&, std::stop_token,
            std::string) = delete;

    const Subject& subject() const noexcept { return subject_; }
    const Proposer& proposer() const noexcept { return proposer_; }
    const std::string& call_id() const noexcept { return call_id_; }
    const std::stop_token& stop() const noexcept { return stop_; }
    /// The same for every attempt of one call: hand it to services that know how to ignore a
    /// repetition. Empty in previews.
    const std::string& idempotency_key() const noexcept { return idempotency_key_; }

    /// States what the function changes: a path, an id. While a later call that changed the same stands, an undo of this one is refused
    /// (undo_depends). Recorded with a success, without secrets of the arguments. False, and nothing is stated: the key is empty, longer
    /// than k_touched_key_bytes_max, not UTF-8, or beyond k_touched_keys_max. In previews and undos it says nothing.
    bool touch(std::string_view key);
    const std::vector<std::string>& touched() const noexcept { return touched_; }
    static constexpr std::size_t k_touched_keys_max = 64;
    static constexpr std::size_t k_touched_key_bytes_max = 1024;

 private:
    const Subject& subject_;
    const Proposer& proposer_;
    const std::string& call_id_;
    std::stop_token stop_;
    std::string idempotency_key_;
    std::vector<std::string> touched_{};
};

}  // namespace iam
