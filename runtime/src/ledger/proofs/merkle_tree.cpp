// Makes proofs by descending from the root, and checks them by climbing from the leaf. Each loop
// ends after at most 62 rounds, one for each level of the largest tree.
#include "iam/ledger/merkle_tree.hpp"

#include <algorithm>
#include <bit>
#include <string>

namespace iam::ledger {
namespace {

constexpr std::string_view k_leaf_tag = domain_tag("iam/leaf/1");

std::span<const std::uint8_t> octets_of(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

HashState hash_after(std::uint8_t prefix) {
    HashState state;
    state.update(std::span(&prefix, 1));
    return state;
}

/// The largest power of two below `size`, which is at least 2.
std::uint64_t split_of(std::uint64_t size) {
    return std::bit_floor(size - 1);
}

/// The hash of the leaves [begin, begin + size). `begin` is a multiple of the largest power of two
/// in `size`, as it is in all ranges of RFC 6962.
Result<Digest> hash_of_range(std::uint64_t begin, std::uint64_t size, const SubtreeReader& read) {
    std::vector<Digest> parts;
    while (size > 0) {
        const std::uint64_t whole = std::bit_floor(size);
        const auto height = static_cast<unsigned>(std::countr_zero(whole));
        IAM_TRY(part, read({height, begin >> height}));
        parts.push_back(part);
        begin += whole;
        size -= whole;
    }
    if (parts.empty()) return HashState().finish();
    Digest hash = parts.back();
    for (std::size_t i = parts.size() - 1; i > 0; --i) hash = node_hash(parts[i - 1], hash);
    return hash;
}

tl::unexpected<Error> no_such_tree(std::uint64_t size) {
    return fail(Errc::invalid_argument,
                "a tree has no " + std::to_string(size) + " leaves; 2^62 is the most");
}

/// Where a climb through a tree stands: a node of its level, and the last node of the level.
struct Climb {
    std::uint64_t node = 0;
    std::uint64_t last = 0;
    bool has_left_sibling() const noexcept { return (node & 1U) != 0 || node == last; }
    /// Passes the levels in which the node is the last one and has no sibling.
    void skip_lone() noexcept {
        while ((node & 1U) == 0 && node != 0) rise();
    }
    void rise() noexcept {
        node >>= 1U;
        last >>= 1U;
    }
};

/// The two roots that a consistency proof leads to; nothing if its length does not fit.
struct BothRoots {
    Digest earlier{};
    Digest later{};
};
std::optional<BothRoots> climb_both(const TreeState& earlier, std::uint64_t later_size,
                                    std::span<const Digest> proof) {
    Climb climb{earlier.size - 1, later_size - 1};
    while ((climb.node & 1U) != 0) climb.rise();
    // If the earlier tree is one whole subtree of the later one, the proof leaves its root out.
    BothRoots roots{earlier.root, earlier.root};
    if (!std::has_single_bit(earlier.size)) {
        if (proof.empty()) return std::nullopt;
        roots = {proof.front(), proof.front()};
        proof = proof.subspan(1);
    }
    for (const Digest& hash : proof) {
        if (climb.last == 0) return std::nullopt;
        if (climb.has_left_sibling()) {
            roots.earlier = node_hash(hash, roots.earlier);
            roots.later = node_hash(hash, roots.later);
            climb.skip_lone();
        } else {
            roots.later = node_hash(roots.later, hash);
        }
        climb.rise();
    }
    if (climb.last != 0) return std::nullopt;
    return roots;
}

}  // namespace

Digest leaf_hash(std::string_view data) {
    HashState state = hash_after(0);
    state.update(octets_of(data));
    return state.finish();
}

Digest leaf_hash(const Head& entry) {
    std::array<std::uint8_t, sizeof entry.entry.chain + sizeof entry.entry.seq> numbers{};
    for (std::size_t i = 0; i < 4; ++i)
        numbers[i] = static_cast<std::uint8_t>(entry.entry.chain >> (24 - 8 * i));
    for (std::size_t i = 0; i < 8; ++i)
        numbers[4 + i] = static_cast<std::uint8_t>(entry.entry.seq >> (56 - 8 * i));
    HashState state = hash_after(0);
    state.update(octets_of(k_leaf_tag));
    state.update(numbers);
    state.update(entry.hash.bytes);
    return state.finish();
}

Digest node_hash(const Digest& left, const Digest& right) {
    HashState state = hash_after(1);
    state.update(left.bytes);
    state.update(right.bytes);
    return state.finish();
}

Digest tree_root(std::span<const Digest> leaves) {
    // The roots of whole subtrees from left to right; each is larger than the next.
    std::vector<Digest> roots;
    for (std::uint64_t i = 0; i < leaves.size(); ++i) {
        Digest hash = leaves[i];
        for (int merged = std::countr_one(i); merged > 0; --merged) {
            hash = node_hash(roots.back(), hash);
            roots.pop_back();
        }
        roots.push_back(hash);
    }
    if (roots.empty()) return HashState().finish();
    Digest root = roots.back();
    for (std::size_t i = roots.size() - 1; i > 0; --i) root = node_hash(roots[i - 1], root);
    return root;
}

Result<Digest> root_of(std::uint64_t size, const SubtreeReader& read) {
    if (size > k_tree_size_max) return no_such_tree(size);
    return hash_of_range(0, size, read);
}

Result<std::vector<Digest>> prove_inclusion(std::uint64_t index, std::uint64_t size,
                                            const SubtreeReader& read) {
    if (size > k_tree_size_max) return no_such_tree(size);
    if (index >= size) {
        return fail(Errc::invalid_argument, "a tree of " + std::to_string(size) +
                                                " leaves has no leaf " + std::to_string(index));
    }
    std::vector<Digest> proof;
    for (std::uint64_t begin = 0; size > 1;) {
        const std::uint64_t split = split_of(size);
        const bool is_left = index - begin < split;
        IAM_TRY(other, is_left ? hash_of_range(begin + split, size - split, read)
                               : hash_of_range(begin, split, read));
        proof.push_back(other);
        if (!is_left) begin += split;
        size = is_left ? split : size - split;
    }
    std::reverse(proof.begin(), proof.end());
    return proof;
}

Result<std::vector<Digest>> prove_consistency(std::uint64_t from, std::uint64_t to,
                                              const SubtreeReader& read) {
    if (to > k_tree_size_max) return no_such_tree(to);
    if (from > to) {
        return fail(Errc::invalid_argument, "a tree of " + std::to_string(from) +
                                                " leaves does not grow into one of " +
                                                std::to_string(to));
    }
    std::vector<Digest> proof;
    if (from == 0) return proof;
    std::uint64_t begin = 0;
    while (from != to) {
        const std::uint64_t split = split_of(to);
        const bool is_left = from <= split;
        IAM_TRY(other, is_left ? hash_of_range(begin + split, to - split, read)
                               : hash_of_range(begin, split, read));
        proof.push_back(other);
        if (!is_left) {
            begin += split;
            from -= split;
        }
        to = is_left ? split : to - split;
    }
    if (begin != 0) {
        IAM_TRY(common, hash_of_range(begin, to, read));
        proof.push_back(common);
    }
    std::reverse(proof.begin(), proof.end());
    return proof;
}

std::optional<Digest> root_from_inclusion(const Digest& leaf, std::uint64_t index,
                                          std::uint64_t size, std::span<const Digest> proof) {
    if (index >= size || size > k_tree_size_max) return std::nullopt;
    Climb climb{index, size - 1};
    Digest root = leaf;
    for (const Digest& hash : proof) {
        if (climb.last == 0) return std::nullopt;
        if (climb.has_left_sibling()) {
            root = node_hash(hash, root);
            climb.skip_lone();
        } else {
            root = node_hash(root, hash);
        }
        climb.rise();
    }
    if (climb.last != 0) return std::nullopt;
    return root;
}

bool is_consistent(const TreeState& earlier, const TreeState& later,
                   std::span<const Digest> proof) {
    if (earlier.size > later.size || later.size > k_tree_size_max) return false;
    if (earlier.size == 0) return proof.empty() && earlier.root == HashState().finish();
    if (earlier.size == later.size) return proof.empty() && earlier.root == later.root;
    const auto roots = climb_both(earlier, later.size, proof);
    return roots && roots->earlier == earlier.root && roots->later == later.root;
}

}  // namespace iam::ledger
