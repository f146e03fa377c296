// Copies the text around the marks, so the rest is shown byte for byte.
#include "question/secret_marks.hpp"

#include <iam/core/json.hpp>
#include <iam/core/json_reader.hpp>
#include <iam/words/catalogue.hpp>

#include <algorithm>

namespace iam::question {
namespace {

/// The rest of a JSON Pointer, below the value being read.
using Places = std::vector<std::string_view>;

bool is_mark(std::string_view text) {
    constexpr std::string_view k_begin = "[secret";
    return text.substr(0, k_begin.size()) == k_begin && text.find(']') + 1 == text.size();
}

class MarkTranslator {
 public:
    MarkTranslator(words::Locale locale, std::string_view text)
        : locale_(locale), text_(text), reader_(text, limits_of_own_text(text.size())) {}

    std::string run(const Places& places) {
        value(places);
        if (!reader_.finish()) return std::string(text_);
        out_ += text_.substr(copied_);
        return std::move(out_);
    }

 private:
    void value(const Places& places) {
        const JsonKind kind = reader_.peek();
        const bool is_secret = std::any_of(places.begin(), places.end(),
                                           [](std::string_view rest) { return rest.empty(); });
        if (is_secret && kind == JsonKind::string) return mark();
        if (!is_secret && kind == JsonKind::object) return members(places);
        if (!is_secret && kind == JsonKind::array) return elements(places);
        reader_.skip();
    }

    void members(const Places& places) {
        std::string_view name;
        for (bool more = reader_.begin_object(); more && reader_.next_member(name);) {
            std::string step;
            append_pointer(step, name);
            part(step, places);
        }
    }

    void elements(const Places& places) {
        std::size_t index = 0;
        for (bool more = reader_.begin_array(); more && reader_.next_element(); ++index) {
            std::string step;
            append_pointer(step, index);
            part(step, places);
        }
    }

    void part(std::string_view step, const Places& places) {
        Places below;
        for (const std::string_view rest : places) {
            const std::string_view first = rest.substr(0, rest.find('/', 1));
            if (first == step || first == "/*") below.push_back(rest.substr(first.size()));
        }
        if (below.empty()) {
            reader_.skip();
        } else {
            value(below);
        }
    }

    void mark() {
        const std::size_t start = reader_.offset();
        std::string_view text;
        if (!reader_.read_string_view(text) || !is_mark(text)) return;
        const std::size_t size = text.size() + 2;
        if (text_.substr(start + 1, text.size()) != text) return;  // has an escape: not the gate's
        out_ += text_.substr(copied_, start - copied_);
        out_ += '"' + words::phrase_text(text, locale_) + '"';
        copied_ = start + size;
    }

    words::Locale locale_;
    std::string_view text_;
    JsonReader reader_;
    std::string out_{};
    std::size_t copied_ = 0;  // bytes of the text already in out_
};

}  // namespace

std::string with_marks_in(words::Locale locale, const std::vector<std::string>& secrets,
                          std::string_view arguments) {
    if (secrets.empty()) return std::string(arguments);
    return MarkTranslator(locale, arguments).run(Places(secrets.begin(), secrets.end()));
}

}  // namespace iam::question
