// Tree heads: the example of the format, and texts that state no tree.
#include <iam/ledger/signed_note.hpp>
#include <iam/ledger/tree_head.hpp>

#include <catch2/catch.hpp>
#include <runtime/ledger/proofs/trees.hpp>

using namespace iam::ledger;

TEST_CASE("the note of the example is signed as it stands there (P22)") {
    const TreeHead head{"example.com/iam/ledger-7", {7, tree_root(iam::test::example_leaves())}};
    SignedNote note{.text = text_of(head)};
    sign(note, head.origin, iam::test::example_key());
    CHECK(text_of(note) ==
          "example.com/iam/ledger-7\n7\nQk4kLOULCGQNgpCzfAZ1W0mClCkgP27lebny/tXJnbs=\n\n"
          "\u2014 example.com/iam/ledger-7 DRoNKfO2dbveMS216FA/UPvicVvHCK1p5TbLCIf1AP5XdcOe9vzHiJa"
          "5AWIB/Bg6ooJFOM+tS231T3xK5IG5wEX7ZwY=\n");
    CHECK(parse_tree_head(note.text).value() == head);
}

TEST_CASE("the checkpoint that tlog-checkpoint shows is read (P22)") {
    const std::string text =
        "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n";
    const auto head = parse_tree_head(text);
    REQUIRE(head.has_value());
    CHECK(head->origin == "example.com/behind-the-sofa");
    CHECK(head->tree.size == 20'852'163);
    CHECK(text_of(*head) == text);
}

TEST_CASE("texts that state no tree are refused with the reason (P22)") {
    const std::string root = "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n";
    const auto error_of = [](const std::string& text) {
        INFO(text);
        const auto head = parse_tree_head(text);
        REQUIRE_FALSE(head.has_value());
        CHECK(head.error().code == iam::Errc::invalid_argument);
        return head.error().message.substr(std::string("the note states no tree: ").size());
    };
    CHECK(error_of("") == "it has less than three lines");
    CHECK(error_of("a\n1\n" + root.substr(0, 44)) == "it has less than three lines");
    CHECK(error_of("a b\n1\n" + root) == "its first line is no name of a ledger");
    CHECK(error_of("\n1\n" + root) == "its first line is no name of a ledger");
    for (const char* size :
         {"", "01", "-1", "+1", " 1", "1 ", "0x1", "4611686018427387905", "99999999999999999999"})
        CHECK(error_of(std::string("a\n") + size + "\n" + root) ==
              "its second line is no size of a tree, at most 2^62");
    CHECK(parse_tree_head("a\n4611686018427387904\n" + root).has_value());
    CHECK(error_of("a\n1\n" + root.substr(1)) == "its third line is no hash in base64");
    CHECK(error_of("a\n1\n" + root + "more\n") ==
          "it has a fourth line, and extensions are not read");
}
