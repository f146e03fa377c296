// Gives a running function access to its call. A parameter `iam::Context&` is injected by its type
// and absent from the schema.
#pragma once

#include <iam/annotations.hpp>
#include <iam/core/digest.hpp>
#include <iam/tool/call.hpp>
#include <iam/tool/log.hpp>
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
// client.hpp defines them.
struct Elicitation;
struct UrlElicitation;
struct Elicited;
struct Sampling;
struct Sampled;
struct Root;
struct ClientQuestions;
struct ClientAnswers;
struct ClientQuestion;

/// Gives a running function access to its call. Lives as long as the call, and refers to its texts.
/// Not thread-safe.
class Context {
 public:
    /// Arguments given by reference or pointer must outlive it; the Runtime owns them.
    /// `arguments_digest` is nullptr in previews.
    Context(const Subject& subject, const Proposer& proposer, const std::string& call_id,
            std::stop_token stop, const Digest* arguments_digest)
        : subject_(subject),
          proposer_(proposer),
          call_id_(call_id),
          stop_(std::move(stop)),
          arguments_digest_(arguments_digest) {}
    // Deleted: a temporary would be gone before the function uses it.
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
    /// The same key for every attempt of one call, also after a crash. All attempts to undo the
    /// call share another key. Pass it to services able to ignore a repetition. A host's call id
    /// need not be unique, so the key includes the keyed digest of the arguments. Empty in
    /// previews.
    std::string idempotency_key() const;

    /// States a thing changed by the function, by a path or an id. While a later change of the same
    /// thing stands, an undo of this call is refused (undo_depends). The key is recorded with a
    /// success, without secrets of the arguments.
    ///
    /// Returns false and states nothing if the key is empty, not UTF-8, longer than
    /// k_touched_key_bytes_max, or beyond k_touched_keys_max. Has no effect in previews and undos.
    bool touch(std::string_view key);
    /// States the resulting content or version too; the last statement about a key counts. Only its
    /// digest under the store's key is recorded, and conflict() compares with it.
    bool touch(std::string_view key, std::string_view state);
    /// States the file's identity besides its content, so a link in its place is noticed.
    bool touch(std::string_view key, const FileIdentity& file);
    /// Checks, in an undo and before it has any effect, whether `now`, the present state, is the
    /// state stated by the call. If it is not, or if no state is on record, returns a failure to
    /// throw or return. The failure is undo_conflict, with the digests of the expected and of the
    /// found state.
    std::optional<tool_error> conflict(std::string_view key, std::string_view now) const;
    std::optional<tool_error> conflict(std::string_view key, const FileIdentity& now) const;
    const std::vector<std::string>& touched() const noexcept { return touched_; }
    static constexpr std::size_t k_touched_keys_max = 64;
    static constexpr std::size_t k_touched_key_bytes_max = 1024;

    /// Keeps a text for the undo of this call, recorded with its success. Later texts replace it.
    /// Use it for values that neither the arguments nor the result have, such as an old content.
    /// Returns false and keeps nothing if the text is not UTF-8 or longer than k_kept_bytes_max;
    /// the function then takes its effect back, or calls rule_out_undo(). Has no effect in previews
    /// and undos.
    bool keep_for_undo(std::string text);
    static constexpr std::size_t k_kept_bytes_max = std::size_t{1} << 20U;
    /// In an undo: the text kept by the undone call. Nothing if it kept none.
    const std::optional<std::string>& kept_for_undo() const noexcept { return kept_before_; }
    /// States that this call cannot be undone although its tool has an undo. The reason, a
    /// sentence, is recorded with a success and told to the caller; an undo is then refused
    /// (undo_not_supported). Has no effect in undos. A preview
    /// says the same with a PreviewWarning of the code undo_not_supported: the question then has
    /// no undo either.
    void rule_out_undo(std::string reason);

    /// Reports the function's progress. A parameter `iam::Progress&` gets the same object.
    Progress& progress() noexcept { return progress_; }

