// A file layer of SQLite for connections that only read: of a table that is walked through, it reads many pages with one call of the system.
#pragma once

#include <memory>
#include <string>

struct sqlite3_vfs;

namespace iam::store_sqlite {

/// For one connection, which it outlives.
class ReadAhead {
 public:
    /// Over the layer of this name; empty: the system's. Nothing where there is none. The layer finds what it needs without its own address
    /// (by pAppData, as SQLite's own do), since all but the opening of files is called with that of this one.
    static std::unique_ptr<ReadAhead> over(const std::string& below);
    ~ReadAhead();
    ReadAhead(const ReadAhead&) = delete;
    ReadAhead& operator=(const ReadAhead&) = delete;

    /// What SQLite finds it by; no two have the same.
    const std::string& name() const noexcept { return name_; }

 private:
    struct Layer;
    explicit ReadAhead(std::unique_ptr<Layer> layer);

    std::unique_ptr<Layer> layer_;
    std::string name_;
};

}  // namespace iam::store_sqlite
