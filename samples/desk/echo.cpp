#include "echo.hpp"

namespace desk {
Echo echo(const std::string& message, int repeat) {
    std::string text;
    for (int i = 0; i < repeat; ++i) text += (i == 0 ? "" : " ") + message;
    return Echo{text};
}

iam::Preview preview_echo(const std::string& message, int repeat) {
    iam::Preview preview;
    preview.summary = "Would echo '" + message + "' " +
                      (repeat == 1 ? "once" : std::to_string(repeat) + " times") + ".";
    return preview;
}

}  // namespace desk