    /// Tells the waiting caller a message of one or more lines. The call's listener runs on this
    /// thread before log() returns; its exceptions are ignored. Without a listener (always in
    /// previews, undos and reconcile functions) nothing happens. Nothing is recorded.
    ///
    /// Returns false and tells nobody if the message is empty, longer than k_log_bytes_max or not
    /// UTF-8. `logger` names the source of the message and may be empty. The same holds of a name
    /// longer than k_logger_bytes_max or not UTF-8.
    bool log(LogLevel level, std::string_view message, std::string_view logger = {});
    static constexpr std::size_t k_log_bytes_max = 4096;
    static constexpr std::size_t k_logger_bytes_max = 256;

    // These ask the proposing client, and wait for its answer (iam/tool/client.hpp). The client
    // gets no secret of the arguments; its answer is neither verified nor recorded. Each question
    // of a function has a key of its own, [a-z0-9_]{1,64}.
    //
    // Errors: unavailable (no client can be asked this: always in previews, undos and reconcile
    // functions; it did not answer in time; the call was stopped), invalid_argument (the question,
    // or the client's answer, is wrong).
    Result<Elicited> elicit(std::string key, const Elicitation& request);
    Result<Elicited> open_url(std::string key, const UrlElicitation& request);
    Result<Sampled> sample(std::string key, const Sampling& request);
    Result<std::vector<Root>> list_roots(std::string key);
    /// Asks all questions at once, and waits for all answers. A client without sessions is asked
    /// them in one round.
    ClientAnswers ask(const ClientQuestions& questions);

    /// Binds a call to the file behind a path. If a function takes its files from here, it opens no
    /// path that could have changed meanwhile.
    ///
    /// In a preview, the file's identity and content become part of the text seen and allowed by
    /// the person. Before the function runs, the path is opened again. If it leads to another file
    /// or content, the call is stale_approval.
    ///
    /// If a person was asked about the call, its function gets the file opened then; a path not
    /// pinned by the preview is an error (conflict). In the function of any other call, opens the
    /// file now.
    ///
    /// Errors: as of PinnedFile::open; invalid_argument beyond k_pins_max or k_pinned_bytes_max.
    Result<std::shared_ptr<const PinnedFile>> pin_file(const std::string& path);
    static constexpr std::size_t k_pins_max = 16;
    static constexpr std::uint64_t k_pinned_bytes_max = std::uint64_t{64}
                                                        << 20;  ///< of one call, together

    /// The value typed by a person for `key` ([a-z0-9_]{1,64}). If nobody was asked yet, the error
    /// is unavailable. The function should request all inputs it needs, then fail with
    /// iam::code::requires_user_input before it has any effect. The call waits for the values, and
    /// then the function is called again with them. The runtime cannot know whether a function had
    /// an effect before it asked.
    ///
    /// Other errors: invalid_argument (no valid request, beyond k_inputs_max, or not in the
    /// function of a call).
    Result<Input> input(const std::string& key, InputRequest request);
    static constexpr std::size_t k_inputs_max = 16;

 private:
    friend class gate::ContextAccess;

    using AskClient =
        std::function<std::vector<Result<std::string>>(const std::vector<ClientQuestion>&)>;

    const Subject& subject_;
    const Proposer& proposer_;
    const std::string& call_id_;
    std::stop_token stop_;
    const Digest* arguments_digest_;
    std::string key_id_{};  // replaces the call's id in the idempotency key, unless empty
    Progress progress_{};
    const LogListener* log_listener_ = nullptr;  // outlives this object
    const AskClient* ask_client_ = nullptr;      // outlives this object
    std::vector<std::string> touched_{};
    const SecretKey* state_key_ = nullptr;  // nullptr: no state is kept
    std::map<std::string, std::string, std::less<>>
        states_{};  // digests by key: states after the call
    // digests by key: states after the undone call
    std::map<std::string, std::string, std::less<>> left_{};
    std::optional<std::string> kept_{};         // for the undo of this call
    std::optional<std::string> kept_before_{};  // by the undone call
    std::string no_undo_{};                     // why this call has no undo
    std::vector<std::shared_ptr<const PinnedFile>> pins_{};
    bool takes_inputs_ = false;
    std::vector<InputValue> inputs_{};
    std::vector<InputRequest> asked_{};
    std::vector<std::string> files_{};  // files named as input by a person
    // the person agreed to these pins, and no others are allowed
    bool pins_are_given_ = false;
};

}  // namespace iam
