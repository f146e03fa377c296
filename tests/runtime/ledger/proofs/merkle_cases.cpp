// Builds the trees that merkle_oracle_test.py asks for, and writes their roots and proofs.
// Tests of runtime/src/ledger/proofs/merkle_tree.cpp.
#include <iam/ledger/tree_tiles.hpp>

#include <cstdint>
#include <iostream>
#include <map>
#include <string>
#include <vector>

namespace {

using namespace iam::ledger;
using iam::Digest;
using iam::Result;

using Tiles = std::map<TileId, std::vector<Digest>>;

std::string texts_of(const std::vector<Digest>& hashes) {
    std::string text = "-";
    for (const Digest& hash : hashes) text += hash.hex();
    return text;
}

/// The tree `name` grows from `from` leaves to `size`, in tiles that are stored between.
bool answer(const std::string& name, std::uint64_t size, std::uint64_t from, std::uint64_t index) {
    Tiles tiles;
    const TileReader read = [&](const TileId& id) -> Result<std::vector<Digest>> {
        return tiles[id];
    };
    const auto leaf = [&](std::uint64_t i) { return leaf_hash(name + ":" + std::to_string(i)); };
    std::vector<Digest> roots;
    for (const auto& [begin, end] : {std::pair{std::uint64_t{0}, from}, {from, size}}) {
        TreeGrowth growth(begin, read);
        for (std::uint64_t i = begin; i < end; ++i)
            if (!growth.add(leaf(i))) return false;
        for (const Tile& tile : growth.tiles()) tiles[tile.id] = tile.hashes;
        const auto root = growth.root();
        if (!root) return false;
        roots.push_back(*root);
    }
    TiledTree tree(read);
    const auto inclusion = prove_inclusion(index, size, tree.reader());
    const auto consistency = prove_consistency(from, size, tree.reader());
    if (!inclusion || !consistency) return false;
    const bool holds = root_from_inclusion(leaf(index), index, size, *inclusion) == roots[1] &&
                       is_consistent({from, roots[0]}, {size, roots[1]}, *consistency) &&
                       root_from_inclusion(leaf(index + 1), index, size, *inclusion) != roots[1];
    std::cout << roots[0].hex() << ' ' << roots[1].hex() << ' ' << texts_of(*inclusion) << ' '
              << texts_of(*consistency) << ' ' << holds << '\n';
    return true;
}

}  // namespace

int main() {
    std::ios::sync_with_stdio(false);
    std::string name;
    std::uint64_t size = 0;
    std::uint64_t from = 0;
    std::uint64_t index = 0;
    while (std::cin >> name >> size >> from >> index)
        if (!answer(name, size, from, index)) return 1;
    return 0;
}
