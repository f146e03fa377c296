// Progress and log messages of a function, as the person who waits for `call` sees them.
#include <iam/tool/context.hpp>
#include <iam/tool/define.hpp>

#include <catch2/catch.hpp>
#include <host/terminal/progress_line.hpp>
#include <runtime/host/fixture.hpp>

#include <sstream>

using iam::LogLevel;
using iam::ProgressReport;
using iam::host::ExitCode;
using iam::host::log_text;
using iam::host::progress_text;
using iam::host::ProgressLine;
using iam::host::ProgressStyle;
using iam::test::contains;
using iam::test::HostFixture;

namespace {

constexpr std::chrono::milliseconds k_tenth{100};

/// A tool that copies three files, for a second each.
void add_copying(HostFixture& host) {
    host.more_tools = [&host](iam::Registry& registry) {
        return iam::define("copy")
            .description("Copies.")
            .policy(iam::allow)
            .call([&host](iam::Progress& progress) {
                progress.report(1, 3, "a\x1b[2J.txt");
                progress.report(2, 3, "too soon");
                host.clock.advance(std::chrono::seconds(1));
                progress.report(3, 3, "c.txt");
            })
            .add_to(registry);
    };
}

}  // namespace

TEST_CASE("a report of progress is one line of visible text") {
    CHECK(progress_text("copy", {3, 10, "b.txt"}) == "copy: 3 of 10 (30 %): b.txt");
    CHECK(progress_text("copy", {3, std::nullopt, ""}) == "copy: 3");
    CHECK(progress_text("copy", {0, 0, ""}) == "copy: 0 of 0");
    CHECK(progress_text("copy", {INT64_MAX, INT64_MAX, ""}) ==
          "copy: 9223372036854775807 of 9223372036854775807 (100 %)");
    CHECK(progress_text("copy", {1, 2, "a\nb\x1b[31m"}) == "copy: 1 of 2 (50 %): a\\nb\\u{1B}[31m");
}

TEST_CASE("in a terminal progress is one line that is written over, cut to it and taken away") {
    iam::test::FakeClock clock;
    std::ostringstream out;
    ProgressLine line(out, clock, ProgressStyle::updating, 20, "copy");
    line.show({1, 3, "a.txt"});
    CHECK(out.str() == "\r\x1b[Kcopy: 1 of 3 (33 %…\r");
    clock.advance(k_tenth - std::chrono::milliseconds(1));
    line.show({2, 3, ""});
    clock.advance(std::chrono::milliseconds(1));
    out.str("");
    line.show({2, 4, ""});
    CHECK(out.str() == "\r\x1b[Kcopy: 2 of 4 (50 %)\r");
    out.str("");
    line.show({4, 4, ""});  // the last one waits for nothing
    CHECK(out.str() == "\r\x1b[Kcopy: 4 of 4 (100 …\r");
    out.str("");
    line.end();
    line.end();
    CHECK(out.str() == "\r\x1b[K");
    line.show({5, std::nullopt, "late"});
    CHECK(out.str() == "\r\x1b[K");
}

TEST_CASE("a terminal that can do no more gets a line of progress a second, and nobody gets none") {
    iam::test::FakeClock clock;
    std::ostringstream out;
    {
        ProgressLine line(out, clock, ProgressStyle::lines, 20, "copy");
        for (int i = 1; i <= 21; ++i) {
            line.show({i, std::nullopt, "as long as it is"});
            clock.advance(k_tenth);
        }
    }
    CHECK(out.str() ==
          "copy: 1: as long as it is\ncopy: 11: as long as it is\ncopy: 21: as long as it is\n");
    out.str("");
    ProgressLine none(out, clock, ProgressStyle::none, 0, "copy");
    none.show({1, 1, ""});
    none.end();
    CHECK(out.str().empty());
}

