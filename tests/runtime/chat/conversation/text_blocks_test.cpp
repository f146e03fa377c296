// Tests of runtime/src/chat/conversation/text_blocks.hpp.
#include "chat/conversation/text_blocks.hpp"

#include <catch2/catch.hpp>

using iam::chat::TextBlocks;

TEST_CASE("the pieces of a text are taken as one, in order and once") {
    TextBlocks blocks;
    std::string whole;
    for (std::size_t size = 0; size < 3 * TextBlocks::k_block_bytes; size = size * 2 + 1) {
        const std::string piece(size, static_cast<char>('a' + size % 26));
        blocks.add(piece);
        whole += piece;
    }
    REQUIRE(whole.size() > 2 * TextBlocks::k_block_bytes);
    CHECK(blocks.take() == whole);
    CHECK(blocks.take().empty());
}

TEST_CASE("a text that is cleared begins again") {
    TextBlocks blocks;
    blocks.add("Once upon");
    blocks.clear();
    blocks.add("a time");
    CHECK(blocks.take() == "a time");
}
