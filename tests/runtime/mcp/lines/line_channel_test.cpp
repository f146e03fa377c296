#include "mcp/lines/line_channel.hpp"

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
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

TEST_CASE("lines of one piece are each cut once") {
    LineCutter cutter(100);
    const std::string bytes(std::size_t{1} << 20U, '\n');
    cutter.add(bytes);
    std::size_t count = 0;
    for (std::string_view line; cutter.next(line);) count += line.empty() ? 1U : 0U;
    CHECK(count == bytes.size());
}

namespace {

/// A pipe, and a writer that tells when it takes lines again.
struct Channel {
    std::array<int, 2> pipe{};
    std::mutex mutex{};
    std::condition_variable changed{};
    bool is_free = false;
    std::unique_ptr<LineWriter> writer{};

    Channel() {
        REQUIRE(::pipe2(pipe.data(), O_CLOEXEC) == 0);
        writer = std::make_unique<LineWriter>(pipe[1], [this] {
            const std::lock_guard lock(mutex);
            is_free = true;
            changed.notify_all();
        });
    }
    ~Channel() {
        writer.reset();
        ::close(pipe[0]);
        ::close(pipe[1]);
    }
    void wait_until_free() {
        std::unique_lock lock(mutex);
        REQUIRE(changed.wait_for(lock, std::chrono::seconds(30), [this] { return is_free; }));
    }
    std::string read(std::size_t wanted) const {
        std::string text;
        std::vector<char> bytes(1000);
        while (text.size() < wanted) {
            const ssize_t size = ::read(pipe[0], bytes.data(), bytes.size());
            REQUIRE(size > 0);
            text.append(bytes.data(), static_cast<std::size_t>(size));
        }
        return text;
    }
};

const std::string k_long_line(std::size_t{1} << 20U, 'x');

}  // namespace

TEST_CASE("a writer blocks nobody: a line that the reader does not take goes on meanwhile") {
    Channel channel;
    channel.writer->take("short\n", false);
    CHECK(channel.writer->is_idle());
    channel.writer->take(k_long_line, false);
    CHECK_FALSE(channel.writer->is_idle());
    CHECK(channel.read(6 + k_long_line.size()) == "short\n" + k_long_line);
    channel.wait_until_free();
    CHECK(channel.writer->is_idle());
    channel.writer->take("next\n", false);
    CHECK(channel.read(5) == "next\n");
    CHECK_FALSE(channel.writer->is_broken());
}

TEST_CASE("lines that others follow are kept, and written together and in order") {
    Channel channel;
    channel.writer->take("first\n", true);
    CHECK(channel.writer->can_take());
    CHECK_FALSE(channel.writer->is_idle());
    channel.writer->take("second\n", false);
    CHECK(channel.writer->is_idle());
    CHECK(channel.read(13) == "first\nsecond\n");
    channel.writer->take("third\n", true);
    channel.writer->flush();
    CHECK(channel.writer->is_idle());
    CHECK(channel.read(6) == "third\n");
}

TEST_CASE("lines that are kept are written before they are many") {
    Channel channel;
    const std::string line(1'000, 'x');
    for (int i = 0; i < 40; ++i) channel.writer->take(line, true);
    CHECK(channel.read(30'000).size() >= 30'000);
}

TEST_CASE("the end of a writer gives its line up, and no later line is written") {
    Channel channel;
    channel.writer->take(k_long_line, false);
    channel.writer->end();
    CHECK(channel.writer->is_broken());
    CHECK(channel.writer->is_idle());
    channel.writer->take("lost\n", false);
    CHECK(channel.writer->is_idle());
}
