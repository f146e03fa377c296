// Replaces a signing key in two steps. A crash between them leaves the old key current and the new
// one waiting.
#include "iam/store/signing_keys.hpp"

#include <iam/store/file_lock.hpp>
#include <iam/store/key_file.hpp>
#include <iam/store/private_files.hpp>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <utility>

namespace iam::store {
namespace {

constexpr std::chrono::seconds k_keys_wait{5};
constexpr LockWords k_keys_words{"the signing keys are in use by",
                                 "the signing keys were being opened"};

std::filesystem::path beside(const std::filesystem::path& path, const char* ending) {
    std::filesystem::path other = path;
    other += ending;
    return other;
}

/// Returns nothing if there is no file at `path`.
Result<std::optional<SigningKey>> find_key(const std::filesystem::path& path) {
    const auto seed = read_key(path);
    if (seed) return SigningKey(*seed);
    if (seed.error().code == Errc::not_found) return std::nullopt;
    return tl::unexpected(seed.error());
}

}  // namespace

struct SigningKeys::State {
    std::filesystem::path path;
    FileLock lock;
    std::optional<FileLock::Guard> held{};
    std::optional<SigningKey> current{};
    std::optional<SigningKey> next{};
};

SigningKeys::SigningKeys(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
SigningKeys::SigningKeys(SigningKeys&&) noexcept = default;
SigningKeys& SigningKeys::operator=(SigningKeys&&) noexcept = default;
SigningKeys::~SigningKeys() = default;

Result<SigningKeys> SigningKeys::open(const std::filesystem::path& path, Entropy& entropy) {
    IAM_TRY(lock, FileLock::open(beside(path, ".lock"), k_keys_words));
    auto state = std::make_unique<State>(State{.path = path, .lock = std::move(lock)});
    IAM_TRY(held, state->lock.acquire(k_keys_wait));
    state->held.emplace(std::move(held));
    IAM_TRY(current, find_key(path));
    IAM_TRY(next, find_key(beside(path, ".next")));
    state->current = std::move(current);
    state->next = std::move(next);
    if (!state->current) {
        IAM_TRY(seed, make_key(path, entropy));
        state->current.emplace(seed);
    }
    return SigningKeys(std::move(state));
}

const SigningKey& SigningKeys::current() const noexcept {
    return *state_->current;
}

const std::optional<SigningKey>& SigningKeys::next() const noexcept {
    return state_->next;
}

Result<void> SigningKeys::prepare_next(Entropy& entropy) {
    if (state_->next) return {};
    IAM_TRY(seed, make_key(beside(state_->path, ".next"), entropy));
    state_->next.emplace(seed);
    return {};
}

Result<void> SigningKeys::replace() {
    if (!state_->next) return fail(Errc::not_found, "there is no next key; prepare it first");
    const std::filesystem::path next = beside(state_->path, ".next");
    if (::rename(next.c_str(), state_->path.c_str()) != 0)
        return tl::unexpected(system_error("replace the key file", state_->path, errno));
    // The file is the next key from here on, also if its name may not survive a power cut.
    state_->current = std::exchange(state_->next, std::nullopt);
    return sync_folder(state_->path.parent_path());
}

}  // namespace iam::store
