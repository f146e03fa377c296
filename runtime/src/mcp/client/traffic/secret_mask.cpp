#include "mcp/client/traffic/secret_mask.hpp"

#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/core/limits.hpp>
#include <iam/question/escape.hpp>

#include <algorithm>
#include <utility>

namespace iam::mcp {
namespace {

constexpr std::string_view k_mask = "[secret]";
constexpr std::string_view k_cut = "…";
constexpr std::size_t k_secret_part_min = 4;

void replace_all(std::string& text, std::string_view part, std::string_view other) {
    for (std::size_t at = text.find(part); at != std::string::npos;
         at = text.find(part, at + other.size()))
        text.replace(at, part.size(), other);
}

/// Replaces the beginning of the secret that ends at `end`. Returns where the text goes on.
std::size_t mask_beginning(std::string& text, std::size_t end, std::string_view secret) {
    for (std::size_t size = std::min(secret.size() - 1, end); size >= k_secret_part_min; --size) {
        if (text.compare(end - size, size, secret.substr(0, size)) != 0) continue;
        text.replace(end - size, size, k_mask);
        return end - size + k_mask.size();
    }
    return end;
}

/// A text that was cut may hold the beginning of a secret.
void mask_cuts(std::string& text, std::string_view secret) {
    if (secret.size() <= k_secret_part_min) return;
    for (std::size_t at = text.find(k_cut); at != std::string::npos;) {
        at = mask_beginning(text, at, secret);
        at = text.find(k_cut, at + k_cut.size());
    }
    mask_beginning(text, text.size(), secret);
}

/// The secret as JSON writes it, with its quotes.
std::string as_json_string(std::string_view secret) {
    JsonWriter out;
    out.string(secret);
    return out.take();
}

/// The forms of a secret that are looked for.
std::vector<std::string> forms_of(std::string_view secret) {
    std::string quoted = as_json_string(secret);
    if (secret.size() < k_secret_part_min) return {std::move(quoted)};
    std::string in_json = quoted.substr(1, quoted.size() - 2);
    std::string with_slashes = in_json;
    for (std::size_t at = with_slashes.find('/'); at != std::string::npos;
         at = with_slashes.find('/', at + 2))
        with_slashes.insert(at, 1, '\\');
    return {std::move(in_json), std::move(with_slashes), std::string(secret),
            question::escape_for_display(secret)};
}

/// A server may write a secret with other escapes than this program does.
std::string with_usual_escapes(std::string_view text) {
    if (text.find('\\') != std::string_view::npos) {
        if (const auto value = parse_json(text, limits_of_own_text(text.size()))) {
            if (auto usual = canonical_json(*value)) return *std::move(usual);
        }
    }
    return std::string(text);
}

}  // namespace

void SecretMask::hide(std::string_view secret) {
    if (secret.empty()) return;
    std::vector<std::string> forms = forms_of(secret);
    const std::lock_guard lock(mutex_);
    for (std::string& form : forms) {
        if (std::find(hidden_.begin(), hidden_.end(), form) == hidden_.end())
            hidden_.push_back(std::move(form));
    }
    // A secret may hold another one.
    std::stable_sort(hidden_.begin(), hidden_.end(),
                     [](const auto& a, const auto& b) { return a.size() > b.size(); });
}

std::string SecretMask::masked(std::string_view text) const {
    const std::lock_guard lock(mutex_);
    if (hidden_.empty()) return std::string(text);
    std::string shown = with_usual_escapes(text);
    for (const std::string& secret : hidden_) replace_all(shown, secret, k_mask);
    for (const std::string& secret : hidden_) mask_cuts(shown, secret);
    return shown;
}

void SecretMask::mask(rpc::ErrorObject& error) const {
    error.message = masked(error.message);
    if (error.data.empty()) return;
    std::string data = masked(error.data);
    if (data != error.data && !parse_json(data, {.allow_nul = true})) data.clear();
    error.data = std::move(data);
}

}  // namespace iam::mcp
