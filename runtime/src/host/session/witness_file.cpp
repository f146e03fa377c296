// Reads and writes JSON lines of checkpoints.
#include "host/session/witness_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <system_error>

namespace iam::host {

namespace {

constexpr std::uintmax_t k_witness_bytes_max = std::uintmax_t{64} << 20;

tl::unexpected<Error> cannot(const char* what, const std::filesystem::path& path, int number) {
    return fail(number == ENOENT ? Errc::not_found : Errc::unavailable,
                std::string("cannot ") + what + " the witness file " + path.string() + ": " +
                    std::generic_category().message(number) + "; name a file that this user may " +
                    what);
}

Result<ledger::Checkpoint> read_line(const std::string& text) {
    IAM_TRY(checkpoint, ledger::parse_checkpoint(text));
    if (!is_signed(checkpoint)) {
        return fail(Errc::invalid_argument,
                    "its signature is not the one of its key: the line was changed");
    }
    return checkpoint;
}

}  // namespace

Result<std::vector<ledger::Checkpoint>> read_witness(const std::filesystem::path& path) {
    std::error_code problem;
    const std::uintmax_t size = std::filesystem::file_size(path, problem);
    if (problem) return cannot("read", path, problem.value());
    if (size > k_witness_bytes_max) {
        return fail(Errc::invalid_argument, "the witness file " + path.string() +
                                                " is larger than 64 MiB; keep its last lines");
    }
    std::ifstream in(path);
    if (!in) return cannot("read", path, errno);
    std::vector<ledger::Checkpoint> seen;
    std::string line;
    for (std::size_t number = 1; std::getline(in, line); ++number) {
        if (line.empty()) continue;
        auto checkpoint = read_line(line);
        if (!checkpoint) {
            return fail(Errc::invalid_argument, "line " + std::to_string(number) +
                                                    " of the witness file " + path.string() + ": " +
                                                    checkpoint.error().message);
        }
        seen.push_back(*std::move(checkpoint));
    }
    if (in.bad()) return cannot("read", path, EIO);
    return seen;
}

Result<void> add_to_witness(const std::filesystem::path& path,
                            const ledger::Checkpoint& checkpoint) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "ae"),
                                                               &std::fclose);
    if (!file) return cannot("write", path, errno);
    const std::string line = text_of(checkpoint) + "\n";
    struct stat before {};
    if (::fstat(::fileno(file.get()), &before) != 0) return cannot("write", path, errno);
    const bool is_written = std::fwrite(line.data(), 1, line.size(), file.get()) == line.size() &&
                            std::fflush(file.get()) == 0 && ::fsync(::fileno(file.get())) == 0;
    if (is_written) return {};
    const int problem = errno;
    // Half a line would make the whole file unreadable.
    static_cast<void>(::ftruncate(::fileno(file.get()), before.st_size) != 0);
    return cannot("write", path, problem);
}

}  // namespace iam::host
