// Declarations with attributes and comments of any words: reading and judging them comes to an end,
// every place is one that can be shown, and what is accepted is emitted.
//
// Words stand where attributes have their arguments, with brackets that match: clang 19 itself does
// not survive every text that is no C++.
#include <generator/check/check.hpp>
#include <generator/emit/emit.hpp>
#include <generator/frontend/frontend.hpp>
#include <generator/model/diagnostics.hpp>
#include <generator/model/source.hpp>
#include <generator/model/text.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using namespace iam::gen;

void must(bool holds) {
    if (!holds) std::abort();
}

constexpr std::string_view k_annotations =
    "#pragma once\nnamespace iam { struct OpenSide {}; inline constexpr OpenSide none{}; }\n";

constexpr std::array k_words = {
    std::string_view("("),
    std::string_view(")"),
    std::string_view("{"),
    std::string_view("}"),
    std::string_view("["),
    std::string_view("]"),
    std::string_view(", "),
    std::string_view(": "),
    std::string_view("::"),
    std::string_view("..."),
    std::string_view("= "),
    std::string_view("."),
    std::string_view("+ "),
    std::string_view("- "),
    std::string_view("*"),
    std::string_view("? "),
    std::string_view("\"text\" "),
    std::string_view("\"\\u202e\" "),
    std::string_view("\"\\xff\" "),
    std::string_view("\"{\\\"a\\\": 1}\" "),
    std::string_view("u8\"a\" "),
    std::string_view("R\"(raw\n)\" "),
    std::string_view("'c' "),
    std::string_view("1 "),
    std::string_view("-1.5e300 "),
    std::string_view("18446744073709551615 "),
    std::string_view("true "),
    std::string_view("nullptr "),
    std::string_view("none "),
    std::string_view("iam::none "),
    std::string_view(".name = "),
    std::string_view(".title = "),
    std::string_view(".timeout_ms = "),
    std::string_view(".policy = "),
    std::string_view(".read_only = "),
    std::string_view(".idempotent = "),
    std::string_view(".executor = "),
    std::string_view("iam "),
    std::string_view("tool "),
    std::string_view("f "),
    std::string_view("g "),
    std::string_view("S "),
    std::string_view("S{} "),
    std::string_view("E::x "),
    std::string_view("k "),
    std::string_view("sizeof "),
    std::string_view("int "),
    std::string_view("TEXT(a b) "),
    std::string_view("PASTE(i, am)"),
    std::string_view("EMPTY "),
    std::string_view("/* c */"),
    std::string_view("// c\n"),
    std::string_view("/// c\n"),
    std::string_view("\\\n"),
    std::string_view("\r\n"),
    std::string_view("\t"),
};

constexpr std::array k_names = {
    "tool",   "preview",   "undo",   "range", "multiple_of", "length",      "items",
    "unique", "pattern",   "format", "unit",  "name",        "description", "example",
    "secret", "as_string", "base64", "flags", "reconcile",   "consent_key", "tol",
};

constexpr std::array k_types = {
    "int",
    "double",
    "bool",
    "char",
    "const char*",
    "S",
    "E",
    "L",
    "long long",
    "unsigned __int128",
    "float",
    "const S&",
    "S*",
    "auto",
    "A",
    "void",
    "std::nullptr_t",
    "int[3]",
    "B<int>",
    "B<B<S>>",
};

constexpr std::string_view k_begin =
    "#pragma once\n#include <iam/annotations.hpp>\n#define TEXT(x) #x\n#define PASTE(a, b) "
    "a##b\n#define EMPTY\ninline constexpr int k = 3;\nstruct S { int x = 1; S* next; };\nenum "
    "class E { "
    "x, y };\nenum L { l };\nusing A [[iam::range(0, 9)]] = int;\ntemplate <class T> struct B { T "
    "t; "
    "};\n";

/// Takes the bytes one after the other; zero when they are spent.
class Bytes {
 public:
    Bytes(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}
    bool left() const { return at_ != end_; }
    std::uint8_t next() { return at_ == end_ ? std::uint8_t{0} : *at_++; }

 private:
    const std::uint8_t* at_;
    const std::uint8_t* end_;
};

/// Some words whose brackets match.
std::string arguments(Bytes& bytes) {
    std::string out;
    std::string open;
    for (int count = bytes.next() % 16; count > 0; --count) {
        const std::string_view word = k_words[bytes.next() % k_words.size()];
        const char first = word.front();
        if (word == ")" || word == "}" || word == "]") {
            if (open.empty() || open.back() != first) continue;
            open.pop_back();
        }
        if (word == "(") open += ')';
        if (word == "{") open += '}';
        if (word == "[") open += ']';
        out += word;
    }
    out.append(open.rbegin(), open.rend());
    return out;
}

