// Words texts for errors about values.

#include "iam/core/value_text.hpp"

#include <iam/core/json_writer.hpp>
#include <iam/core/utf8.hpp>

#include <algorithm>
#include <vector>

namespace iam {
namespace {

constexpr std::size_t k_word_bytes_max = 64;
constexpr std::size_t k_whole = std::string::npos;

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Counts insertions, deletions, replacements and exchanges of neighbours; case does not count.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool same = lower(a[i - 1]) == lower(b[j - 1]);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0U : 1U)});
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                lower(a[i - 2]) == lower(b[j - 1]))
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
        before.swap(last);
        last.swap(row);
    }
    return last[b.size()];
}

}  // namespace

std::string shown(std::string_view json, std::size_t bytes_max) {
    if (json.size() <= bytes_max) return std::string(json);
    const std::string_view first = first_bytes(json, bytes_max);
    return std::string(first) + "… (" + std::to_string(json.size() - first.size()) + " more bytes)";
}

std::string quoted_name(std::string_view name, std::size_t bytes_max) {
    const bool is_plain = std::all_of(name.begin(), name.end(), [](char c) {
        return c != '\'' && static_cast<unsigned char>(c) >= 0x20U;
    });
    JsonWriter json;
    if (is_plain || !json.try_string(name)) return "'" + shown(name, bytes_max) + "'";
    return shown(json.text(), bytes_max);
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
    // The word comes from outside. A long word is no slip and would only cost time.
    if (word.empty() || word.size() > k_word_bytes_max) return {};
    std::string_view best;
    std::size_t best_distance = 0;
    for (const std::string_view candidate : candidates) {
        if (candidate.size() > k_word_bytes_max) continue;
        const std::size_t found = distance(word, candidate);
        const std::size_t allowed =
            std::max<std::size_t>(1, std::max(word.size(), candidate.size()) / 3);
        if (found > allowed || (!best.empty() && found >= best_distance)) continue;
        best = candidate;
        best_distance = found;
    }
    return best;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates) {
    const std::string_view best = nearest(word, candidates);
    return best.empty() ? std::string() : ". Did you mean " + quoted_name(best, k_whole) + "?";
}

std::string quoted_list(std::span<const std::string_view> words) {
    std::string text;
    for (const std::string_view word : words) {
        if (!text.empty()) text += ", ";
        text += quoted_name(word, k_whole);
    }
    return text;
}

std::size_t count_code_points(std::string_view text) noexcept {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return !is_utf8_continuation(c); }));
}

}  // namespace iam
