#include "prompt_copy.hpp"

#include <algorithm>

namespace iam::host {

std::string_view tag_of(Locale locale) noexcept {
    return locale == Locale::pt_br ? "pt-BR" : "en-US";
}

Locale locale_of(std::string_view name) noexcept {
    const std::string_view language = name.substr(0, name.find_first_of("-_.@"));
    return language == "pt" ? Locale::pt_br : Locale::en_us;
}

const std::array<CopyRow, k_copy_count>& copy_rows() noexcept {
    static constexpr std::array<CopyRow, k_copy_count> k_rows = {{
#define IAM_COPY(name, key, standing, en, pt) {key, CopyStanding::standing, {en, pt}},
#include "prompt_copy.def"
#undef IAM_COPY
    }};
    return k_rows;
}

std::string_view text_of(Copy copy, Locale locale) noexcept {
    return copy_rows()[static_cast<std::size_t>(copy)].texts[static_cast<std::size_t>(locale)];
}

std::string text_of(Copy copy, Locale locale, std::initializer_list<CopyValue> values) {
    std::string_view rest = text_of(copy, locale);
    std::string text;
    // Only what the row itself names is filled in: a value with braces stays as it is.
    while (!rest.empty()) {
        const std::size_t open = std::min(rest.find('{'), rest.size());
        text += rest.substr(0, open);
        rest.remove_prefix(open);
        const std::size_t close = rest.find('}');
        const std::string_view name = rest.empty() ? rest : rest.substr(1, close - 1);
        const auto* value = std::find_if(values.begin(), values.end(),
                                         [&](const CopyValue& v) { return v.first == name; });
        if (value != values.end()) {
            text += value->second;
            rest.remove_prefix(close + 1);
        } else if (!rest.empty()) {
            text += rest.front();
            rest.remove_prefix(1);
        }
    }
    return text;
}

}  // namespace iam::host
