// Reads the output of a preprocessor as tokens, and reduces them to the essential ones for tools.
#include "generator/frontend/compilers/preprocessed.hpp"

#include <generator/frontend/compilers/declared_lines.hpp>

#include <clang/Lex/Lexer.h>
#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/APInt.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace iam::gen {
namespace {

struct LineMarker {
    unsigned line = 0;
    std::string file;
};

/// Reads `# 12 "file" 1 3` or `#line 12 "file"`.
std::optional<LineMarker> line_marker(llvm::StringRef line) {
    if (!line.consume_front("#")) return std::nullopt;
    line = line.ltrim(" \t");
    line.consume_front("line");
    line = line.ltrim(" \t");
    LineMarker marker;
    if (line.consumeInteger(10, marker.line)) return std::nullopt;
    line = line.ltrim(" \t");
    if (!line.consume_front("\"")) return std::nullopt;
    for (std::size_t i = 0; i < line.size() && line[i] != '"'; ++i) {
        if (line[i] == '\\' && i + 1 < line.size()) ++i;
        marker.file += line[i];
    }
    return marker;
}

class OutputReader {
 public:
    OutputReader(const std::set<std::string>& wanted, const clang::LangOptions& language)
        : wanted_(wanted), language_(language) {}

    Preprocessed read(llvm::StringRef output) {
        while (!output.empty()) {
            const auto [line, rest] = output.split('\n');
            output = rest;
            if (const auto marker = line_marker(line))
                enter(*marker);
            else if (tokens_ != nullptr)
                // Pragmas are in the output as they are; they become empty lines.
                text_ += (line.ltrim(" \t").starts_with("#") ? "" : line.str()) + "\n";
        }
        take_text();
        return std::move(result_);
    }

 private:
    void enter(const LineMarker& marker) {
        take_text();
        line_ = marker.line;
        const auto [known, is_new] = keys_.try_emplace(marker.file);
        if (is_new) {
            known->second = file_key(marker.file);
            if (!llvm::StringRef(marker.file).starts_with("<")) result_.files.insert(marker.file);
        }
        tokens_ = wanted_.count(known->second) != 0 ? &result_.tokens[known->second] : nullptr;
    }

    void take_text() {
        if (tokens_ == nullptr) return;
        clang::Lexer lexer(clang::SourceLocation(), language_, text_.c_str(), text_.c_str(),
                           text_.c_str() + text_.size());
        clang::Token token;
        const char* seen = text_.c_str();
        while (!lexer.LexFromRawLexer(token)) {
            const char* begin = lexer.getBufferLocation() - token.getLength();
            line_ += static_cast<unsigned>(std::count(seen, begin, '\n'));
            seen = begin;
            tokens_->push_back({std::string(begin, token.getLength()), line_, {}});
        }
        text_.clear();
    }

    const std::set<std::string>& wanted_;
    const clang::LangOptions& language_;
    Preprocessed result_;
    std::map<std::string, std::string> keys_;
    std::vector<TextToken>* tokens_ = nullptr;  // of the current file; null: unwanted
    std::string text_;
    unsigned line_ = 0;  // where `text_` begins
};

/// The value of a number without its suffix, so 0x7fffffff and 2147483647 are equal.
std::optional<std::string> value_of(llvm::StringRef text) {
    std::string digits;
    for (const char c : text)
        if (c != '\'') digits += c;
    llvm::StringRef number = digits;
    llvm::APInt integer;
    if (!number.rtrim("uUlLzZ").getAsInteger(0, integer)) {
        llvm::SmallString<32> out;
        integer.toStringUnsigned(out);
        return out.str().str();
    }
    const bool is_hexadecimal = number.starts_with_insensitive("0x");
    number = number.rtrim(is_hexadecimal ? "lL" : "fFlL");
    llvm::APFloat real(llvm::APFloat::IEEEdouble());
    auto status = real.convertFromString(number, llvm::APFloat::rmNearestTiesToEven);
    if (!status) {
        llvm::consumeError(status.takeError());
        return std::nullopt;
    }
    llvm::SmallString<32> out;
    real.toString(out);
    return out.str().str();
}

class Essentials {
 public:
    explicit Essentials(std::vector<TextToken> tokens) : tokens_(std::move(tokens)) {}

    std::vector<TextToken> take() {
        std::vector<TextToken> out;
        while (at_ < tokens_.size()) {
            if (skip_foreign()) continue;
            TextToken token = std::move(tokens_[at_++]);
            if (llvm::isDigit(token.text.front()) ||
                (token.text.front() == '.' && token.text.size() > 1))
                if (const auto value = value_of(token.text)) token.text = *value;
            out.push_back(std::move(token));
            unwrap_conversion(out);
        }
        return out;
    }

 private:
    bool is(std::size_t index, std::string_view text) const {
        return index < tokens_.size() && tokens_[index].text == text;
    }

    /// GCC's limits of floating types are conversions: double(1.79e+308L).
    static void unwrap_conversion(std::vector<TextToken>& out) {
        const std::size_t size = out.size();
        if (size < 4 || out[size - 1].text != ")" || out[size - 3].text != "(") return;
        const std::string& type = out[size - 4].text;
        if ((type != "double" && type != "float") || !llvm::isDigit(out[size - 2].text.front()))
            return;
        out[size - 4].text = out[size - 2].text;
        out.resize(size - 3);
    }

    /// Skips words with meaning only for code generation.
    bool skip_foreign() {
        static constexpr std::string_view k_words[] = {"inline", "__inline", "__inline__",
                                                       "__forceinline", "__extension__"};
        static constexpr std::string_view k_calls[] = {"__attribute__", "__attribute", "__declspec",
                                                       "_Pragma", "__pragma"};
        if (llvm::is_contained(k_words, tokens_[at_].text)) {
            ++at_;
            return true;
        }
        if (llvm::is_contained(k_calls, tokens_[at_].text) && is(at_ + 1, "(")) {
            at_ = end_of(at_ + 1, "(", ")");
            return true;
        }
        if (!is(at_, "[") || !is(at_ + 1, "[")) return false;
        const std::size_t end = end_of(at_, "[", "]");
        for (std::size_t i = at_; i < end; ++i)
            if (is(i, "iam")) return false;
        at_ = end;
        return true;
    }

    std::size_t end_of(std::size_t index, std::string_view open, std::string_view close) const {
        std::size_t depth = 0;
        for (; index < tokens_.size(); ++index) {
            if (is(index, open)) ++depth;
            if (is(index, close) && --depth == 0) return index + 1;
        }
        return index;
    }

    std::vector<TextToken> tokens_;
    std::size_t at_ = 0;
};

}  // namespace

Preprocessed tokens_of_output(const std::string& output, const std::set<std::string>& wanted,
                              const clang::LangOptions& language) {
    return OutputReader(wanted, language).read(output);
}

std::vector<TextToken> essential_tokens(std::vector<TextToken> tokens) {
    return Essentials(std::move(tokens)).take();
}

}  // namespace iam::gen
