// Makes commits of the server wait for a standby that never comes.
#pragma once

#include "fixture.hpp"

#include <thread>

namespace iam::test {

/// From the constructor to the destructor each commit waits until cancel_wait() or the destructor.
class LostStandby {
 public:
    explicit LostStandby(const Ledger& ledger) : ledger_(ledger), connection_(ledger.connect()) {
        ledger.past("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
        ledger.past("SELECT pg_reload_conf()");
        // The server takes up its new setting a little later than its client has the answer.
        auto probe = ledger.connect();
        std::thread probing([&] {
            const store_postgres::Statement comment("COMMENT ON TABLE @guard IS 'never filled'");
            while (!probe.is_unreplicated() && probe.ask(comment)) {
            }
        });
        cancel_wait();
        probing.join();
    }
    ~LostStandby() {
        ledger_.past("ALTER SYSTEM RESET synchronous_standby_names");
        ledger_.past("SELECT pg_reload_conf()");
    }
    LostStandby(const LostStandby&) = delete;
    LostStandby& operator=(const LostStandby&) = delete;

    /// Lets a commit go on that waits, or will wait. The server then says that it has no standby.
    void cancel_wait() {
        const store_postgres::Statement cancel(
            "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
        while (must(connection_.ask(cancel)).size() == 0) {
        }
    }

 private:
    const Ledger& ledger_;
    store_postgres::Connection connection_;
};

}  // namespace iam::test
