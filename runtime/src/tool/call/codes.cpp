// Judges the codes of functions.
#include "iam/tool/codes.hpp"

#include <iam/tool/call.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

namespace iam::code {
namespace {

constexpr std::size_t k_bytes_max = 64;

constexpr std::array k_reserved = {
    tool_not_found,     policy_denied,   confirmation_required, user_denied,
    no_decision,        stale_approval,  ledger_unavailable,    outcome_unknown,
    interceptor_failed, entry_not_found, already_undone,        nothing_to_undo,
    audit_disabled,     nothing_to_redo, did_not_happen,        nothing_to_reconcile,
};

bool is_upper(char c) noexcept {
    return c >= 'A' && c <= 'Z';
}
bool is_lower(char c) noexcept {
    return c >= 'a' && c <= 'z';
}

}  // namespace

bool is_word(std::string_view code) noexcept {
    const auto allowed = [](char c) { return is_lower(c) || (c >= '0' && c <= '9') || c == '_'; };
    return !code.empty() && code.size() <= k_bytes_max &&
           std::all_of(code.begin(), code.end(), allowed);
}

bool is_reserved(std::string_view code) noexcept {
    return std::find(k_reserved.begin(), k_reserved.end(), code) != k_reserved.end();
}

std::string of_enumerator(std::string_view name) {
    std::string word;
    for (std::size_t i = 0; i < name.size(); ++i) {
        // A word begins after a small letter, and with the last of several capitals: "HTTPError".
        const bool begins =
            i > 0 && is_upper(name[i]) && name[i - 1] != '_' &&
            (!is_upper(name[i - 1]) || (i + 1 < name.size() && is_lower(name[i + 1])));
        if (begins) word += '_';
        word += is_upper(name[i]) ? static_cast<char>(name[i] - 'A' + 'a') : name[i];
    }
    return is_word(word) && !is_reserved(word) ? word : std::string();
}

}  // namespace iam::code
