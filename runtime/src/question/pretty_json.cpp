// Works on the text, never on a value made from it: the shown text has digit for digit the value
// hashed and handed to the function.
#include "iam/question/pretty_json.hpp"

#include <iam/core/json_reader.hpp>
#include <iam/question/escape.hpp>

#include <charconv>
#include <utility>

namespace iam::question {
namespace {

bool is_json(std::string_view text) {
    JsonReader reader(text, limits_of_own_text(text.size()));
    return reader.skip() && reader.finish();
}

class Printer {
 public:
    explicit Printer(std::string_view text) : text_(text) {}

    PrettyJson run() {
        while (at_ < text_.size()) step();
        end_line();
        return std::move(pretty_);
    }

 private:
    void step() {
        const char sign = text_[at_++];
        switch (sign) {
            case '"':
                return string();
            case '{':
            case '[':
                return open(sign);
            case '}':
            case ']':
                --depth_;
                end_line();
                line_ += sign;
                return;
            case ',':
                line_ += sign;
                return end_line();
            case ':':
                line_ += ": ";
                return;
            case ' ':
            case '\t':
            case '\n':
            case '\r':
                return;
            default:
                line_ += sign;
        }
    }

    void open(char sign) {
        line_ += sign;
        const char close = sign == '{' ? '}' : ']';
        if (at_ < text_.size() && text_[at_] == close) {
            line_ += close;
            ++at_;
            return;
        }
        ++depth_;
        end_line();
    }

    void string() {
        line_ += '"';
        Escaper escaper(line_);
        for (;;) {
            const std::size_t end = text_.find_first_of("\"\\", at_);
            escaper.append(text_.substr(at_, end - at_));
            at_ = end + 1;
            if (text_[end] == '"') break;
            escape(escaper);
        }
        line_ += '"';
        pretty_.has_hidden = pretty_.has_hidden || escaper.found_hidden();
    }

    /// Behind a backslash: \u001b becomes the form of all other escapes, the rest stays as it is.
    void escape(Escaper& escaper) {
        const char sign = text_[at_++];
        if (sign != 'u') {
            escaper.append(std::string{'\\', sign});
            return;
        }
        unsigned character = 0;
        const char* digits = text_.data() + at_;
        std::from_chars(digits, digits + 4, character, 16);
        at_ += 4;
        escaper.append_escaped(static_cast<char32_t>(character));
    }

    void end_line() { pretty_.lines.push_back(std::exchange(line_, std::string(2 * depth_, ' '))); }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t depth_ = 0;
    std::string line_;
    PrettyJson pretty_;
};

}  // namespace

PrettyJson pretty_json(std::string_view json) {
    if (is_json(json)) return Printer(json).run();
    PrettyJson pretty;
    std::string line = "\"";
    Escaper escaper(line);
    escaper.append(json);
    line += '"';
    pretty.has_hidden = escaper.found_hidden();
    pretty.lines.push_back(std::move(line));
    return pretty;
}

std::string pretty_json_text(std::string_view json) {
    std::string text;
    for (const std::string& line : pretty_json(json).lines) text += line + "\n";
    return text;
}

}  // namespace iam::question
