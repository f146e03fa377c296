// A lost note would let a witness cosign a fork, so a file that cannot be read is an error.
#include "host/commands/witness/witness_notes.hpp"

#include "host/session/servers_path.hpp"
#include <iam/core/digest.hpp>
#include <iam/store/private_files.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace iam::host {
namespace {

Result<std::string> read_note_file(const std::filesystem::path& path) {
    const store::FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    if (!file && errno == ENOENT) return fail(Errc::not_found, "there is no note yet");
    if (!file) return tl::unexpected(store::system_error("read", path, errno));
    std::string text;
    std::array<char, 4'096> buffer{};
    while (text.size() <= ledger::k_note_bytes_max) {
        const ssize_t read = ::read(file.get(), buffer.data(), buffer.size());
        if (read < 0) return tl::unexpected(store::system_error("read", path, errno));
        if (read == 0) break;
        text.append(buffer.data(), static_cast<std::size_t>(read));
    }
    return text;
}

}  // namespace

std::string WitnessNotes::name_of(std::string_view origin) {
    return sha256({}, origin).hex();
}

std::filesystem::path WitnessNotes::path_of(const std::string& name) const {
    return folder_ / (name + ".note");
}

Result<std::optional<ledger::SignedNote>> WitnessNotes::find(const std::string& name) const {
    const auto text = read_note_file(path_of(name));
    if (!text && text.error().code == Errc::not_found) return std::nullopt;
    if (!text) return tl::unexpected(text.error());
    auto note = ledger::parse_note(*text);
    if (note) return std::optional(*std::move(note));
    return fail(Errc::corrupt, "the file " + path_of(name).string() + " is damaged: " +
                                   note.error().message + "; restore it from a backup");
}

Result<void> WitnessNotes::put(const std::string& name, const ledger::SignedNote& note) {
    return write_private_file(path_of(name), text_of(note));
}

}  // namespace iam::host
