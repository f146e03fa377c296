// Hashes entries into one Merkle tree (RFC 6962 §2.1), and makes and checks proofs about it. The
// place of an entry in the tree is fixed: a tree only grows at its end.
#pragma once

#include <iam/ledger/entry.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace iam::ledger {

/// A tree has at most so many leaves, so no proof has more hashes than k_proof_hashes_max.
inline constexpr std::uint64_t k_tree_size_max = std::uint64_t{1} << 62U;
inline constexpr std::size_t k_proof_hashes_max = 63;

/// SHA-256(00 ‖ data).
Digest leaf_hash(std::string_view data);
/// The leaf of an entry. Its data is "iam/leaf/1\0" ‖ chain (4 bytes) ‖ seq (8 bytes) ‖ hash of the
/// entry. The numbers are big-endian.
Digest leaf_hash(const Head& entry);
/// SHA-256(01 ‖ left ‖ right).
Digest node_hash(const Digest& left, const Digest& right);
/// The root of the tree with these leaf hashes. Without leaves it is the SHA-256 of nothing.
Digest tree_root(std::span<const Digest> leaves);

/// The subtree of 2^height leaves that begins at leaf index · 2^height.
struct Subtree {
    unsigned height = 0;  ///< at most 62
    std::uint64_t index = 0;
    friend bool operator==(const Subtree&, const Subtree&) = default;
};
/// Returns the root of a subtree. It is asked only for subtrees that are wholly in the tree.
using SubtreeReader = std::function<Result<Digest>(const Subtree&)>;

/// The root of the first `size` leaves. Errors: invalid_argument (size over k_tree_size_max), those
/// of `read`.
Result<Digest> root_of(std::uint64_t size, const SubtreeReader& read);
/// The inclusion proof of leaf `index` in the tree of `size` leaves: RFC 6962 §2.1.1. Errors:
/// invalid_argument (no such leaf or tree), those of `read`.
Result<std::vector<Digest>> prove_inclusion(std::uint64_t index, std::uint64_t size,
                                            const SubtreeReader& read);
/// The consistency proof from the tree of `from` leaves to the tree of `to` leaves: RFC 6962
/// §2.1.2. It is empty if `from` is 0 or equals `to`. Errors: invalid_argument (from > to, too
/// large), those of `read`.
Result<std::vector<Digest>> prove_consistency(std::uint64_t from, std::uint64_t to,
                                              const SubtreeReader& read);

/// The root of a tree of `size` leaves that has `leaf` at `index`. Nothing if such a tree has no
/// such leaf, or needs a proof of another length.
std::optional<Digest> root_from_inclusion(const Digest& leaf, std::uint64_t index,
                                          std::uint64_t size, std::span<const Digest> proof);

/// A tree as its owner states it.
struct TreeState {
    std::uint64_t size = 0;
    Digest root{};
    friend bool operator==(const TreeState&, const TreeState&) = default;
};
/// True if `later` is `earlier` with leaves added at its end. The empty tree grows into every tree.
bool is_consistent(const TreeState& earlier, const TreeState& later, std::span<const Digest> proof);

}  // namespace iam::ledger
