// Sentences as values: a text of the catalogue and the values of its names. A surface makes text
// of them in its language.
#pragma once

#include <iam/words/ids.hpp>
#include <iam/words/locale.hpp>

#include <cstddef>
#include <initializer_list>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace iam::words {

struct Sentence;

/// Some sentences, in their order. Text written by a person or a program stays as it is in every
/// language.
class Sentences {
 public:
    Sentences() = default;
    // Text is a sentence in its writer's words; an empty one is none.
    // NOLINTBEGIN(google-explicit-constructor)
    Sentences(std::string own);
    Sentences(std::string_view own);
    Sentences(const char* own);
    Sentences(Sentence sentence);
    // NOLINTEND(google-explicit-constructor)
    Sentences(const Sentences&);
    Sentences(Sentences&&) noexcept;
    Sentences& operator=(const Sentences&);
    Sentences& operator=(Sentences&&) noexcept;
    ~Sentences();

    bool empty() const noexcept { return all_.empty(); }
    const std::vector<Sentence>& all() const noexcept { return all_; }
    void add(Sentences more);

    /// With a blank between two sentences.
    std::string text(Locale locale) const;
    /// For records, JSON and errors. If a program calls only this, it carries no other language.
    std::string english() const;
    /// Hands each text of a person or a program to `change` and keeps the returned text.
    template <class Change>
    void change_own(Change change);

    bool is_same(const Sentences& other) const;
    friend bool operator==(const Sentences& a, const Sentences& b) { return a.is_same(b); }
    /// The English text, for tests.
    friend bool operator==(const Sentences& a, const std::string& b) { return a.english() == b; }
    friend bool operator==(const Sentences& a, const char* b) { return a.english() == b; }
    friend std::ostream& operator<<(std::ostream& out, const Sentences& sentences);

 private:
    std::vector<Sentence> all_;
};

/// The replacement of {name} in a text.
struct Value {
    std::string_view name;  ///< a literal
    Sentences words;
    friend bool operator==(const Value&, const Value&) = default;
};

struct Sentence {
    enum class Kind : std::uint8_t {
        own,   ///< `text` as it is
        row,   ///< of the catalogue
        term,  ///< a text of another module, in English there
    };
    Kind kind = Kind::own;
    Id id{};                      ///< of a row
    std::string text{};           ///< of a term: the English text
    std::string key{};            ///< of a term: "I23.name"
    std::vector<Value> values{};  ///< of a row
    friend bool operator==(const Sentence&, const Sentence&) = default;
};

Sentence say(Id id, std::initializer_list<Value> values = {});
Sentence term(std::string key, std::string_view english);

/// The bounds of recognised(). Texts of a record by the library alone stay below them.
inline constexpr std::size_t k_recognised_bytes_max = 8192;
inline constexpr int k_recognised_stops_max = 16;

/// The writer of a text. A message of another module is said by phrases, and is only looked for in
/// a text of the library.
enum class Writer : std::uint8_t { library, anyone };

/// Splits an English text of a record into sentences of the catalogue. From the first place without
/// a sentence on, and beyond k_recognised_bytes_max or k_recognised_stops_max full stops, the text
/// stays as it is, in its writer's words.
Sentences recognised(std::string_view english, Writer writer = Writer::anyone);

template <class Change>
void Sentences::change_own(Change change) {
    for (Sentence& sentence : all_) {
        if (sentence.kind == Sentence::Kind::own) sentence.text = change(std::move(sentence.text));
        for (Value& value : sentence.values) value.words.change_own(change);
    }
}

}  // namespace iam::words
