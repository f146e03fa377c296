// Trees for tests: leaves of numbers, and the entries of the example in the format's description.
#pragma once

#include <iam/core/base64.hpp>
#include <iam/core/signature.hpp>
#include <iam/ledger/merkle_tree.hpp>

#include <string>
#include <vector>

namespace iam::test {

inline std::string base64_of(const Digest& hash) {
    return to_base64(std::as_bytes(std::span(hash.bytes)));
}
inline std::vector<std::string> base64_of(const std::vector<Digest>& hashes) {
    std::vector<std::string> texts;
    for (const Digest& hash : hashes) texts.push_back(base64_of(hash));
    return texts;
}

inline std::vector<Digest> leaves_of(std::size_t count) {
    std::vector<Digest> leaves;
    for (std::size_t i = 0; i < count; ++i) leaves.push_back(ledger::leaf_hash(std::to_string(i)));
    return leaves;
}

/// Reads subtrees of leaves in memory.
inline ledger::SubtreeReader reader_of(const std::vector<Digest>& leaves) {
    return [&leaves](const ledger::Subtree& asked) -> Result<Digest> {
        const std::size_t begin = asked.index << asked.height;
        const std::size_t count = std::size_t{1} << asked.height;
        if (begin + count > leaves.size()) return fail(Errc::corrupt, "not wholly in the tree");
        return ledger::tree_root(std::span(leaves).subspan(begin, count));
    };
}

/// The key of the example; its seed is the bytes 0 to 31.
inline SigningKey example_key() {
    std::array<std::uint8_t, 32> seed{};
    for (std::size_t i = 0; i < seed.size(); ++i) seed[i] = static_cast<std::uint8_t>(i);
    return SigningKey(SecretKey(seed));
}

/// Entry `seq` of the example's chain.
inline ledger::Head example_entry(std::uint32_t chain, std::uint64_t seq) {
    ledger::Head entry;
    for (std::uint64_t i = 1; i <= seq; ++i) {
        entry.entry = {chain, i};
        entry.hash = ledger::chain_hash(
            entry.hash, R"({"id":")" + to_string(entry.entry) + R"(","kind":"note"})");
    }
    return entry;
}

/// Chain 3 has entries 1 to 3 and chain 8 has 1 and 2; then 3.4 and 8.3 follow.
inline std::vector<Digest> example_leaves() {
    std::vector<Digest> leaves;
    for (const auto& [chain, seq] :
         {std::pair{3U, 1U}, {3U, 2U}, {3U, 3U}, {8U, 1U}, {8U, 2U}, {3U, 4U}, {8U, 3U}})
        leaves.push_back(ledger::leaf_hash(example_entry(chain, seq)));
    return leaves;
}

}  // namespace iam::test
