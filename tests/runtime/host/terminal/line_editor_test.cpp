#include "host/terminal/line_editor.hpp"

#include <iam/question/layout.hpp>

#include <catch2/catch.hpp>

#include <string>

using iam::host::LineEditor;
using State = LineEditor::State;

namespace {

/// Of a line to which these keys came, one burst each.
std::string after(const std::string& text, std::initializer_list<const char*> bursts) {
    LineEditor editor(text, 100);
    for (const char* keys : bursts) CHECK(editor.take(keys) == State::open);
    return editor.text();
}

}  // namespace

TEST_CASE("a line takes text where the cursor stands, and the keys of readline") {
    CHECK(after("abc", {"d"}) == "abcd");
    CHECK(after("abc", {"\x1b[D", "x"}) == "abxc");
    CHECK(after("abc", {"\x01", "x"}) == "xabc");
    CHECK(after("abc", {"\x1b[H", "\x1b[3~"}) == "bc");
    CHECK(after("abc", {"\x1bOH", "\x1b[C", "\x7f"}) == "bc");
    CHECK(after("abc", {"\x1b[H", "\x1b[F", "\x08"}) == "ab");
    CHECK(after("one two", {"\x17", "2"}) == "one 2");
    CHECK(after("abc", {"\x15", "x"}) == "x");
    CHECK(after("abc", {"\x02", "\x0b"}) == "ab");
    CHECK(after("aé日", {"\x7f", "\x7f"}) == "a");
    CHECK(after("", {"\x7f", "\x1b[D", "\x1b[C", "\x0b", "\x15", "\x17", "\x1b[3~"}).empty());
}

TEST_CASE("control characters do not get into a line, and pasted line ends are spaces") {
    CHECK(after("", {"a\x07"
                     "b\x1b[2Jc\xc2\x9b"
                     "d\xff"
                     "e"}) == "abcde");
    CHECK(after("", {"a\r\nb\tc"}) == "a  b c");
}

TEST_CASE("Enter ends a line, Esc leaves it, Ctrl-C and the end of input end the question") {
    LineEditor editor("", 10);
    CHECK(editor.take("ab") == State::open);
    CHECK(editor.take("\r") == State::done);
    CHECK(editor.text() == "ab");
    CHECK(editor.take("\x1b") == State::left);
    CHECK(editor.take("\x03") == State::interrupted);
    CHECK(editor.take("\x04") == State::open);
    CHECK(editor.take("\x15") == State::open);
    CHECK(editor.take("\x04") == State::ended);
}

TEST_CASE("A2 a line end behind pasted text does not end the line") {
    LineEditor editor("", 10);
    CHECK(editor.take("12\r") == State::open);
    CHECK(editor.text() == "12");
    CHECK(editor.take("\r") == State::done);
}

TEST_CASE("a line has no more bytes than it may") {
    LineEditor editor("", 4);
    CHECK(editor.take("abcé") == State::open);
    CHECK(editor.text() == "abc");
    editor.take("de");
    CHECK(editor.text() == "abcd");
}

TEST_CASE("a line stays in its row, and shows what stands around the cursor") {
    LineEditor editor(std::string(200, 'a') + "end", 1000);
    const std::string at_end = editor.row(40);
    CHECK(at_end.substr(0, 3) == "\r< ");
    CHECK(at_end.substr(at_end.size() - 3) == "end");
    CHECK(iam::question::width_of(at_end.substr(1)) == 39);
    editor.take("\x01");
    const std::string at_begin = editor.row(40);
    CHECK(at_begin.substr(0, 4) == "\r> a");
    CHECK(at_begin.find("end") == std::string::npos);
    CHECK(at_begin.substr(at_begin.size() - 37) == std::string(37, '\b'));
}

TEST_CASE("a line that got shorter leaves nothing of itself in the row") {
    LineEditor editor("abc", 100);
    CHECK(editor.row(40) == "\r> abc");
    editor.take("\x7f");
    CHECK(editor.row(40) == "\r> ab \b");
}

TEST_CASE("what acts on a terminal or hides is spelled out in a line") {
    LineEditor editor("", 100);
    editor.take(
        "a\xe2\x80\xae"
        "b");
    CHECK(editor.row(60) == "\r> a\\u{202E}b");
    CHECK(editor.text() ==
          "a\xe2\x80\xae"
          "b");
}
