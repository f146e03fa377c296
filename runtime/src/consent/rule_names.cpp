// Matches names of tools and origins with patterns.
#include <iam/consent/rules.hpp>
#include <iam/core/utf8.hpp>

namespace iam::consent {

Result<NamePattern> NamePattern::parse(std::string_view text) {
    if (text.empty()) return fail(Errc::invalid_argument, "the name is empty; write one, or \"*\"");
    NamePattern pattern;
    pattern.text_ = text;
    for (std::size_t at = 0; at < text.size(); ++at) {
        Kind kind = Kind::byte;
        if (text[at] == '*') kind = Kind::run;
        if (text[at] == '?') kind = Kind::character;
        if (text[at] == '\\' && ++at == text.size()) {
            return fail(Errc::invalid_argument,
                        "a backslash ends it; write two for the character itself");
        }
        pattern.is_exact_ = pattern.is_exact_ && kind == Kind::byte;
        pattern.kinds_.push_back(kind);
        pattern.literal_.push_back(text[at]);
    }
    return pattern;
}

// Only the last run is ever tried again, so the work is at most the product of both lengths.
bool NamePattern::matches(std::string_view name) const noexcept {
    if (is_exact_) return name == literal_;
    constexpr std::size_t none = std::string_view::npos;
    std::size_t at = 0;
    std::size_t part = 0;
    std::size_t after_run = none;
    std::size_t run_start = 0;
    while (at < name.size() || part < kinds_.size()) {
        const bool left = part < kinds_.size();
        if (left && kinds_[part] == Kind::run) {
            after_run = ++part;
            run_start = at;
        } else if (left && at < name.size() &&
                   (kinds_[part] == Kind::character || literal_[part] == name[at])) {
            const bool whole = kinds_[part++] == Kind::character;
            ++at;
            while (whole && at < name.size() && is_utf8_continuation(name[at])) ++at;
        } else if (after_run != none && run_start < name.size()) {
            part = after_run;
            at = ++run_start;
        } else {
            return false;
        }
    }
    return true;
}

}  // namespace iam::consent
