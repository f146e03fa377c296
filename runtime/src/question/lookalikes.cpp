// Words are cut out here, ICU judges them.
#include "iam/question/lookalikes.hpp"

#include <iam/core/json.hpp>
#include <iam/core/value_text.hpp>
#include <iam/question/escape.hpp>

#include <unicode/uset.h>
#include <unicode/uspoof.h>
#include <utf8proc.h>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace iam::question {
namespace {

constexpr std::size_t k_lines_max = 8;
// A longer word is judged by its beginning: nobody reads more of it.
constexpr std::size_t k_word_bytes_max = 1024;
// Shorter ones read like ASCII in every text: prepositions and the like. Names have none.
constexpr std::size_t k_characters_min = 3;

bool is_ascii_letter(char sign) {
    return (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z');
}

bool has_ascii_letter(std::string_view text) {
    return std::any_of(text.begin(), text.end(), is_ascii_letter);
}

bool is_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char sign) { return static_cast<unsigned char>(sign) < 0x80; });
}

/// Letters, marks and digits.
bool is_of_a_word(utf8proc_int32_t character) {
    const auto category = utf8proc_category(character);
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO;
}

/// The character at the beginning and its bytes; of invalid UTF-8 one byte and -1.
std::size_t first_character(std::string_view text, utf8proc_int32_t& character) {
    const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
    const auto length =
        utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size()), &character);
    if (length > 0) return static_cast<std::size_t>(length);
    character = -1;
    return 1;
}

/// The words of a text, each cut off where it is too long to be read.
std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    std::size_t size = 0;
    while (size < text.size()) {
        utf8proc_int32_t character = -1;
        const std::size_t next = first_character(text.substr(size), character);
        if (character >= 0 && is_of_a_word(character)) {
            size += next;
            if (size < text.size()) continue;
        }
        if (size > 0) words.push_back(text.substr(0, std::min(size, k_word_bytes_max)));
        text.remove_prefix(std::min(text.size(), size == text.size() ? size : size + next));
        size = 0;
    }
    return words;
}

std::string spelled_out(std::string_view word) {
    std::string out;
    Escaper escaper(out);
    while (!word.empty()) {
        utf8proc_int32_t character = -1;
        const std::size_t size = first_character(word, character);
        if (character >= 0x80) {
            escaper.append_escaped(static_cast<char32_t>(character));
        } else {
            escaper.append(word.substr(0, size));
        }
        word.remove_prefix(size);
    }
    return out;
}

}  // namespace

struct Lookalikes::Checker {
    struct Close {
        void operator()(USpoofChecker* checker) const noexcept { uspoof_close(checker); }
    };
    std::unique_ptr<USpoofChecker, Close> spoof{};
    const USet* usual = nullptr;  ///< ICU's own

    Checker() {
        UErrorCode status = U_ZERO_ERROR;
        spoof.reset(uspoof_open(&status));
        uspoof_setChecks(spoof.get(), USPOOF_RESTRICTION_LEVEL, &status);
        uspoof_setRestrictionLevel(spoof.get(), USPOOF_HIGHLY_RESTRICTIVE);
        usual = uspoof_getRecommendedSet(&status);
        if (U_SUCCESS(status)) return;
        spoof.reset();
        usual = nullptr;
    }
    /// True without ICU's tables, too: then nobody can rule it out.
    bool mixes_scripts(std::string_view word) const {
        UErrorCode status = U_ZERO_ERROR;
        if (!spoof) return true;
        const int found = uspoof_check2UTF8(
            spoof.get(), word.data(), static_cast<std::int32_t>(word.size()), nullptr, &status);
        return U_FAILURE(status) || found != 0;
    }
    /// Letters of no language's everyday writing: phonetic, mathematical, full-width ones.
    bool has_unusual(std::string_view word) const {
        if (usual == nullptr) return true;
        while (!word.empty()) {
            utf8proc_int32_t character = -1;
            word.remove_prefix(first_character(word, character));
            if (character >= 0x80 && uset_contains(usual, character) == 0) return true;
        }
        return false;
    }
    bool reads_like_ascii(std::string_view word) const {
        if (is_ascii(word) || !spoof) return true;
        UErrorCode status = U_ZERO_ERROR;
        std::string skeleton(word.size() * 4 + 16, '\0');
        const auto length = uspoof_getSkeletonUTF8(
            spoof.get(), 0, word.data(), static_cast<std::int32_t>(word.size()), skeleton.data(),
            static_cast<std::int32_t>(skeleton.size()), &status);
        if (U_FAILURE(status)) return true;
        return is_ascii(std::string_view(skeleton).substr(0, static_cast<std::size_t>(length)));
    }
};

Lookalikes::Lookalikes() = default;
Lookalikes::~Lookalikes() = default;

void Lookalikes::look_at_name(std::string_view name) {
    look_at(name, true);
}

void Lookalikes::look_at_text(std::string_view text) {
    look_at(text, false);
}

void Lookalikes::look_at_json(std::string_view json) {
    // Most values have no other letters at all.
    if (is_ascii(json)) return;
    const auto value = parse_json(json, limits_of_own_text(json.size()));
    if (!value) return look_at_text(json);
    std::vector<const Json*> left{&*value};
    while (!left.empty()) {
        const Json& one = *left.back();
        left.pop_back();
        if (one.is_string()) look_at_text(one.get_ref<const std::string&>());
        // The last one first, so they come in their order.
        for (auto at = one.rbegin(); one.is_structured() && at != one.rend(); ++at) {
            left.push_back(&*at);
        }
        if (!one.is_object()) continue;
        for (auto member = one.begin(); member != one.end(); ++member) look_at_text(member.key());
    }
}

void Lookalikes::look_at(std::string_view text, bool is_name) {
    if (is_ascii(text)) return;
    if (!checker_) checker_ = std::make_unique<Checker>();
    const auto words = words_of(text);
    // Where each word can be read as ASCII, the text as a whole can be taken for it: "сору". In a
    // sentence some word cannot.
    const bool may_be_ascii = is_name || has_ascii_letter(text) ||
                              std::all_of(words.begin(), words.end(), [&](std::string_view word) {
                                  return checker_->reads_like_ascii(word);
                              });
    for (const std::string_view word : words) {
        if (is_ascii(word) || seen_.find(word) != seen_.end()) continue;
        const bool is_long = is_name || count_code_points(word) >= k_characters_min;
        if (is_lookalike(word, may_be_ascii && is_long)) tell(word);
    }
}

/// `may_be_ascii`: nothing around it shows another script.
bool Lookalikes::is_lookalike(std::string_view word, bool may_be_ascii) const {
    if (checker_->mixes_scripts(word)) return true;
    if (has_ascii_letter(word)) {
        return checker_->has_unusual(word) && checker_->reads_like_ascii(word);
    }
    return may_be_ascii && checker_->reads_like_ascii(word);
}

void Lookalikes::tell(std::string_view word) {
    seen_.emplace(word);
    if (lines_.size() < k_lines_max) {
        lines_.push_back(escape_for_display(word) + ": " + spelled_out(word));
    } else {
        ++more_;
    }
}

}  // namespace iam::question
