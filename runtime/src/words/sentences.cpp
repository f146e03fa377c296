#include "iam/words/sentences.hpp"

#include "words/language.hpp"
#include <iam/words/catalogue.hpp>

#include <algorithm>
#include <optional>
#include <ostream>
#include <utility>

namespace iam::words {
namespace {

/// A text of the catalogue, piece by piece: `literal`, then the value of `name`.
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

std::string_view english_of(Id id) noexcept {
    return text_in(language_en_us(), id);
}

std::string text_in(const Sentences& sentences, const Language& language);

/// The name of a message in English by another module of the library. A stranger's text has another
/// name.
constexpr std::string_view k_message = "problem";

bool is_phrase(const Value& value, const Language& language) {
    return language.phrase != nullptr && value.name == k_message;
}

/// True if a message of another module stands in one of the sentences.
bool has_message(const Sentences& sentences) {
    for (const Sentence& sentence : sentences.all()) {
        for (const Value& value : sentence.values) {
            if (value.name == k_message || has_message(value.words)) return true;
        }
    }
    return false;
}

void append(std::string& out, const Sentence& sentence, const Language& language) {
    switch (sentence.kind) {
        case Sentence::Kind::own:
            out += sentence.text;
            return;
        case Sentence::Kind::term:
            out += term_in(language, sentence.key, sentence.text);
            return;
        case Sentence::Kind::row:
            break;
    }
    for (const Piece& piece : pieces_of(text_in(language, sentence.id))) {
        out += piece.literal;
        const auto value = std::find_if(sentence.values.begin(), sentence.values.end(),
                                        [&](const Value& one) { return one.name == piece.name; });
        if (value == sentence.values.end()) continue;
        const std::string text = text_in(value->words, language);
        out += is_phrase(*value, language) ? language.phrase(text) : text;
    }
}

std::string text_in(const Sentences& sentences, const Language& language) {
    std::string text;
    for (const Sentence& sentence : sentences.all()) {
        if (!text.empty()) text += ' ';
        append(text, sentence, language);
    }
    return text;
}

bool is_of(Id id, std::string_view prefix) {
    return key_of(id).substr(0, prefix.size()) == prefix;
}

// A sentence in a sentence holds no further ones: a text made of beginnings alone would cost each
// of its ends once for each depth.
constexpr int k_depth_max = 2;

Sentences recognised_to(std::string_view english, int depth);

/// True if the names of this row stand for sentences. Names of all other rows can stand for a
/// stranger's text. It is never taken for a sentence.
bool holds_sentences(Id id) {
    return id == Id::refused_useless || id == Id::wanted_hidden;
}

/// The text in the place of a name: a part without names of its own, a sentence, or own words.
Sentences value_of(Id row, std::string_view text, int depth) {
    for (std::size_t i = 0; i < k_id_count; ++i) {
        const Id id = static_cast<Id>(i);
        if (is_of(id, "iam.part.") && english_of(id) == text) return say(id);
    }
    const bool may_be_ours = holds_sentences(row) && depth < k_depth_max;
    return may_be_ours ? recognised_to(text, depth + 1) : Sentences(text);
}

bool is_row(const Sentences& sentences) {
    return sentences.all().size() == 1 && sentences.all().front().kind == Sentence::Kind::row;
}

/// The sentence, if the whole text is this row with something in the place of each name.
std::optional<Sentence> read_row(Id id, std::string_view text, int depth) {
    Sentence sentence = say(id);
    std::string_view name;
    for (const Piece& piece : pieces_of(english_of(id))) {
        const bool is_last = piece.name.empty();
        std::size_t at = 0;
        if (!name.empty()) {
            at = is_last && piece.literal.size() <= text.size() ? text.size() - piece.literal.size()
                                                                : text.find(piece.literal);
            if (at == std::string_view::npos || at == 0) return std::nullopt;
            Sentences value = value_of(id, text.substr(0, at), depth);
            // Else a stranger's text in one row could be taken for the message of another row.
            if (name == "scope" && !is_row(value)) return std::nullopt;
            sentence.values.push_back({name, std::move(value)});
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
    for (const Piece& piece : pieces_of(english_of(id))) size += piece.literal.size();
    return size;
}

/// Of several fitting rows, the one with most of the text in its own words.
std::optional<Sentence> read_sentence(std::string_view text, int depth) {
    std::optional<Sentence> best;
    for (std::size_t i = 0; i < k_id_count; ++i) {
        const Id id = static_cast<Id>(i);
        if (!is_of(id, "iam.said.") || is_of(id, "iam.said.stores.")) continue;
        if (best && literal_size(best->id) >= literal_size(id)) continue;
        if (auto sentence = read_row(id, text, depth)) best = std::move(sentence);
    }
    return best;
}

/// The longest beginning equal to a sentence of the catalogue; takes it from the text.
std::optional<Sentence> take_sentence(std::string_view& text, int depth) {
    for (std::size_t end = text.size(); end != std::string_view::npos && end > 0;) {
        if (auto sentence = read_sentence(text.substr(0, end), depth)) {
            text.remove_prefix(std::min(end + 1, text.size()));
            return sentence;
        }
        if (end < 3) break;
        const std::size_t stop = text.rfind(". ", end - 2);
        end = stop == std::string_view::npos ? stop : stop + 1;
    }
    return std::nullopt;
}

Sentences recognised_to(std::string_view english, int depth) {
    Sentences sentences;
    while (!english.empty()) {
        auto sentence = take_sentence(english, depth);
        if (!sentence) {
            sentences.add(english);
            break;
        }
        sentences.add(*std::move(sentence));
    }
    return sentences;
}

/// How often the text has ". ", counted up to one more than the bound.
int stops_in(std::string_view text) {
    int stops = 0;
    std::size_t at = 0;
    while (stops <= k_recognised_stops_max &&
           (at = text.find(". ", at)) != std::string_view::npos) {
        ++stops;
        at += 2;
    }
    return stops;
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
    return text_in(*this, language_of(locale));
}

std::string Sentences::english() const {
    return text_in(*this, language_en_us());
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

Sentences recognised(std::string_view english, Writer writer) {
    if (english.size() > k_recognised_bytes_max || stops_in(english) > k_recognised_stops_max)
        return english;
    Sentences read = recognised_to(english, 0);
    if (writer == Writer::anyone && has_message(read)) return english;
    return read;
}

}  // namespace iam::words
