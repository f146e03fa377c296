// Reports every text with hidden characters or without valid UTF-8 in the same sentence.
#include <generator/frontend/clang/readable.hpp>

namespace iam::gen {

void report_unreadable(Reader& reader, const Unreadable& found, const std::string& owner,
                       SourceSpan place) {
    if (found.is_utf8) {
        reader.report(DiagnosticId::hidden_character, std::move(place),
                      owner + " holds " + found.name +
                          ", which readers do not see or which changes what they see; take it out");
    } else {
        reader.report(
            DiagnosticId::not_utf8, std::move(place),
            owner + " holds " + found.name + ", which is no UTF-8; save the file in UTF-8");
    }
}

bool is_readable(Reader& reader, std::string_view text, const std::string& owner,
                 const SourceSpan& place) {
    const auto found = find_unreadable(text);
    if (found) report_unreadable(reader, *found, owner, place);
    return !found;
}

}  // namespace iam::gen
