#include "console/access/sessions.hpp"

#include <iam/core/base64.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace iam::console {
namespace {

using Milliseconds = std::chrono::milliseconds;

constexpr std::size_t k_code_bytes = 16;
constexpr std::size_t k_secret_bytes = 32;

template <std::size_t N>
std::string random_text(Entropy& entropy) {
    std::array<std::uint8_t, N> bytes{};
    entropy.fill(bytes);
    return to_base64(std::as_bytes(std::span(bytes)), Base64::url);
}

Digest hash_of_code(std::string_view code) {
    return sha256(domain_tag("iam/console/code/1"), code);
}

Digest hash_of_secret(std::string_view secret) {
    return sha256(domain_tag("iam/console/session/1"), secret);
}

}  // namespace

std::string Sessions::new_code() {
    std::string code = random_text<k_code_bytes>(entropy_);
    const std::lock_guard lock(mutex_);
    if (codes_.size() >= limits_.codes_max) codes_.pop_front();
    codes_.push_back({hash_of_code(code), clock_.boot() + limits_.code_time});
    return code;
}

bool Sessions::is_used(std::string_view code) const {
    const Digest hash = hash_of_code(code);
    const std::lock_guard lock(mutex_);
    return std::find(used_codes_.begin(), used_codes_.end(), hash) != used_codes_.end();
}

// Times of comparisons tell nothing of a code: its hash is compared, which nobody can choose.
bool Sessions::take(const Digest& code, Milliseconds now) {
    const auto found = std::find_if(codes_.begin(), codes_.end(),
                                    [&](const Code& one) { return one.hash == code; });
    if (found == codes_.end()) return false;
    const bool is_late = now >= found->until;
    codes_.erase(found);
    if (is_late) return false;
    if (used_codes_.size() >= limits_.codes_max) used_codes_.pop_front();
    used_codes_.push_back(code);
    return true;
}

void Sessions::note_wrong(Milliseconds now) {
    if (++wrong_logins_ < limits_.wrong_logins_max) return;
    wrong_logins_ = 0;
    paused_until_ = now + limits_.login_pause;
}

void Sessions::make_room(Milliseconds now) {
    std::erase_if(sessions_, [&](const Session& one) { return is_idle(one, now); });
    if (sessions_.size() < limits_.sessions_max) return;
    sessions_.erase(
        std::min_element(sessions_.begin(), sessions_.end(),
                         [](const Session& a, const Session& b) { return a.used < b.used; }));
}

Result<Sessions::Begun> Sessions::log_in(std::string_view code) {
    Begun begun{random_id(entropy_), random_text<k_secret_bytes>(entropy_)};
    const Moment now = clock_.now();
    const std::lock_guard lock(mutex_);
    if (paused_until_ && now.boot < *paused_until_)
        return fail(Errc::unavailable,
                    "There were too many wrong codes; wait a minute, then open the console anew.");
    paused_until_.reset();
    if (!take(hash_of_code(code), now.boot)) {
        note_wrong(now.boot);
        return fail(Errc::not_found,
                    "The code is wrong, used or too old; open the console anew with: console "
                    "--open.");
    }
    wrong_logins_ = 0;
    make_room(now.boot);
    sessions_.push_back({begun.id, hash_of_secret(begun.secret), now.wall, now.boot});
    return begun;
}

std::optional<std::string> Sessions::use(std::string_view secret, bool is_attended) {
    const Digest hash = hash_of_secret(secret);
    const Milliseconds now = clock_.boot();
    const std::lock_guard lock(mutex_);
    std::erase_if(sessions_, [&](const Session& one) { return is_idle(one, now); });
    const auto found = std::find_if(sessions_.begin(), sessions_.end(),
                                    [&](const Session& one) { return one.hash == hash; });
    if (found == sessions_.end()) return std::nullopt;
    if (is_attended) found->used = now;
    return found->id;
}

bool Sessions::is_open(const std::string& id) const {
    const Milliseconds now = clock_.boot();
    const std::lock_guard lock(mutex_);
    return std::any_of(sessions_.begin(), sessions_.end(),
                       [&](const Session& one) { return one.id == id && !is_idle(one, now); });
}

std::vector<SessionFacts> Sessions::list() const {
    const Milliseconds now = clock_.boot();
    const std::lock_guard lock(mutex_);
    std::vector<SessionFacts> all;
    for (const Session& one : sessions_)
        if (!is_idle(one, now)) all.push_back({one.id, one.since, now - one.used});
    return all;
}

bool Sessions::revoke(const std::string& id) {
    const std::lock_guard lock(mutex_);
    return std::erase_if(sessions_, [&](const Session& one) { return one.id == id; }) != 0;
}

}  // namespace iam::console
