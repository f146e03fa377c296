// Layers our own methods over SQLite's files: some calls on one kind of file are ours, and all
// other calls go to the layer below.
#pragma once

#include <sqlite3.h>

#include <memory>
#include <new>
#include <string>

namespace iam::store_sqlite {

/// Copies the methods of a file of the layer below. A derived class replaces some of them and adds
/// their state. The object lies behind that layer's file, whose pMethods points to it.
struct FileMethods : sqlite3_io_methods {
    explicit FileMethods(const sqlite3_io_methods& methods)
        : sqlite3_io_methods(methods), below(&methods) {}

    const sqlite3_io_methods* below;
};

template <class Methods>
Methods& methods_of(sqlite3_file* file) noexcept {
    return *static_cast<Methods*>(const_cast<sqlite3_io_methods*>(file->pMethods));
}

/// Implements xClose for `Methods`.
template <class Methods>
int close_file(sqlite3_file* file) noexcept {
    Methods& methods = methods_of<Methods>(file);
    file->pMethods = methods.below;
    methods.~Methods();
    return file->pMethods->xClose(file);
}

/// Serves one connection and must outlive it.
class FileLayer {
 public:
    struct Kind {
        const char* name;
        int opened_with;  ///< SQLite opens the files of this kind with this flag
        int method_bytes;
        void (*exchange_methods)(sqlite3_file* file, void* room);
    };
    template <class Methods>
    static constexpr Kind kind(const char* name, int opened_with) {
        static_assert(alignof(Methods) <= k_alignment);
        return {name, opened_with, sizeof(Methods), [](sqlite3_file* file, void* room) {
                    file->pMethods = new (room) Methods(*file->pMethods);
                }};
    }

    /// Makes a layer over the one named `below`; empty means the system's. Returns nullptr if there
    /// is none of this name. All calls but xOpen reach the layer below with our address. So that
    /// layer must find its data by pAppData, as SQLite's own layers do.
    static std::unique_ptr<FileLayer> over(const std::string& below, const Kind& kind);
    ~FileLayer();
    FileLayer(const FileLayer&) = delete;
    FileLayer& operator=(const FileLayer&) = delete;

    /// SQLite finds the layer by this name, which is unique.
    const std::string& name() const noexcept { return name_; }

 private:
    /// Aligns the methods behind a file of the layer below.
    static constexpr int k_alignment = alignof(void*);
    struct Vfs;
    FileLayer(std::unique_ptr<Vfs> vfs, const char* kind);

    std::unique_ptr<Vfs> vfs_;
    std::string name_;
};

}  // namespace iam::store_sqlite
