#include "mcp/lines/line_source.hpp"

#include <iam/process/descriptor.hpp>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <string>
#include <vector>

TEST_CASE("whole lines that are there are given, and the last one at the end of the input") {
    std::array<int, 2> ends{};
    REQUIRE(::pipe2(ends.data(), O_NONBLOCK | O_CLOEXEC) == 0);
    const iam::process::Descriptor reader(ends[0]);
    iam::process::Descriptor writer(ends[1]);
    iam::mcp::LineSource source(reader.number(), 100);
    std::vector<std::string> lines;
    const auto take = [&](std::string_view line) { lines.emplace_back(line); };
    CHECK(source.read(take));
    REQUIRE(::write(writer.number(), "a\n \r\nb\nc", 8) == 8);
    CHECK(source.read(take));
    CHECK(lines == std::vector<std::string>{"a", "b"});
    writer.close();
    CHECK_FALSE(source.read(take));
    CHECK(lines == std::vector<std::string>{"a", "b", "c"});
}
