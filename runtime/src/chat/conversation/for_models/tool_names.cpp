// Maps tool ids to names that every provider takes. The three forms of names do not overlap, so two
// ids share a name only if 64 bits of their digests are equal.
#include "chat/conversation/for_models/tool_names.hpp"

#include <iam/core/digest.hpp>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace iam::chat {
namespace {

constexpr std::size_t k_model_name_max = 64;
constexpr std::size_t k_digits = 16;
constexpr std::string_view k_border = "__";

bool is_name_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

bool is_plain_part(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), is_name_letter) &&
           text.find(k_border) == std::string_view::npos;
}

bool is_digest_digits(std::string_view text) {
    return text.size() == k_digits && std::all_of(text.begin(), text.end(), [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
           });
}

std::string digested(const ToolId& id) {
    std::string readable;
    for (const char c : id.origin.empty() ? id.name : id.origin + "_" + id.name)
        readable += is_name_letter(c) ? c : '_';
    readable.resize(std::min(readable.size(), k_model_name_max - k_digits - k_border.size()));
    Hasher hasher(domain_tag("iam/model-name/1"));
    hasher.update_framed(id.origin).update_framed(id.name);
    return readable + std::string(k_border) + hasher.finish().hex().substr(0, k_digits);
}

/// The number of letters to insert, remove or replace.
std::size_t letters_apart(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row.back();
}

}  // namespace

std::string model_name(const ToolId& id) {
    if (id.origin.empty()) {
        const bool fits = is_plain_part(id.name) && id.name.size() <= k_model_name_max;
        return fits ? id.name : digested(id);
    }
    const bool fits = is_plain_part(id.origin) && is_plain_part(id.name) &&
                      id.origin.back() != '_' && id.name.front() != '_' &&
                      !is_digest_digits(id.name) &&
                      id.origin.size() + k_border.size() + id.name.size() <= k_model_name_max;
    return fits ? id.origin + std::string(k_border) + id.name : digested(id);
}

ToolNames::ToolNames(std::shared_ptr<const Catalogue> catalogue,
                     const std::function<bool(const Contract&)>& offers)
    : catalogue_(std::move(catalogue)) {
    for (const Contract* contract : catalogue_->contracts()) {
        if (offers && !offers(*contract)) continue;
        tools_.emplace(model_name(contract->id), contract);
    }
}

const Contract* ToolNames::find(std::string_view name) const {
    const auto found = tools_.find(name);
    return found == tools_.end() ? nullptr : found->second;
}

std::vector<std::string> ToolNames::nearest(std::string_view name) const {
    constexpr std::size_t k_shown = 3;
    const std::string_view compared = name.substr(0, k_model_name_max);
    std::vector<std::pair<std::size_t, std::string>> near;
    for (const auto& [known, contract] : tools_) {
        const std::size_t far = letters_apart(compared, known);
        if (far * 2 <= std::max(compared.size(), known.size())) near.emplace_back(far, known);
    }
    std::sort(near.begin(), near.end());
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(near.size(), k_shown); ++i)
        names.push_back(std::move(near[i].second));
    return names;
}

}  // namespace iam::chat
