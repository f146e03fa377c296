#include "schema/patterns/pattern_source.hpp"

namespace iam::schema {
namespace {

std::string at_byte(std::size_t start, std::string_view problem) {
    return "at byte " + std::to_string(start) + " of the pattern: " + std::string(problem);
}

int hex_digit(char c) noexcept {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

}  // namespace

char32_t PatternSource::take_code_point() noexcept {
    std::string_view rest = text_.substr(at_);
    const char32_t code = iam::take_code_point(rest);
    at_ = text_.size() - rest.size();
    return code;
}

std::optional<char32_t> PatternSource::take_hex(std::size_t digits) noexcept {
    if (text_.size() - at_ < digits) return std::nullopt;
    char32_t code = 0;
    for (std::size_t i = 0; i < digits; ++i) {
        const int digit = hex_digit(text_[at_ + i]);
        if (digit < 0) return std::nullopt;
        code = code * 16 + static_cast<char32_t>(digit);
    }
    at_ += digits;
    return code;
}

tl::unexpected<Error> PatternSource::wrong(std::size_t start, std::string problem) const {
    return fail(Errc::invalid_argument, at_byte(start, problem));
}

void PatternSource::cannot(std::size_t start, std::string problem) {
    cannot(at_byte(start, problem));
}

void PatternSource::cannot(std::string problem) {
    if (!untranslatable_) untranslatable_ = Error{Errc::invalid_argument, std::move(problem)};
}

Result<void> PatternSource::spend_ranges(std::size_t start, std::size_t count) {
    ranges_ += count;
    if (ranges_ <= k_pattern_ranges_max) return {};
    return wrong(start, "the sets so far have more than " + std::to_string(k_pattern_ranges_max) +
                            " ranges; use fewer classes and properties");
}

}  // namespace iam::schema
