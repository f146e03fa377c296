#include "echo.hpp"

#include "files.hpp"

namespace desk {
namespace {

constexpr std::string_view k_prefix = "echo";
constexpr std::string_view k_extension = ".txt";

std::string repeated(const std::string& message, int repeat) {
    std::string text;
    for (int i = 0; i < repeat; ++i) text += (i == 0 ? "" : " ") + message;
    return text;
}

}  // namespace

Echo echo(const std::string& message, int repeat) {
    const std::string text = repeated(message, repeat);
    const NumberedFile file =
        write_numbered(folder("echoes"), k_prefix, k_extension, [&](int) { return text + "\n"; });
    return Echo{file.id, text};
}

iam::Preview preview_echo(const std::string& message, int repeat) {
    iam::Preview preview;
    preview.summary = "Would echo '" + message + "' " +
                      (repeat == 1 ? "once" : std::to_string(repeat) + " times") + ".";
    return preview;
}

void retract_echo(const Echo& result) {
    remove_numbered(folder("echoes"), k_prefix, k_extension, result.id);
}

}  // namespace desk
