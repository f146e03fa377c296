#include "iam/words/sentences.hpp"

#include <iam/words/catalogue.hpp>

#include <algorithm>
#include <optional>
#include <ostream>
#include <utility>

namespace iam::words {
namespace {

/// A text of the catalogue, piece by piece: `literal`, then what stands for `name`.
struct Piece {
    std::string_view literal;
    std::string_view name;  ///< empty at the end
};

std::vector<Piece> pieces_of(std::string_view text) {
    std::vector<Piece> pieces;
    while (true) {
        const std::size_t open = text.find('{');
        if (open == std::string_view::npos) break;
        const std::size_t close = text.find('}', open);
        pieces.push_back({text.substr(0, open), text.substr(open + 1, close - open - 1)});
        text.remove_prefix(close + 1);
    }
    pieces.push_back({text, {}});
    return pieces;
}

void append(std::string& out, const Sentence& sentence, Locale locale) {
    switch (sentence.kind) {
        case Sentence::Kind::own:
            out += sentence.text;
            return;
        case Sentence::Kind::term:
            out += term_text(sentence.key, sentence.text, locale);
            return;
        case Sentence::Kind::row:
            break;
    }
    for (const Piece& piece : pieces_of(text_of(sentence.id, locale))) {
        out += piece.literal;
        const auto value = std::find_if(sentence.values.begin(), sentence.values.end(),
                                        [&](const Value& one) { return one.name == piece.name; });
        if (value != sentence.values.end()) out += value->words.text(locale);
    }
}

bool is_of(Id id, std::string_view prefix) {
    return key_of(id).substr(0, prefix.size()) == prefix;
}

/// What a record has in the place of a name: a part without names of its own, a sentence, or own words.
Sentences value_of(std::string_view text) {
    for (std::size_t i = 0; i < k_id_count; ++i) {
        const Id id = static_cast<Id>(i);
        if (is_of(id, "iam.part.") && text_of(id, Locale::en_us) == text) return say(id);
    }
    return recognised(text);
}

/// The sentence, if the whole text is this row with something in the place of each name.
std::optional<Sentence> read_row(Id id, std::string_view text) {
    Sentence sentence = say(id);
    std::string_view name;
    for (const Piece& piece : pieces_of(text_of(id, Locale::en_us))) {
        const bool is_last = piece.name.empty();
        std::size_t at = 0;
        if (!name.empty()) {
            at = is_last && piece.literal.size() <= text.size() ? text.size() - piece.literal.size()
                                                                : text.find(piece.literal);
            if (at == std::string_view::npos || at == 0) return std::nullopt;
            sentence.values.push_back({name, value_of(text.substr(0, at))});
        }
        if (text.substr(at, piece.literal.size()) != piece.literal) return std::nullopt;
        text.remove_prefix(at + piece.literal.size());
        name = piece.name;
    }
    if (!text.empty()) return std::nullopt;
    return sentence;
}

std::size_t literal_size(Id id) {
    std::size_t size = 0;
    for (const Piece& piece : pieces_of(text_of(id, Locale::en_us))) size += piece.literal.size();
    return size;
}

/// Of several rows that fit, the one that says most of the text itself.
std::optional<Sentence> read_sentence(std::string_view text) {
    std::optional<Sentence> best;
    for (std::size_t i = 0; i < k_id_count; ++i) {
        const Id id = static_cast<Id>(i);
        if (!is_of(id, "iam.said.") || is_of(id, "iam.said.stores.")) continue;
        if (best && literal_size(best->id) >= literal_size(id)) continue;
        if (auto sentence = read_row(id, text)) best = std::move(sentence);
    }
    return best;
}

/// The longest beginning that is a sentence of the catalogue; takes it from the text.
std::optional<Sentence> take_sentence(std::string_view& text) {
    for (std::size_t end = text.size(); end != std::string_view::npos && end > 0;) {
        if (auto sentence = read_sentence(text.substr(0, end))) {
            text.remove_prefix(std::min(end + 1, text.size()));
            return sentence;
        }
        if (end < 3) break;
        const std::size_t stop = text.rfind(". ", end - 2);
        end = stop == std::string_view::npos ? stop : stop + 1;
    }
    return std::nullopt;
}

}  // namespace

Sentences::Sentences(std::string own) {
    if (own.empty()) return;
    Sentence sentence;
    sentence.text = std::move(own);
    all_.push_back(std::move(sentence));
}
Sentences::Sentences(std::string_view own) : Sentences(std::string(own)) {}
Sentences::Sentences(const char* own) : Sentences(std::string(own)) {}
Sentences::Sentences(Sentence sentence) {
    all_.push_back(std::move(sentence));
}
Sentences::Sentences(const Sentences&) = default;
Sentences::Sentences(Sentences&&) noexcept = default;
Sentences& Sentences::operator=(const Sentences&) = default;
Sentences& Sentences::operator=(Sentences&&) noexcept = default;
Sentences::~Sentences() = default;

void Sentences::add(Sentences more) {
    for (Sentence& sentence : more.all_) all_.push_back(std::move(sentence));
}

std::string Sentences::text(Locale locale) const {
    std::string text;
    for (const Sentence& sentence : all_) {
        if (!text.empty()) text += ' ';
        append(text, sentence, locale);
    }
    return text;
}

bool Sentences::is_same(const Sentences& other) const {
    return all_ == other.all_;
}

std::ostream& operator<<(std::ostream& out, const Sentences& sentences) {
    return out << sentences.english();
}

Sentence say(Id id, std::initializer_list<Value> values) {
    Sentence sentence;
    sentence.kind = Sentence::Kind::row;
    sentence.id = id;
    sentence.values = values;
    return sentence;
}

Sentence term(std::string key, std::string_view english) {
    Sentence sentence;
    sentence.kind = Sentence::Kind::term;
    sentence.key = std::move(key);
    sentence.text = english;
    return sentence;
}

Sentences recognised(std::string_view english) {
    Sentences sentences;
    while (!english.empty()) {
        auto sentence = take_sentence(english);
        if (!sentence) {
            sentences.add(english);
            break;
        }
        sentences.add(*std::move(sentence));
    }
    return sentences;
}

}  // namespace iam::words
