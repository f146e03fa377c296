// Chooses the store by the place: SQLite for a folder, PostgreSQL for an address.
#include "iam/default_store/default_store.hpp"

#include <iam/store_sqlite/sqlite_store.hpp>

#ifdef IAM_HAS_POSTGRES
#include <iam/store_postgres/postgres_store.hpp>
#endif

#include <string>
#include <utility>

namespace iam::default_store {
namespace {

bool is_address(const std::string& place) {
    return place.rfind("postgresql://", 0) == 0 || place.rfind("postgres://", 0) == 0;
}

#ifdef IAM_HAS_POSTGRES
store::Backend addressed() {
    return store_postgres::backend();
}
#else
tl::unexpected<Error> left_out() {
    return fail(Errc::unavailable,
                "This program was built without libpq, so it opens no ledger on a PostgreSQL "
                "server; name a folder, or build it again with the package libpq-dev.");
}
store::Backend addressed() {
    store::Backend none;
    none.open = [](const std::string&, store::Mode,
                   Entropy&) -> Result<std::unique_ptr<ledger::Store>> { return left_out(); };
    none.has_state = [](const std::string&) { return true; };
    none.open_chats = [](const std::string&,
                         store::Mode) -> Result<std::unique_ptr<chat::ChatStore>> {
        return left_out();
    };
    none.open_tasks = [](const std::string&,
                         store::Mode) -> Result<std::unique_ptr<chat::TaskStore>> {
        return left_out();
    };
    none.make = [](const std::string&, Entropy&) -> Result<std::string> { return left_out(); };
    none.check = [](const std::string&) -> Result<std::string> { return left_out(); };
    none.add_key = [](const std::string&, Entropy&) -> Result<std::string> { return left_out(); };
    none.add_value_key = none.add_key;
    none.rewrap_values = [](const std::string&) -> Result<std::string> { return left_out(); };
    none.back_up = [](const std::string&, const std::filesystem::path&) -> Result<store::Copied> {
        return left_out();
    };
    none.signing_key = [](const std::string&) -> Result<std::filesystem::path> {
        return left_out();
    };
    return none;
}
#endif

Result<std::string> no_value_keys() {
    return fail(Errc::unavailable,
                "a state folder has no keys for values: audit erase leaves nothing of a value in "
                "its files");
}

/// Passes a call on to the back end of its place.
template <class Answer, class... Rest>
std::function<Answer(const std::string&, Rest...)> either(
    std::function<Answer(const std::string&, Rest...)> of_folder,
    std::function<Answer(const std::string&, Rest...)> of_address) {
    return [of_folder = std::move(of_folder), of_address = std::move(of_address)](
               const std::string& place, Rest... rest) -> Answer {
        return (is_address(place) ? of_address : of_folder)(place, std::forward<Rest>(rest)...);
    };
}

}  // namespace

store::Backend backend() {
    store::Backend made = store_sqlite::backend();
    const store::Backend other = addressed();
    const store::Backend folders = made;
    made.make = [folders](const std::string& place, Entropy& entropy) -> Result<std::string> {
        IAM_TRY(opened, folders.open(place, store::Mode::read_write, entropy));
        static_cast<void>(opened);
        return "The folder " + place + " has a ledger (" + folders.kind + ").";
    };
    made.check = [folders](const std::string& place) -> Result<std::string> {
        SystemEntropy entropy;
        IAM_TRY(opened, folders.open(place, store::Mode::read_only, entropy));
        static_cast<void>(opened);
        return "The folder " + place + " has a ledger (" + folders.kind + ").";
    };
    made.add_value_key = [](const std::string&, Entropy&) { return no_value_keys(); };
    made.rewrap_values = [](const std::string&) { return no_value_keys(); };
    made.add_key = either(made.add_key, other.add_key);
    made.add_value_key = either(made.add_value_key, other.add_value_key);
    made.rewrap_values = either(made.rewrap_values, other.rewrap_values);
    made.open = either(made.open, other.open);
    made.has_state = either(made.has_state, other.has_state);
    made.open_chats = either(made.open_chats, other.open_chats);
    made.open_tasks = either(made.open_tasks, other.open_tasks);
    made.make = either(made.make, other.make);
    made.check = either(made.check, other.check);
    made.back_up = either(made.back_up, other.back_up);
    made.signing_key = either(made.signing_key, other.signing_key);
    made.kind_of = [of_folder = made.kind, of_address = other.kind](const std::string& place) {
        return is_address(place) ? of_address : of_folder;
    };
    made.place_help =
        "The state folder, or the address of a ledger on a PostgreSQL server:\n"
        "postgresql://HOST/DATABASE?keys=DIR";
    return made;
}

}  // namespace iam::default_store
