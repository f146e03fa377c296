// Tells other programs on a state where its console is. The address has no secret: a page without a
// session shows nothing and answers nothing.
#pragma once

#include <iam/core/result.hpp>
#include <iam/store/private_files.hpp>

#include <filesystem>
#include <string>

namespace iam::host {

/// The file `console` of a state folder, with the console's URL. It counts while this object has
/// its lock; the lock ends with the process, also if it is killed. Removes the file at its end.
class ConsolePlace {
 public:
    /// Errors: conflict if another console of the state has told its place; unavailable.
    static Result<ConsolePlace> tell(const std::filesystem::path& state, const std::string& url);
    ConsolePlace(ConsolePlace&& other) noexcept;
    ConsolePlace& operator=(ConsolePlace&&) = delete;
    ConsolePlace(const ConsolePlace&) = delete;
    ConsolePlace& operator=(const ConsolePlace&) = delete;
    ~ConsolePlace();

 private:
    ConsolePlace(std::filesystem::path path, store::FileDescriptor file) noexcept;

    std::filesystem::path path_;
    store::FileDescriptor file_;  // has the lock
};

/// The URL of the running console of a state, with "/" at its end. Empty: none runs.
std::string running_console(const std::filesystem::path& state);

/// The page of a question. It names the approval and has no code.
std::string page_of_question(const std::string& console_url, const std::string& approval);

}  // namespace iam::host
