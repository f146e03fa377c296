// Tiles of the tree: what they hold, and proofs that are read from them.
#include <iam/ledger/tree_tiles.hpp>

#include <catch2/catch.hpp>
#include <runtime/ledger/proofs/trees.hpp>

using namespace iam::ledger;
using iam::Digest;
using iam::Errc;
using iam::Result;
using iam::test::leaves_of;
using iam::test::reader_of;

namespace {

using Tiles = std::map<TileId, std::vector<Digest>>;

TileReader reader_of_tiles(const Tiles& tiles) {
    return [&tiles](const TileId& id) -> Result<std::vector<Digest>> {
        const auto found = tiles.find(id);
        if (found == tiles.end()) return std::vector<Digest>{};
        return found->second;
    };
}

/// Adds the leaves up to `size` to a tree of `before` leaves.
void grow(Tiles& tiles, const std::vector<Digest>& leaves, std::size_t before, std::size_t size) {
    TreeGrowth growth(before, reader_of_tiles(tiles));
    for (std::size_t i = before; i < size; ++i) REQUIRE(growth.add(leaves[i]).has_value());
    CHECK(growth.size() == size);
    CHECK(growth.root().value() == tree_root(std::span(leaves).first(size)));
    for (const Tile& tile : growth.tiles()) tiles[tile.id] = tile.hashes;
}

}  // namespace

TEST_CASE("a tree of 70000 leaves has the tiles that tlog-tiles says (P21)") {
    CHECK(tile_width({0, 272}, 70'000) == 256);
    CHECK(tile_width({0, 273}, 70'000) == 112);
    CHECK(tile_width({0, 274}, 70'000) == 0);
    CHECK(tile_width({1, 0}, 70'000) == 256);
    CHECK(tile_width({1, 1}, 70'000) == 17);
    CHECK(tile_width({2, 0}, 70'000) == 1);
    CHECK(tile_width({3, 0}, 70'000) == 0);
    CHECK(tile_width({1, 0}, 256) == 1);
    CHECK(tile_width({k_tile_level_max + 1, 0}, k_tree_size_max) == 0);
}

TEST_CASE("a tree grows in tiles to the same tree, whatever the steps (P21)") {
    const auto leaves = leaves_of(66'000);
    for (const auto& steps : {std::vector<std::size_t>{66'000},
                              {1, 255, 256, 257, 511, 513, 65'535, 65'536, 66'000},
                              {65'537, 65'790, 66'000}}) {
        Tiles tiles;
        std::size_t before = 0;
        for (const std::size_t size : steps) grow(tiles, leaves, std::exchange(before, size), size);
        for (const auto& [id, hashes] : tiles) CHECK(hashes.size() == tile_width(id, 66'000));
        CHECK(tiles.size() == 258 + 2 + 1);
        CHECK(tiles[{2, 0}].front() == tree_root(std::span(leaves).first(65'536)));
    }
}

TEST_CASE("proofs that are read from tiles are those of the leaves (P23)") {
    const auto leaves = leaves_of(1'000);
    Tiles tiles;
    grow(tiles, leaves, 0, 1'000);
    // Tiles of a larger tree serve the smaller one too.
    for (const std::size_t size :
         {std::size_t{1}, std::size_t{256}, std::size_t{700}, std::size_t{1'000}}) {
        TiledTree tree(reader_of_tiles(tiles));
        CHECK(prove_inclusion(size / 2, size, tree.reader()).value() ==
              prove_inclusion(size / 2, size, reader_of(leaves)).value());
        CHECK(prove_consistency(size / 2, size, tree.reader()).value() ==
              prove_consistency(size / 2, size, reader_of(leaves)).value());
    }
}

TEST_CASE("a tile with too few hashes is an error that names it") {
    const auto leaves = leaves_of(300);
    Tiles tiles;
    grow(tiles, leaves, 0, 300);
    tiles[{0, 1}].resize(10);
    TiledTree tree(reader_of_tiles(tiles));
    const auto proof = prove_inclusion(299, 300, tree.reader());
    REQUIRE_FALSE(proof.has_value());
    CHECK(proof.error().code == Errc::corrupt);
    CHECK(proof.error().message.find("tile 1 of level 0") != std::string::npos);
    TreeGrowth growth(300, reader_of_tiles(tiles));
    CHECK(growth.add(leaves[0]).error().code == Errc::corrupt);
}

TEST_CASE("the bytes of a tile are its hashes, and other lengths are refused") {
    const auto leaves = leaves_of(256);
    const std::string bytes = tile_bytes(leaves);
    CHECK(bytes.size() == 8'192);
    CHECK(parse_tile(bytes).value() == leaves);
    CHECK(parse_tile(bytes.substr(0, 32)).value().size() == 1);
    for (const std::string& bad : {std::string(), bytes.substr(1), bytes + bytes.substr(0, 32)})
        CHECK(parse_tile(bad).error().code == Errc::corrupt);
}
