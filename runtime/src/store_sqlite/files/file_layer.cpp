// Registers a layer with SQLite and puts its methods behind each file that it opens.
#include "store_sqlite/files/file_layer.hpp"

#include <cstdint>
#include <utility>

namespace iam::store_sqlite {

struct FileLayer::Vfs : sqlite3_vfs {
    Vfs(sqlite3_vfs& other, const Kind& of_files)
        : sqlite3_vfs(other), below(&other), kind(of_files) {
        pNext = nullptr;
        szOsFile = room_of(other.szOsFile) + kind.method_bytes;
        xOpen = open_file;
    }

    /// Rounds the size of that layer's file up, so that methods can lie behind it.
    static constexpr int room_of(int file_bytes) noexcept {
        return (file_bytes + k_alignment - 1) / k_alignment * k_alignment;
    }

    static int open_file(sqlite3_vfs* layer, const char* name, sqlite3_file* file, int flags,
                         int* flags_out) noexcept {
        const Vfs& own = *static_cast<Vfs*>(layer);
        const int status = own.below->xOpen(own.below, name, file, flags, flags_out);
        if (status != SQLITE_OK || (flags & own.kind.opened_with) == 0) return status;
        own.kind.exchange_methods(file,
                                  reinterpret_cast<char*>(file) + room_of(own.below->szOsFile));
        return status;
    }

    sqlite3_vfs* below;
    Kind kind;
};

std::unique_ptr<FileLayer> FileLayer::over(const std::string& below, const Kind& kind) {
    sqlite3_vfs* found = sqlite3_vfs_find(below.empty() ? nullptr : below.c_str());
    if (found == nullptr) return nullptr;
    return std::unique_ptr<FileLayer>(
        new FileLayer(std::make_unique<Vfs>(*found, kind), kind.name));
}

FileLayer::FileLayer(std::unique_ptr<Vfs> vfs, const char* kind)
    : vfs_(std::move(vfs)),
      name_(std::string("iam-") + kind + "-" +
            std::to_string(reinterpret_cast<std::uintptr_t>(vfs_.get()))) {
    vfs_->zName = name_.c_str();
    sqlite3_vfs_register(vfs_.get(), 0);
}

FileLayer::~FileLayer() {
    sqlite3_vfs_unregister(vfs_.get());
}

}  // namespace iam::store_sqlite
