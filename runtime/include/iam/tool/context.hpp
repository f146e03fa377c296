// What a running function may ask about its call. Injected by type (iam::Context&), absent from the
// schema.
#pragma once

#include <iam/annotations.hpp>
#include <iam/core/digest.hpp>
#include <iam/tool/call.hpp>
#include <iam/tool/pinned_file.hpp>
#include <iam/tool/progress.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam {

namespace gate {
class ContextAccess;
}

/// Lives as long as the call, whose texts it shows; not thread-safe.
class Context {
 public:
    /// What is given by reference or pointer outlives it: the Runtime has it. `arguments_digest`: nullptr in previews.
    Context(const Subject& subject, const Proposer& proposer, const std::string& call_id,
            std::stop_token stop, const Digest* arguments_digest)
        : subject_(subject),
          proposer_(proposer),
          call_id_(call_id),
          stop_(std::move(stop)),
          arguments_digest_(arguments_digest) {}
    // A temporary would be gone before the function looks at it.
    Context(const Subject&&, const Proposer&, const std::string&, std::stop_token,
            const Digest*) = delete;
    Context(const Subject&, const Proposer&&, const std::string&, std::stop_token,
            const Digest*) = delete;
    Context(const Subject&, const Proposer&, const std::string&&, std::stop_token,
            const Digest*) = delete;

    const Subject& subject() const noexcept { return subject_; }
    const Proposer& proposer() const noexcept { return proposer_; }
    const std::string& call_id() const noexcept { return call_id_; }
    const std::stop_token& stop() const noexcept { return stop_; }
    /// The same for every attempt of one call, also after a crash, and for every attempt to undo it another one: hand it to services that know
    /// how to ignore a repetition. An id of the host need not be unique beyond it; the keyed digest of the arguments makes it so. Empty in previews.
    std::string idempotency_key() const;

    /// States what the function changes: a path, an id. While a later call that changed the same stands, an undo of this one is refused
    /// (undo_depends). Recorded with a success, without secrets of the arguments. False, and nothing is stated: the key is empty, longer
    /// than k_touched_key_bytes_max, not UTF-8, or beyond k_touched_keys_max. In previews and undos it says nothing.
    bool touch(std::string_view key);
    /// States as well what it left there: a content, a version; the last word about a key counts. Only a digest under the store's key is
    /// recorded, with which conflict() compares.
    bool touch(std::string_view key, std::string_view state);
    /// Which file it is counts as well as what it holds, so that no link in its place is taken for it.
    bool touch(std::string_view key, const FileIdentity& file);
    /// In an undo, before it has any effect: a failure to be thrown or returned (undo_conflict, with the digests of what was expected and of
    /// what was found) where `now`, what is there, is not what the call left by its own word. Also where it is not on record what the call left.
    std::optional<tool_error> conflict(std::string_view key, std::string_view now) const;
    std::optional<tool_error> conflict(std::string_view key, const FileIdentity& now) const;
    const std::vector<std::string>& touched() const noexcept { return touched_; }
    static constexpr std::size_t k_touched_keys_max = 64;
    static constexpr std::size_t k_touched_key_bytes_max = 1024;

    /// Says how far the function is. What takes `iam::Progress&` itself is given this one.
    Progress& progress() noexcept { return progress_; }

    /// Binds a call to the file behind a path. In a preview: which file that is and what it holds become part of what the person is shown and allows;
    /// before the function is called the path is opened anew, and where it leads to another file or to other content the call is stale_approval. In the
    /// function of a call that a person was asked about: the file that was then opened, and an error (conflict) for a path that the preview did not
    /// pin. Of a call that nobody was asked about: opened now. So a function that takes its files from here opens no path that could have been
    /// changed behind it. Errors: those of PinnedFile::open; invalid_argument beyond k_pins_max or k_pinned_bytes_max.
    Result<std::shared_ptr<const PinnedFile>> pin_file(const std::string& path);
    static constexpr std::size_t k_pins_max = 16;
    static constexpr std::uint64_t k_pinned_bytes_max = std::uint64_t{64}
                                                        << 20;  ///< of one call, together

    /// What a person typed for `key` ([a-z0-9_]{1,64}). Unavailable: nobody has been asked yet. Ask for all that is needed, then fail with
    /// iam::code::requires_user_input before anything has an effect: the call then waits for these values, and the function is called again, with
    /// them, once they are there. Whether a function had an effect before it asked cannot be known here. Errors: invalid_argument (no such request, beyond
    /// k_inputs_max, not in the function of a call).
    Result<Input> input(const std::string& key, InputRequest request);
    static constexpr std::size_t k_inputs_max = 16;

 private:
    friend class gate::ContextAccess;

    const Subject& subject_;
    const Proposer& proposer_;
    const std::string& call_id_;
    std::stop_token stop_;
    const Digest* arguments_digest_;
    std::string key_id_{};  // stands for the call's id in the idempotency key, unless it is empty
    Progress progress_{};
    std::vector<std::string> touched_{};
    const SecretKey* state_key_ = nullptr;  // without it no state is kept
    std::map<std::string, std::string, std::less<>>
        states_{};  // digests by key: what the call leaves
    std::map<std::string, std::string, std::less<>> left_{};  // what the undone one left
    std::vector<std::shared_ptr<const PinnedFile>> pins_{};
    bool takes_inputs_ = false;
    std::vector<InputValue> inputs_{};
    std::vector<InputRequest> asked_{};
    std::vector<std::string> files_{};  // that a person named as input
    bool pins_are_given_ = false;       // those that the person agreed to; no others
};

}  // namespace iam