std::string attribute(Bytes& bytes) {
    const std::uint8_t kind = bytes.next();
    const std::string name = k_names[bytes.next() % k_names.size()];
    std::string out = kind % 8 == 0 ? "[[using iam: " + name : "[[iam::" + name;
    if (kind % 4 != 1) out += '(' + arguments(bytes) + '\n' + ')';
    if (kind % 16 == 2) out += ", " + std::string("iam::") + k_names[bytes.next() % k_names.size()];
    return out + "]] ";
}

/// Any bytes as lines of a comment.
std::string comment(Bytes& bytes) {
    constexpr std::array k_texts = {"@param a ", "@param", "\\param[in] ", "@return ", "@p ",
                                    "- ",        "\n"};
    const bool is_block = bytes.next() % 2 == 0;
    std::string text;
    for (int count = bytes.next() % 24; count > 0; --count) {
        const std::uint8_t byte = bytes.next();
        text += byte < k_texts.size() ? std::string(k_texts[byte])
                                      : std::string(1, static_cast<char>(byte));
    }
    std::string out = is_block ? "/**" : "///";
    for (const char c : text) {
        if (c == '\r' || (is_block && c == '/') || (!is_block && c == '\\')) continue;
        out += c;
        if (c == '\n' && !is_block) out += "///";
    }
    return out + (is_block ? "*/\n" : "\n");
}

std::string declaration(Bytes& bytes, int number) {
    const std::uint8_t kind = bytes.next();
    const std::string name = "f" + std::to_string(number);
    const auto type = [&] { return std::string(k_types[bytes.next() % k_types.size()]); };
    std::string out =
        comment(bytes) + (kind % 2 == 0 ? "[[iam::tool({.read_only = true})]] " : attribute(bytes));
    if (kind % 8 == 3)
        return out + "\nstruct S" + name + " { " + attribute(bytes) + type() + " a; };\n";
    if (kind % 8 == 5) return "using A" + name + ' ' + attribute(bytes) + " = " + type() + ";\n";
    if (kind % 16 == 7) out = "template <class T> " + out.substr(out.rfind("[["));
    out += type() + ' ' + name + '(' + attribute(bytes) + type() + " a";
    if (kind % 4 == 0) out += " = (" + arguments(bytes) + "\n)";
    return out + ");\n";
}

std::string header_of(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    std::string text(k_begin);
    for (int number = 0; bytes.left() && number < 6; ++number) text += declaration(bytes, number);
    return text;
}

ParseJob job_of(const std::string& text) {
    ParseJob job;
    job.target = "desk";
    job.project_root = "/memory";
    job.compile_flags = {"-std=c++20", "-nostdinc", "-nostdinc++", "-I/memory"};
    job.virtual_files = {{"/memory/desk.hpp", text},
                         {"/memory/iam/annotations.hpp", std::string(k_annotations)}};
    job.headers.push_back({"/memory/desk.hpp", "desk.hpp", "desk"});
    return job;
}

void check_place(const SourceSpan& span) {
    must(span.line == 0 || (!span.file.empty() && span.column > 0));
    must(span.end_column == 0 || span.end_column > span.column || span.line == 0);
    must(span.text.find('\n') == std::string::npos);
}

}  // namespace

/// A handler of clang's pragmas that is taken out of its list stays behind, some bytes for each
/// parse; the sanitizer asks by this name.
extern "C" int __lsan_is_turned_off() {
    return 1;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const ParseJob job = job_of(header_of(data, size));
    Parsed parsed = parse(job);
    Diagnostics all = parsed.diagnostics;
    if (!has_errors(all)) {
        const Diagnostics judged = check(parsed.model, {});
        all.insert(all.end(), judged.begin(), judged.end());
    }
    for (const Diagnostic& diagnostic : all) {
        must(!diagnostic.message.empty() && find_diagnostic(diagnostic.id) != nullptr);
        check_place(diagnostic.span);
        for (const Note& note : diagnostic.notes) check_place(note.span);
    }
    std::string said = to_text(all);
    said.erase(std::remove(said.begin(), said.end(), '\r'), said.end());
    must(!find_unreadable(said));
    if (!has_errors(all)) must(!emit(parsed.model, Profile::portable).empty());
    return 0;
}
