// A lock of the session would be lost behind a pooler, and a server notices a host that lost its
// power after minutes only. So an owner has a lease, as a writer of a chain has.
#include "store_postgres/side/holds.hpp"

#include <iam/core/signals_blocked.hpp>

#include <unistd.h>

#include <array>
#include <new>
#include <system_error>
#include <vector>

namespace iam::store_postgres {
namespace {

// An owner that takes its lease again renews it, also if its row is gone.
constexpr char k_lease_sql[] =
    "INSERT INTO @holds AS h (kind, name, token, owner, held_until) "
    "VALUES ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 millisecond') "
    "ON CONFLICT (kind, name) DO UPDATE SET token = excluded.token, owner = excluded.owner, "
    "held_until = excluded.held_until "
    "WHERE h.token = excluded.token OR h.held_until <= clock_timestamp()";
constexpr char k_owner_sql[] =
    "SELECT token = $3, owner, greatest(0, ceil(extract(epoch FROM held_until - "
    "clock_timestamp())))::bigint FROM @holds WHERE kind = $1 AND name = $2";
constexpr char k_release_sql[] = "DELETE FROM @holds WHERE kind = $1 AND name = $2 AND token = $3";

std::string words_of_this_program() {
    std::array<char, 256> host{};
    if (::gethostname(host.data(), host.size() - 1) != 0) host = {'?'};
    return "process " + std::to_string(::getpid()) + " on the host " + host.data();
}

/// Another program has written it.
std::string plain(std::string text) {
    constexpr std::size_t k_owner_bytes_max = 320;
    if (text.size() > k_owner_bytes_max) text.resize(k_owner_bytes_max);
    for (char& c : text)
        if (c < ' ' || c > '~') c = '?';
    return text;
}

}  // namespace

/// Gives the thing back when it goes.
class Holds::Held {
 public:
    Held(std::shared_ptr<Holds> holds, Lease lease) noexcept
        : holds_(std::move(holds)), lease_(std::move(lease)) {}
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held() { holds_->release(lease_); }

 private:
    std::shared_ptr<Holds> holds_;
    Lease lease_;
};

Holds::Holds(std::shared_ptr<SideConnection> connection, std::string_view kind)
    : connection_(std::move(connection)), kind_(kind), owner_(words_of_this_program()) {}

Holds::~Holds() = default;

Statement Holds::lease_statement(const Lease& lease) const {
    return Statement(k_lease_sql, Text{kind_}, Bytes{lease.first}, Bytes{lease.second},
                     Bytes{owner_}, std::int64_t{connection_->options().lease.count()});
}

Result<std::shared_ptr<void>> Holds::take(const std::string& name, const HoldSentence& words) {
    const Lease lease{name, random_id(entropy_)};
    IAM_TRY(changed, connection_->change(
                         {lease_statement(lease),
                          Statement(k_owner_sql, Text{kind_}, Bytes{name}, Bytes{lease.second})}));
    const Rows& owner = changed.answers.back();
    if (owner.size() == 0)
        return fail(Errc::unavailable, words.taken + " another program; try again");
    if (owner.integer(0, 0) == 0) {
        return fail(Errc::conflict, words.taken + " " + plain(owner.bytes(0, 1)) + "; " +
                                        words.way_out + ". If that program has died, the " +
                                        std::string(words.thing) + " is free in " +
                                        std::to_string(owner.integer(0, 2)) + " s.");
    }
    const auto held = std::make_shared<Held>(shared_from_this(), lease);
    const std::lock_guard lock(mutex_);
    leases_.insert(lease);
    IAM_CHECK(start_renewing());
    return std::shared_ptr<void>(held);
}

/// The lock is held.
Result<void> Holds::start_renewing() {
    if (renewing_.joinable()) return {};
    const SignalsBlocked blocked;
    try {
        renewing_ =
            std::jthread([this](const std::stop_token& stop) { renew_until_stopped(stop); });
    } catch (const std::system_error&) {
        return fail(Errc::unavailable,
                    "the system has no thread left to renew the hold; end other programs");
    }
    return {};
}

void Holds::renew_until_stopped(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    for (;;) {
        stopped_.wait_for(lock, stop, connection_->options().renewal, [] { return false; });
        if (stop.stop_requested()) return;
        // The lock is held meanwhile: a lease that is given back must not be renewed after it. If a
        // renewal fails, the next ones come before the lease ends.
        renew();
    }
}

/// The lock is held.
void Holds::renew() noexcept {
    try {
        std::vector<Statement> statements;
        for (const Lease& lease : leases_) statements.push_back(lease_statement(lease));
        if (!statements.empty()) static_cast<void>(connection_->change_in_passing(statements));
    } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): the next one may have room
    }
}

void Holds::release(const Lease& lease) noexcept {
    try {
        const std::lock_guard lock(mutex_);
        leases_.erase(lease);
        static_cast<void>(connection_->change_in_passing(
            {Statement(k_release_sql, Text{kind_}, Bytes{lease.first}, Bytes{lease.second})}));
    } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): the lease ends by itself
    }
}

}  // namespace iam::store_postgres
