// Maps SQLSTATEs to the errors of a store.
#include "store_postgres/wire/fault.hpp"

namespace iam::store_postgres {
namespace {

bool is_class(const Fault& fault, std::string_view first_two) noexcept {
    return std::string_view(fault.state).substr(0, 2) == first_two;
}

std::string way_out_of(const Fault& fault) {
    if (fault.state == "55P03") {
        return fault.holder.empty() ? "; try again"
                                    : "; it is held by " + fault.holder + ": try again";
    }
    if (fault.state == "25006") return "; name the primary server, since this one is a standby";
    if (fault.state == "42501") return "; grant the role the rights of docs/postgres.md";
    if (fault.state == "42P01" || fault.state == "3F000")
        return "; make the tables with the command state init";
    if (fault.state == "53100") return "; make room on the server's disk";
    if (fault.state == "53200") {
        return "; raise max_locks_per_transaction, or max_pred_locks_per_transaction for a ledger "
               "with guard=serializable";
    }
    if (fault.state == "53300") return "; close connections, or raise max_connections";
    return "; try again once the server answers";
}

}  // namespace

std::string state_of_refusal(std::string_view message) {
    const auto says = [&](std::string_view part) { return message.find(part) != message.npos; };
    if (says("session is read-only")) return "25006";
    if (says("too many clients") || says("too many connections") || says("slots are reserved"))
        return "53300";
    return "08001";
}

bool is_transient(const Fault& fault) noexcept {
    return fault.state == "40001" || fault.state == "40P01";
}

bool is_chain_taken(const Fault& fault) noexcept {
    return fault.state == k_chain_broken || (fault.state == "23505" && fault.table == "entries");
}

Error error_of(const Fault& fault) {
    if (fault.state == k_check_failed) {
        return {Errc::conflict, fault.message + "; nothing was changed: read again, decide again"};
    }
    if (fault.state == "XX001" || fault.state == "XX002") {
        return {Errc::corrupt, "the PostgreSQL server reports damaged data: " + fault.message +
                                   "; restore the database from a backup"};
    }
    if (is_class(fault, "22") || is_class(fault, "23")) {
        return {Errc::corrupt, "the ledger's tables refuse a row: " + fault.message +
                                   "; run the command state check"};
    }
    return {Errc::unavailable,
            "the PostgreSQL server did not do it: " + fault.message + way_out_of(fault)};
}

}  // namespace iam::store_postgres
