// Describes a kind of store to programs that do not know it: functions, words and errors.
#pragma once

#include <iam/chat/chat_store.hpp>
#include <iam/chat/import.hpp>
#include <iam/chat/tasks/task_store.hpp>
#include <iam/core/entropy.hpp>
#include <iam/ledger/store.hpp>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace iam::store {

enum class Mode {
    read_write,  ///< makes a missing state
    read_only,   ///< the state must exist; every commit is unavailable
};

/// Reports a finished copy of a state.
struct Copied {
    std::optional<ledger::EntryId>
        last{};            ///< the newest entry in the copy; nothing if it has none
    std::string advice{};  ///< a sentence for the keeper of the copy
};

/// Gives a command line all it needs of one kind of store. A place is a text that names a state: a
/// folder, or an address in the store's own form.
///
/// A complete back end has all functions, except those that may be empty. Each may run on any
/// thread and throws std::bad_alloc at most. The message of an error names the place and the way
/// out.
struct Backend {
    std::function<Result<std::unique_ptr<ledger::Store>>(const std::string& place, Mode mode,
                                                         Entropy& entropy)>
        open{};
    /// Returns false if nothing has been stored at the place yet. If it cannot tell, it returns
    /// true, and open() then says why.
    std::function<bool(const std::string& place)> has_state{};
    /// Opens the chats of the place. Empty: this kind of store keeps none, and chats end with the
    /// program.
    std::function<Result<std::unique_ptr<chat::ChatStore>>(const std::string& place, Mode mode)>
        open_chats{};
    /// Reads the chats in a database file of another program, and changes nothing there. Each chat
    /// or its fault reaches the sink; an error is one of the file. Empty: this kind of store reads
    /// no such files.
    std::function<Result<void>(const std::filesystem::path& file, const chat::ImportSink& sink)>
        import_chats{};
    /// Opens the tasks of the place. Empty: this kind of store keeps none.
    std::function<Result<std::unique_ptr<chat::TaskStore>>(const std::string& place, Mode mode)>
        open_tasks{};
    /// Copies the state into the folder `target`. The folder must be missing or empty. Other
    /// programs may write the state meanwhile. A back end without copies returns an error that
    /// names another way.
    std::function<Result<Copied>(const std::string& place, const std::filesystem::path& target)>
        back_up{};
    /// Makes the state, or upgrades it, and returns a sentence about it. Empty: open() makes it.
    std::function<Result<std::string>(const std::string& place, Entropy& entropy)> make{};
    /// Adds a key that seals records of consent from then on, and returns a sentence about it.
    /// Empty: this kind of store has none.
    std::function<Result<std::string>(const std::string& place, Entropy& entropy)> add_key{};
    /// Makes a new key for the values of entries, and returns a sentence about it. Empty: this kind
    /// of store does not seal values, since erased ones leave nothing behind.
    std::function<Result<std::string>(const std::string& place, Entropy& entropy)> add_value_key{};
    /// Wraps the keys of all values with the newest key, and returns a sentence about it. Empty: as
    /// add_value_key.
    std::function<Result<std::string>(const std::string& place)> rewrap_values{};
    /// Looks whether the state can be used, changes nothing, and returns a sentence about it.
    /// Empty: open() for reading tells.
    std::function<Result<std::string>(const std::string& place)> check{};
    /// Returns the file of the key for signing checkpoints, for SigningKeys. Other files of this
    /// host alone may stand beside it.
    std::function<Result<std::filesystem::path>(const std::string& place)> signing_key{};
    std::string kind = "";  ///< the kind of store and its version, for people
    /// The same for one place. Empty: all places are of `kind`.
    std::function<std::string(const std::string& place)> kind_of{};
    std::string place_name = "DIR";               ///< stands for a place in --help
    std::string place_help = "The state folder";  ///< explains a place in --help
};

/// True if all functions are there.
bool is_complete(const Backend& backend) noexcept;

}  // namespace iam::store
