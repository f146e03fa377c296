#include "host/commands/console/redirect_file.hpp"

#include <iam/store/private_files.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>

namespace iam::host {

Result<RedirectFile> RedirectFile::make(const std::filesystem::path& folder, const std::string& url,
                                        Entropy& entropy) {
    const std::filesystem::path path = folder / ("iam-console-" + random_id(entropy) + ".html");
    IAM_TRY(file, store::open_private_file(path, O_WRONLY | O_CREAT | O_EXCL));
    RedirectFile made(path);
    const std::string page =
        "<!doctype html>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"refresh\" content=\"0; "
        "url=" +
        url + "\">\n<title>The console opens</title>\n";
    std::string_view rest = page;
    while (!rest.empty()) {
        const ssize_t written = ::write(file.get(), rest.data(), rest.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0)
            return tl::unexpected(
                store::system_error("write", path, errno, "make room on the disk"));
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    return made;
}

RedirectFile::~RedirectFile() {
    std::error_code gone_already;
    if (!path_.empty()) std::filesystem::remove(path_, gone_already);
}

}  // namespace iam::host
