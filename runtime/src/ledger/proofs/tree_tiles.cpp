// Cuts a tree into tiles. A subtree is the root of a part of one tile.
#include "iam/ledger/tree_tiles.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace iam::ledger {
namespace {

tl::unexpected<Error> short_tile(const TileId& id, std::size_t found, std::size_t wanted) {
    return fail(Errc::corrupt, "tile " + std::to_string(id.index) + " of level " +
                                   std::to_string(id.level) + " of the tree has " +
                                   std::to_string(found) + " hashes in place of " +
                                   std::to_string(wanted) + "; restore the state from a backup");
}

}  // namespace

std::size_t tile_width(const TileId& id, std::uint64_t size) noexcept {
    const unsigned shift = k_tile_height * id.level;
    const std::uint64_t hashes = shift < 64 ? size >> shift : 0;
    const std::uint64_t before = id.index * k_tile_width;
    if (id.index > hashes / k_tile_width) return 0;
    return static_cast<std::size_t>(std::min<std::uint64_t>(hashes - before, k_tile_width));
}

std::string tile_bytes(const std::vector<Digest>& hashes) {
    std::string bytes;
    bytes.reserve(hashes.size() * sizeof(Digest::bytes));
    for (const Digest& hash : hashes) bytes.append(hash.bytes.begin(), hash.bytes.end());
    return bytes;
}

Result<std::vector<Digest>> parse_tile(std::string_view bytes) {
    constexpr std::size_t length = sizeof(Digest::bytes);
    const std::size_t count = bytes.size() / length;
    if (count == 0 || count > k_tile_width || bytes.size() % length != 0) {
        return fail(Errc::corrupt, "a tile of the tree has " + std::to_string(bytes.size()) +
                                       " bytes, which are not 1 to 256 hashes; restore the state "
                                       "from a backup");
    }
    std::vector<Digest> hashes(count);
    for (std::size_t i = 0; i < count; ++i)
        std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(i * length), length,
                    hashes[i].bytes.begin());
    return hashes;
}

Result<const std::vector<Digest>*> TiledTree::tile(const TileId& id) {
    const auto kept = kept_.find(id);
    if (kept != kept_.end()) return &kept->second;
    IAM_TRY(hashes, read_(id));
    return &kept_.emplace(id, std::move(hashes)).first->second;
}

Result<Digest> TiledTree::subtree(const Subtree& subtree) {
    const unsigned level = subtree.height / k_tile_height;
    const unsigned height = subtree.height % k_tile_height;
    const std::uint64_t first = subtree.index << height;
    const TileId id{level, first / k_tile_width};
    const std::size_t begin = first % k_tile_width;
    const std::size_t count = std::size_t{1} << height;
    IAM_TRY(hashes, tile(id));
    if (hashes->size() < begin + count) return short_tile(id, hashes->size(), begin + count);
    return tree_root(std::span(*hashes).subspan(begin, count));
}

Result<void> TreeGrowth::put(unsigned level, std::uint64_t position, const Digest& hash) {
    const TileId id{level, position / k_tile_width};
    const std::size_t before = position % k_tile_width;
    const auto [tile, is_new] = grown_.try_emplace(id);
    std::vector<Digest>& hashes = tile->second;
    if (is_new && before > 0) {
        IAM_TRY(stored, read_(id));
        if (stored.size() < before) return short_tile(id, stored.size(), before);
        hashes = std::move(stored);
        hashes.resize(before);
    }
    hashes.push_back(hash);
    return {};
}

Result<void> TreeGrowth::add(const Digest& leaf) {
    if (size_ >= k_tree_size_max)
        return fail(Errc::invalid_argument, "the tree is full: it has 2^62 leaves");
    std::uint64_t position = size_++;
    Digest hash = leaf;
    for (unsigned level = 0;; ++level) {
        IAM_CHECK(put(level, position, hash));
        if ((position + 1) % k_tile_width != 0) return {};
        position /= k_tile_width;
        hash = tree_root(grown_.at({level, position}));
    }
}

Result<Digest> TreeGrowth::root() const {
    TiledTree tree([this](const TileId& id) -> Result<std::vector<Digest>> {
        const auto grown = grown_.find(id);
        if (grown != grown_.end()) return grown->second;
        return read_(id);
    });
    return root_of(size_, tree.reader());
}

std::vector<Tile> TreeGrowth::tiles() const {
    std::vector<Tile> tiles;
    tiles.reserve(grown_.size());
    for (const auto& [id, hashes] : grown_) tiles.push_back({id, hashes});
    return tiles;
}

}  // namespace iam::ledger
