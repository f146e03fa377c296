#include "host/terminal/key_stream.hpp"

#include <catch2/catch.hpp>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

using iam::host::KeyStream;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds k_quiet{300};

/// A stream, and a clock that stands still unless somebody types or waits.
struct Typing {
    KeyStream stream{k_quiet};
    KeyStream::Time now{std::chrono::hours(1)};

    explicit Typing(KeyStream::Pasted pasted = KeyStream::Pasted::dropped) {
        stream.begin(now, pasted);
    }
    void wait(milliseconds time) { now += time; }
    void type(std::string_view bytes) { stream.take(bytes, now); }
    /// Types each byte `gap` after the one before; the inputs that count. All others are dropped as
    /// a question drops them.
    std::vector<std::string> counted(std::string_view bytes, milliseconds gap) {
        std::vector<std::string> counted;
        for (const char& byte : bytes) {
            type({&byte, 1});
            for (milliseconds waited{0}; waited < gap; ++waited) {
                wait(milliseconds(1));
                look(counted);
            }
        }
        wait(milliseconds(1000));
        look(counted);
        return counted;
    }
    void look(std::vector<std::string>& counted) {
        const auto input = stream.next(now);
        if (!input) return;
        if (input->counts && input->bytes.size() == 1 && input->bytes != "x") {
            counted.push_back(input->bytes);
        } else {
            stream.drop();
        }
    }
};

using Keys = std::vector<std::string>;

}  // namespace

TEST_CASE("A2 a paste answers nothing, however slowly and in however many reads it comes") {
    for (const int gap : {0, 3, 10, 30, 59, 60, 100, 250}) {
        for (const std::string& text :
             {std::string(65, 'x') + "\n", std::string(65, 'x') + "1", std::string(64, 'x') + "\n",
              std::string(130, 'x') + "\n", std::string("x1"), std::string("x\r1\n")}) {
            Typing typing;
            typing.wait(k_quiet);
            INFO(gap << " ms, " << text.size() << " bytes");
            CHECK(typing.counted(text, milliseconds(gap)) == Keys{});
        }
    }
}

TEST_CASE("A2 a key that repeats itself faster than a hand answers nothing") {
    for (const int gap : {0, 3, 10, 30, 59}) {
        for (const std::string& text :
             {std::string(66, '1'), std::string(66, '\n'), std::string("11")}) {
            Typing typing;
            typing.wait(k_quiet);
            INFO(gap << " ms, " << text.size() << " bytes");
            CHECK(typing.counted(text, milliseconds(gap)) == Keys{});
        }
    }
}

TEST_CASE("A2 a key counts once the line was quiet for 300 ms since all was shown") {
    for (const int waited : {0, 1, 150, 299}) {
        Typing typing;
        typing.wait(milliseconds(waited));
        CHECK(typing.counted("1", milliseconds(1000)) == Keys{});
        CHECK(typing.counted("1", milliseconds(1000)) == Keys{"1"});
    }
    Typing typing;
    typing.wait(k_quiet);
    CHECK(typing.counted("1", milliseconds(1000)) == Keys{"1"});
}

TEST_CASE(
    "A2 a key counts once the line was quiet for 300 ms since the last key that was dropped") {
    Typing typing;
    typing.wait(k_quiet);
    // Each of them is too early, and the quiet begins anew.
    CHECK(typing.counted("x111111", milliseconds(300)) == Keys{"1", "1", "1", "1", "1", "1"});
    Typing faster;
    faster.wait(k_quiet);
    CHECK(faster.counted("x111111", milliseconds(299)) == Keys{});
    CHECK(faster.counted("1", milliseconds(1)) == Keys{"1"});
}

TEST_CASE("A2 what a terminal marks as pasted is dropped, wherever the marks are cut") {
    const std::string paste = "\x1b[200~1\r1\n\x03\x1b 1\x1b[201~";
    for (std::size_t cut = 0; cut <= paste.size(); ++cut) {
        Typing typing;
        typing.wait(k_quiet);
        typing.type(paste.substr(0, cut));
        typing.wait(milliseconds(20));
        typing.type(paste.substr(cut));
        typing.wait(milliseconds(60));
        const auto input = typing.stream.next(typing.now);
        REQUIRE(input);
        CHECK(input->bytes.empty());
        CHECK_FALSE(input->counts);
        typing.stream.drop();
        typing.wait(k_quiet);
        CHECK(typing.counted("1", milliseconds(1)) == Keys{"1"});
    }
}

TEST_CASE("A2 a key right behind a paste is part of it, also where the paste forges its end") {
    Typing typing;
    typing.wait(k_quiet);
    typing.type("\x1b[200~abc\x1b[201~1");
    typing.wait(milliseconds(60));
    const auto input = typing.stream.next(typing.now);
    REQUIRE(input);
    CHECK_FALSE(input->counts);
}

TEST_CASE("A2 a paste that stands still is not over, and an interrupt leads out of it") {
    Typing typing;
    typing.wait(k_quiet);
    typing.type("\x1b[200~abc");
    CHECK(typing.counted("1", milliseconds(5000)) == Keys{});
    CHECK(typing.stream.is_in_paste());
    typing.type("\x03");
    typing.wait(milliseconds(60));
    const auto input = typing.stream.next(typing.now);
    REQUIRE(input);
    CHECK(input->bytes == "\x03");
    CHECK_FALSE(typing.stream.is_in_paste());
}

TEST_CASE("A2 in a line a paste is text without line ends and without control characters") {
    Typing typing(KeyStream::Pasted::text);
    typing.type("a\x1b[200~b\r\nc\td\x03\x1b[2J\n\x1b[201~");
    typing.wait(milliseconds(60));
    const auto input = typing.stream.next(typing.now);
    REQUIRE(input);
    CHECK(input->bytes == "ab  c d[2J");
    CHECK_FALSE(input->counts);
}

TEST_CASE("the bytes of one key are one input, also a lone Esc") {
    Typing typing;
    typing.wait(k_quiet);
    typing.type("\x1b");
    CHECK_FALSE(typing.stream.next(typing.now + milliseconds(59)));
    CHECK(typing.stream.next_at() == typing.now + milliseconds(60));
    typing.type("[A");
    typing.wait(milliseconds(60));
    CHECK(typing.stream.next(typing.now)->bytes == "\x1b[A");
    typing.wait(k_quiet);
    typing.type("\x1b");
    typing.wait(milliseconds(60));
    const auto input = typing.stream.next(typing.now);
    REQUIRE(input);
    CHECK(input->bytes == "\x1b");
    CHECK(input->counts);
}
