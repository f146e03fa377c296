// A layer over SQLite's files: of one kind of file some calls are ours, and all others go to the layer below.
#pragma once

#include <sqlite3.h>

#include <memory>
#include <new>
#include <string>

namespace iam::store_sqlite {

/// The methods of a file of the layer below, but for those that whoever derives from this exchanges, and what these need. It stands behind
/// that layer's own file, which finds it as its methods.
struct FileMethods : sqlite3_io_methods {
    explicit FileMethods(const sqlite3_io_methods& methods)
        : sqlite3_io_methods(methods), below(&methods) {}

    const sqlite3_io_methods* below;
};

template <class Methods>
Methods& methods_of(sqlite3_file* file) noexcept {
    return *static_cast<Methods*>(const_cast<sqlite3_io_methods*>(file->pMethods));
}

/// What xClose has to do of `Methods`.
template <class Methods>
int close_file(sqlite3_file* file) noexcept {
    Methods& methods = methods_of<Methods>(file);
    file->pMethods = methods.below;
    methods.~Methods();
    return file->pMethods->xClose(file);
}

/// For one connection, which it outlives.
class FileLayer {
 public:
    struct Kind {
        const char* name;
        int opened_with;  ///< a flag of SQLite, by which the files are known whose methods are ours
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

    /// Over the layer of this name; empty: the system's. Nothing where there is none. The layer finds what it needs without its own address
    /// (by pAppData, as SQLite's own do), since all but the opening of files is called with that of this one.
    static std::unique_ptr<FileLayer> over(const std::string& below, const Kind& kind);
    ~FileLayer();
    FileLayer(const FileLayer&) = delete;
    FileLayer& operator=(const FileLayer&) = delete;

    /// What SQLite finds it by; no two have the same.
    const std::string& name() const noexcept { return name_; }

 private:
    /// Of what stands behind a file of the layer below.
    static constexpr int k_alignment = alignof(void*);
    struct Vfs;
    FileLayer(std::unique_ptr<Vfs> vfs, const char* kind);

    std::unique_ptr<Vfs> vfs_;
    std::string name_;
};

}  // namespace iam::store_sqlite
