#include "mcp/server/stdio/line_channel.hpp"

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <string>
#include <thread>
#include <vector>

using namespace iam::mcp;

namespace {

std::vector<std::string> lines_in(LineCutter& cutter) {
    std::vector<std::string> lines;
    for (std::string_view line; cutter.next(line);) lines.emplace_back(line);
    return lines;
}

}  // namespace

TEST_CASE("bytes in pieces become the same lines as bytes at once") {
    const std::string bytes = "{\"a\":1}\n\n{\"b\":2}\r\nlast";
    for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
        LineCutter cutter(100);
        std::vector<std::string> lines;
        for (std::size_t at = 0; at < bytes.size(); at += piece) {
            cutter.add(std::string_view(bytes).substr(at, piece));
            for (const std::string& line : lines_in(cutter)) lines.push_back(line);
        }
        CHECK(lines == std::vector<std::string>{"{\"a\":1}", "", "{\"b\":2}\r"});
    }
}

TEST_CASE("a line at the limit is whole, and of a longer one the reader sees one byte more") {
    for (std::size_t piece = 1; piece <= 40; ++piece) {
        const std::string bytes = std::string(8, 'a') + "\n" + std::string(30, 'b') + "\nc\n";
        LineCutter cutter(8);
        std::vector<std::string> lines;
        for (std::size_t at = 0; at < bytes.size(); at += piece) {
            cutter.add(std::string_view(bytes).substr(at, piece));
            for (const std::string& line : lines_in(cutter)) lines.push_back(line);
        }
        CHECK(lines == std::vector<std::string>{std::string(8, 'a'), std::string(9, 'b'), "c"});
    }
}

TEST_CASE("a line that was not taken is given again") {
    LineCutter cutter(100);
    cutter.add("one\ntwo\n");
    std::string_view line;
    REQUIRE(cutter.next(line));
    cutter.again();
    REQUIRE(cutter.next(line));
    CHECK(line == "one");
    REQUIRE(cutter.next(line));
    CHECK(line == "two");
    CHECK_FALSE(cutter.next(line));
}

TEST_CASE("a writer waits for a slow reader, and gives up when it is told") {
    std::array<int, 2> pipe{};
    REQUIRE(::pipe2(pipe.data(), O_CLOEXEC) == 0);
    LineWriter writer(pipe[1]);
    const std::string text(std::size_t{1} << 20U, 'x');
    bool whole = false;
    std::thread slow([&] { whole = writer.write(text); });
    std::size_t read = 0;
    std::vector<char> bytes(1000);
    while (read < text.size()) {
        const ssize_t size = ::read(pipe[0], bytes.data(), bytes.size());
        REQUIRE(size > 0);
        read += static_cast<std::size_t>(size);
    }
    slow.join();
    CHECK(whole);
    CHECK_FALSE(writer.is_broken());
    std::thread stuck([&] { whole = writer.write(text); });
    writer.give_up();
    stuck.join();
    CHECK_FALSE(whole);
    CHECK(writer.is_broken());
    CHECK_FALSE(writer.write("x"));
    ::close(pipe[0]);
    ::close(pipe[1]);
}
