// English sentences of other modules, in another language.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace iam::words {

/// In both texts, "%1" to "%9" stand for an unchanged value, and "#1" to "#9" for a phrase of the
/// same book. A value in quotes is a stranger's text: no mark stands in it, and it stays as it is.
struct Phrase {
    std::string_view english;
    std::string_view text;
};

struct Phrasebook {
    std::span<const Phrase> frames;  ///< around other phrases; the first fitting one is taken
    std::span<const Phrase> phrases;
};

/// The sentence by the phrase that it is, else by a frame, else by the phrase that has most of its
/// text; `english` itself if none fits.
std::string read_phrase(const Phrasebook& book, std::string_view english);

std::string phrase_pt_br(std::string_view english);

}  // namespace iam::words