TEST_CASE("call shows how far its tool is, beside the result, and asks no terminal for more") {
    HostFixture host;
    add_copying(host);
    const auto plain = host.run({"call", "copy"});
    CHECK(plain.code == ExitCode::done);
    CHECK(plain.err == "copy: 1 of 3 (33 %): a\\u{1B}[2J.txt\ncopy: 3 of 3 (100 %): c.txt\n");
    CHECK_FALSE(contains(plain.out, "copy:"));
    SECTION("nothing where standard error is no terminal and nobody asked for it") {
        host.plain = false;
        CHECK(host.run({"call", "copy"}).err.empty());
    }
    SECTION("one line in a terminal") {
        host.plain = false;
        host.error_columns = 80;
        CHECK(host.run({"call", "copy", "--json"}).err ==
              "\r\x1b[Kcopy: 1 of 3 (33 %): a\\u{1B}[2J.txt\r\r\x1b[Kcopy: 3 of 3 (100 %): "
              "c.txt\r\r\x1b[K");
    }
    SECTION("lines in one that can do no more") {
        host.plain = false;
        host.dumb = true;
        host.error_columns = 80;
        CHECK(host.run({"call", "copy"}).err == plain.err);
    }
}

TEST_CASE("a log message is its level and one line of visible text") {
    CHECK(log_text({LogLevel::warning, "disk nearly full"}) == "warning: disk nearly full");
    CHECK(log_text({LogLevel::error, "a\nb\x1b[31m"}) == "error: a\\nb\\u{1B}[31m");
}

TEST_CASE("a log message takes the place of the progress line, and the next report stands below") {
    iam::test::FakeClock clock;
    std::ostringstream out;
    bool is_free = true;
    ProgressLine line(out, clock, ProgressStyle::updating, 20, "copy", [&] { return is_free; });
    line.tell({LogLevel::info, "longer than the line of the terminal is"});
    CHECK(out.str() == "\r\x1b[Kinfo: longer than the line of the terminal is\n");
    line.show({1, 3, ""});
    out.str("");
    line.tell({LogLevel::error, "b"});
    line.tell({LogLevel::error, "c"});
    CHECK(out.str() == "\r\x1b[Kerror: b\n\r\x1b[Kerror: c\n");
    out.str("");
    is_free = false;
    line.tell({LogLevel::info, "Allow? [y]"});
    CHECK(out.str().empty());
    is_free = true;
    line.end();
    out.str("");
    line.tell({LogLevel::info, "late"});
    CHECK(out.str().empty());
}

TEST_CASE("log messages are lines wherever standard error goes") {
    iam::test::FakeClock clock;
    std::ostringstream out;
    for (const ProgressStyle style : {ProgressStyle::none, ProgressStyle::lines}) {
        ProgressLine line(out, clock, style, 0, "copy");
        line.tell({LogLevel::debug, "a"});
        line.tell({LogLevel::alert, "b"});
        line.end();
        line.tell({LogLevel::alert, "late"});
        CHECK(out.str() == "debug: a\nalert: b\n");
        out.str("");
    }
}

TEST_CASE("call shows the log messages of its tool on standard error") {
    HostFixture host;
    host.more_tools = [](iam::Registry& registry) {
        return iam::define("tidy")
            .description("Tidies.")
            .policy(iam::allow)
            .call([](iam::Context& context) {
                context.log(LogLevel::notice, "two files\x1b[2J are old");
                context.progress().report(1, 1);
                context.log(LogLevel::error, "one is locked");
            })
            .add_to(registry);
    };
    const std::string both = "notice: two files\\u{1B}[2J are old\n";
    const auto plain = host.run({"call", "tidy"});
    CHECK(plain.code == ExitCode::done);
    CHECK(plain.err == both + "tidy: 1 of 1 (100 %)\nerror: one is locked\n");
    CHECK_FALSE(contains(plain.out, "old"));
    host.plain = false;
    const auto piped = host.run({"call", "tidy", "--json"});
    CHECK(piped.err == both + "error: one is locked\n");
    CHECK_FALSE(contains(piped.out, "old"));
}
