// Keeps a Merkle tree as tiles of 256 hashes (C2SP tlog-tiles), so that any proof needs a few
// reads.
#pragma once

#include <iam/ledger/merkle_tree.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace iam::ledger {

inline constexpr unsigned k_tile_height = 8;
inline constexpr std::size_t k_tile_width = std::size_t{1} << k_tile_height;
/// The highest level of the largest tree.
inline constexpr unsigned k_tile_level_max = 7;

/// Level 0 has leaf hashes. At each higher level, a hash is the root of a full tile below.
struct TileId {
    unsigned level = 0;
    std::uint64_t index = 0;
    friend bool operator==(const TileId&, const TileId&) = default;
    friend auto operator<=>(const TileId&, const TileId&) = default;
};
struct Tile {
    TileId id{};
    std::vector<Digest> hashes{};  ///< 1 to 256
    friend bool operator==(const Tile&, const Tile&) = default;
};

/// The number of hashes that the tile has in a tree of `size` leaves.
std::size_t tile_width(const TileId& id, std::uint64_t size) noexcept;

/// The hashes one after another, 32 bytes each.
std::string tile_bytes(const std::vector<Digest>& hashes);
/// Reads tile_bytes() back. Errors: corrupt (not 1 to 256 hashes).
Result<std::vector<Digest>> parse_tile(std::string_view bytes);

/// Returns the hashes of a tile. It may return more hashes than the tree has: a tile only grows.
using TileReader = std::function<Result<std::vector<Digest>>(const TileId&)>;

/// Reads subtrees from tiles: pass subtree() to the functions of merkle_tree.hpp. It keeps the
/// tiles of one proof, so make one for each proof. Not thread-safe.
class TiledTree {
 public:
    explicit TiledTree(TileReader read) : read_(std::move(read)) {}
    /// Errors: corrupt (a tile has too few hashes), those of the reader.
    Result<Digest> subtree(const Subtree& subtree);
    SubtreeReader reader() {
        return [this](const Subtree& asked) { return subtree(asked); };
    }

 private:
    Result<const std::vector<Digest>*> tile(const TileId& id);

    TileReader read_;
    std::map<TileId, std::vector<Digest>> kept_{};
};

/// Appends leaves to a tree in tiles. Not thread-safe.
class TreeGrowth {
 public:
    /// The tree has `size` leaves, and `read` reads its tiles.
    TreeGrowth(std::uint64_t size, TileReader read) : size_(size), read_(std::move(read)) {}
    /// Errors: corrupt (a tile has too few hashes), invalid_argument (the tree is full), those of
    /// the reader. After an error the object is of no use.
    Result<void> add(const Digest& leaf);
    std::uint64_t size() const noexcept { return size_; }
    /// The root of the grown tree. Errors as of add().
    Result<Digest> root() const;
    /// The tiles that have grown, by id.
    std::vector<Tile> tiles() const;

 private:
    Result<void> put(unsigned level, std::uint64_t position, const Digest& hash);

    std::uint64_t size_;
    TileReader read_;
    std::map<TileId, std::vector<Digest>> grown_{};
};

}  // namespace iam::ledger
