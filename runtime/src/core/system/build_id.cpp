// Reads the build id from the linker's note in the program, as the dynamic loader has mapped it.
#include "iam/core/build_id.hpp"

#include <iam/core/entropy.hpp>

#include <link.h>

#include <cstdint>
#include <cstring>
#include <span>

namespace iam {
namespace {

constexpr std::size_t padded(std::size_t bytes) {
    return (bytes + 3) / 4 * 4;
}

/// The id in the segment's build-id note.
std::string find_id(std::span<const std::uint8_t> notes) {
    constexpr char k_owner[] = "GNU";
    ElfW(Nhdr) head{};
    while (notes.size() >= sizeof head) {
        std::memcpy(&head, notes.data(), sizeof head);
        const std::size_t id_at = sizeof head + padded(head.n_namesz);
        const std::size_t end = id_at + padded(head.n_descsz);
        if (end > notes.size()) break;
        const bool is_id = head.n_type == NT_GNU_BUILD_ID && head.n_namesz == sizeof k_owner &&
                           std::memcmp(notes.data() + sizeof head, k_owner, sizeof k_owner) == 0;
        if (is_id) return to_hex(notes.subspan(id_at, head.n_descsz));
        notes = notes.subspan(end);
    }
    return {};
}

/// Called by dl_iterate_phdr, first for the program itself.
int look(dl_phdr_info* object, std::size_t, void* out) {
    for (int i = 0; i < object->dlpi_phnum; ++i) {
        const auto& segment = object->dlpi_phdr[i];
        if (segment.p_type != PT_NOTE) continue;
        const auto* bytes =
            reinterpret_cast<const std::uint8_t*>(object->dlpi_addr + segment.p_vaddr);
        std::string id = find_id({bytes, segment.p_memsz});
        if (!id.empty()) *static_cast<std::string*>(out) = std::move(id);
    }
    return 1;
}

}  // namespace

std::string build_id() {
    std::string id;
    dl_iterate_phdr(look, &id);
    return id;
}

}  // namespace iam
