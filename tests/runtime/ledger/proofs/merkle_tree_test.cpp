// The tree of the ledger: the example of its format, and proofs that were changed.
#include <iam/ledger/merkle_tree.hpp>

#include <catch2/catch.hpp>
#include <runtime/ledger/proofs/trees.hpp>

#include <limits>

using namespace iam::ledger;
using iam::Digest;
using iam::test::base64_of;
using iam::test::example_leaves;
using iam::test::leaves_of;
using iam::test::reader_of;

TEST_CASE("the leaves, roots and proofs of the example come out (P21)") {
    CHECK(iam::test::example_entry(3, 2).hash.hex() ==
          "47f0d01950afe884a7e9333b176b98580453931c3cc326f7438213624917d098");
    const std::vector<Digest> leaves = example_leaves();
    CHECK(leaves.at(1).hex() == "12c02f5abf86c7dd68fcaae00d0ac65d2d7a98185714003b30f6b460fa694323");
    CHECK(base64_of(tree_root(std::span(leaves).first(5))) ==
          "93jd9Q8in7zhWRRfSuyECt0YCrrkDPIRZOTL/qjWBp8=");
    CHECK(base64_of(tree_root(leaves)) == "Qk4kLOULCGQNgpCzfAZ1W0mClCkgP27lebny/tXJnbs=");
    const auto inclusion = prove_inclusion(1, 7, reader_of(leaves));
    REQUIRE(inclusion.has_value());
    CHECK(base64_of(*inclusion) ==
          std::vector<std::string>{"soBo5uNaOufQStIO8YY070Kmf7JCpEfddXG6njCvdtE=",
                                   "uLv+I5OJixM8j+aooZaTQQtSvNQKc/ALHOs2jX11J7I=",
                                   "tdbj9aiJh/mkx/xoanLj1TEznY8j6AZeoFhKntCtK48="});
    const auto consistency = prove_consistency(5, 7, reader_of(leaves));
    REQUIRE(consistency.has_value());
    CHECK(base64_of(*consistency) ==
          std::vector<std::string>{"zVclLerw0xneLD4Y5ZZ4WNOmBuzpvZXcU6jp4Gj7Th4=",
                                   "kUsy6MBJNNoJoEutnN7GrgpUytmQvlnaS628yxz7pOM=",
                                   "I6rOZI6m625ARYOiWieUsKS654Mw2Bt4D12yP8sCZOM=",
                                   "by9mddn9T8BiMsd65NpGwqnYX/jzFID/NPNcLPB0rnQ="});
}

TEST_CASE("the empty tree has the hash of nothing, and a tree of one leaf has its hash (P21)") {
    CHECK(tree_root({}).hex() ==
          "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    const auto leaves = leaves_of(1);
    CHECK(tree_root(leaves) == leaves[0]);
    CHECK(prove_inclusion(0, 1, reader_of(leaves)).value().empty());
    CHECK(root_from_inclusion(leaves[0], 0, 1, {}) == leaves[0]);
    CHECK(root_of(0, reader_of(leaves)).value() == tree_root({}));
    CHECK(is_consistent({0, tree_root({})}, {1, leaves[0]}, {}));
    CHECK_FALSE(is_consistent({0, leaves[0]}, {1, leaves[0]}, {}));
}

TEST_CASE("every leaf of every small tree has a proof that no other place has (P23)") {
    for (std::size_t size = 1; size <= 40; ++size) {
        const auto leaves = leaves_of(size);
        const Digest root = tree_root(leaves);
        CHECK(root_of(size, reader_of(leaves)).value() == root);
        for (std::size_t index = 0; index < size; ++index) {
            const auto proof = prove_inclusion(index, size, reader_of(leaves)).value();
            for (std::size_t place = 0; place < size + 2; ++place) {
                const bool holds = root_from_inclusion(leaves[index], place, size, proof) == root;
                CHECK(holds == (place == index));
            }
        }
    }
}

TEST_CASE("every small tree grew from each one before it, and from no other (P23)") {
    for (std::size_t size = 1; size <= 24; ++size) {
        const auto leaves = leaves_of(size);
        const TreeState later{size, tree_root(leaves)};
        for (std::size_t before = 1; before <= size; ++before) {
            const TreeState earlier{before, tree_root(std::span(leaves).first(before))};
            auto proof = prove_consistency(before, size, reader_of(leaves)).value();
            CHECK(is_consistent(earlier, later, proof));
            CHECK_FALSE(is_consistent({before, Digest{}}, later, proof));
            CHECK_FALSE(is_consistent(earlier, {size, Digest{}}, proof));
            CHECK_FALSE(is_consistent({before + 1, earlier.root}, later, proof));
            for (Digest& hash : proof) {
                hash.bytes[31] ^= 1U;
                CHECK_FALSE(is_consistent(earlier, later, proof));
                hash.bytes[31] ^= 1U;
            }
            proof.push_back(later.root);
            CHECK_FALSE(is_consistent(earlier, later, proof));
            proof.resize(proof.size() < 2 ? 0 : proof.size() - 2);
            CHECK(is_consistent(earlier, later, proof) == (before == size));
        }
    }
}

TEST_CASE("a proof with a hash more, a hash less or a changed bit is refused (P23)") {
    const auto leaves = leaves_of(21);
    const Digest root = tree_root(leaves);
    auto proof = prove_inclusion(20, 21, reader_of(leaves)).value();
    CHECK(root_from_inclusion(leaves[20], 20, 21, proof) == root);
    for (Digest& hash : proof) {
        hash.bytes[0] ^= 0x80U;
        CHECK_FALSE(root_from_inclusion(leaves[20], 20, 21, proof) == root);
        hash.bytes[0] ^= 0x80U;
    }
    proof.push_back(root);
    CHECK_FALSE(root_from_inclusion(leaves[20], 20, 21, proof).has_value());
    proof.resize(proof.size() - 2);
    CHECK_FALSE(root_from_inclusion(leaves[20], 20, 21, proof).has_value());
}

TEST_CASE("trees that cannot be are refused with their numbers") {
    const auto leaves = leaves_of(3);
    constexpr std::uint64_t huge = std::numeric_limits<std::uint64_t>::max();
    CHECK(prove_inclusion(3, 3, reader_of(leaves)).error().message ==
          "a tree of 3 leaves has no leaf 3");
    CHECK(prove_consistency(3, 2, reader_of(leaves)).error().message ==
          "a tree of 3 leaves does not grow into one of 2");
    CHECK(prove_inclusion(0, huge, reader_of(leaves)).error().code == iam::Errc::invalid_argument);
    CHECK(prove_consistency(1, huge, reader_of(leaves)).error().code ==
          iam::Errc::invalid_argument);
    CHECK(root_of(k_tree_size_max + 1, reader_of(leaves)).error().code ==
          iam::Errc::invalid_argument);
    CHECK_FALSE(root_from_inclusion(leaves[0], 0, huge, leaves).has_value());
    CHECK_FALSE(is_consistent({1, leaves[0]}, {huge, leaves[0]}, leaves));
}

TEST_CASE("a proof in the largest tree has at most 63 hashes") {
    const SubtreeReader read = [](const Subtree&) -> iam::Result<Digest> { return Digest{}; };
    CHECK(prove_inclusion(k_tree_size_max - 1, k_tree_size_max, read).value().size() == 62);
    std::size_t longest = 0;
    for (const std::uint64_t from : {std::uint64_t{1}, std::uint64_t{3}, k_tree_size_max / 2 - 1})
        longest = std::max(longest, prove_consistency(from, k_tree_size_max, read).value().size());
    CHECK(longest == k_proof_hashes_max);
}
