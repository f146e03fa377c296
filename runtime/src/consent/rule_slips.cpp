// Makes a few matching texts from a pattern's tree, changes each a little, and matches again.
#include "consent/rule_slips.hpp"

#include <iam/core/utf8.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

namespace iam::consent {
namespace {

using schema::PatternNode;
using Kind = PatternNode::Kind;
using Texts = std::vector<std::string>;

constexpr std::size_t k_texts_max = 16;  // of one pattern
constexpr std::size_t k_text_bytes_max = 256;

bool starts_at_start(const PatternNode& node) {
    switch (node.kind) {
        case Kind::text_start:
            return true;
        case Kind::sequence:
            return !node.children.empty() && starts_at_start(node.children.front());
        case Kind::choice:
            return std::all_of(node.children.begin(), node.children.end(), starts_at_start);
        case Kind::repeat:
            return node.least > 0 && starts_at_start(node.children.front());
        default:
            return false;
    }
}

bool ends_at_end(const PatternNode& node) {
    switch (node.kind) {
        case Kind::text_end:
            return true;
        case Kind::sequence:
            return !node.children.empty() && ends_at_end(node.children.back());
        case Kind::choice:
            return std::all_of(node.children.begin(), node.children.end(), ends_at_end);
        case Kind::repeat:
            return node.least > 0 && ends_at_end(node.children.front());
        default:
            return false;
    }
}

/// The character of the set that a person is most likely to write.
std::optional<char32_t> likely(const schema::CodePointSet& set) {
    constexpr std::array<schema::CodePointRange, 5> k_wanted{
        {{U'a', U'z'}, {U'A', U'Z'}, {U'0', U'9'}, {U' ', U'~'}, {0, 0x10FFFF}}};
    for (const auto& wanted : k_wanted) {
        for (const auto& range : set) {
            const char32_t first = std::max(range.first, wanted.first);
            if (first <= std::min(range.last, wanted.last)) return first;
        }
    }
    return std::nullopt;
}

Texts texts_of(const PatternNode& node);

/// The first texts of all children together, and then each other text of one child among them.
Texts texts_of_sequence(const PatternNode& node) {
    std::vector<Texts> parts;
    for (const PatternNode& child : node.children) {
        parts.push_back(texts_of(child));
        if (parts.back().empty()) return {};
    }
    Texts all;
    const auto add = [&](std::size_t varied, std::size_t which) {
        std::string text;
        for (std::size_t i = 0; i < parts.size(); ++i) text += parts[i][i == varied ? which : 0];
        if (all.size() < k_texts_max && text.size() <= k_text_bytes_max) {
            all.push_back(std::move(text));
        }
    };
    add(0, 0);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        for (std::size_t which = 1; which < parts[i].size(); ++which) add(i, which);
    }
    if (parts.empty()) all = {""};
    return all;
}

Texts texts_of_repeat(const PatternNode& node) {
    Texts all;
    for (std::string& text : texts_of(node.children.front())) {
        std::string repeated;
        for (std::uint32_t i = 0; i < node.least && repeated.size() <= k_text_bytes_max; ++i) {
            repeated += text;
        }
        all.push_back(std::move(repeated));
        if (node.least == 0 && node.most > 0) all.push_back(std::move(text));
    }
    return all;
}

Texts texts_of(const PatternNode& node) {
    Texts all;
    switch (node.kind) {
        case Kind::sequence:
            return texts_of_sequence(node);
        case Kind::choice:
            for (const PatternNode& child : node.children) {
                Texts more = texts_of(child);
                std::move(more.begin(), more.end(), std::back_inserter(all));
            }
            break;
        case Kind::repeat:
            all = texts_of_repeat(node);
            break;
        case Kind::set:
            if (const auto code = likely(node.set)) append_utf8(all.emplace_back(), *code);
            break;
        default:
            all = {""};
    }
    std::erase_if(all, [](const std::string& text) { return text.size() > k_text_bytes_max; });
    if (all.size() > k_texts_max) all.resize(k_texts_max);
    return all;
}

bool is_blank(char c) noexcept {
    return c == ' ' || c == '\t';
}

/// Puts a line end at either end, or in place of a blank. Elsewhere a line end makes another word.
Texts with_line_end(const std::string& text) {
    Texts changed{"\n" + text, text + "\n"};
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!is_blank(text[i])) continue;
        changed.push_back(text);
        changed.back().replace(i, 1, "\n");
    }
    return changed;
}

Texts with_blank(const std::string& text) {
    return {" " + text};
}

Texts in_other_case(const std::string& text) {
    std::string upper = text;
    std::string lower = text;
    for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return {upper, lower};
}

/// Doubles a slash, as paths may. Addresses have the condition `host`.
Texts with_second_slash(const std::string& text) {
    Texts changed;
    for (std::size_t at = text.find('/'); at != std::string::npos; at = text.find('/', at + 1)) {
        changed.push_back(text);
        changed.back().insert(at, "/");
    }
    return changed;
}

struct Change {
    Texts (*make)(const std::string&);
    std::string_view name;
    std::string_view advice;
};

constexpr Change k_line_end{with_line_end, "a line end more",
                            "take out ^ and $, and write \\s for a blank"};
constexpr Change k_blank{with_blank, "a blank in front", "begin it with ^\\s*, or take out the ^"};
constexpr Change k_case{in_other_case, "other case", "write both, as in [rR][mM]"};
constexpr Change k_slash{with_second_slash, "a slash more, and may be the same path",
                         "write /+, or a condition with \"below\""};
constexpr Change k_line_end_taken{with_line_end, "a line end more",
                                  "write [^\\r\\n] in place of . or \\s if one line is meant"};

/// The first change of this kind after which the pattern matches, or does not if `wanted` is false.
std::optional<Slip> first_slip(const Matching& matching, const Texts& covered, const Change& change,
                               bool wanted, RuleSteps& steps, const IsPossible& is_possible) {
    for (const std::string& text : covered) {
        for (const std::string& changed : change.make(text)) {
            if (changed == text) continue;
            if (!steps.spend((changed.size() + 1) * matching.pattern.program_size())) return {};
            if (matching.pattern.search(changed) != wanted || !is_possible(changed)) continue;
            return Slip{text, changed, change.name, change.advice};
        }
    }
    return std::nullopt;
}

Texts covered_texts(const Matching& matching, RuleSteps& steps) {
    const auto tree = schema::parse_pattern(matching.source, schema::Dot::any_character);
    if (!tree) return {};
    Texts texts = texts_of(*tree);
    std::erase_if(texts, [&](const std::string& text) {
        return !steps.spend((text.size() + 1) * matching.pattern.program_size()) ||
               !matching.pattern.search(text);
    });
    return texts;
}

}  // namespace

bool is_about_whole_texts(const schema::PatternNode& tree) {
    return starts_at_start(tree) && ends_at_end(tree);
}

std::vector<Slip> slips_past(const Matching& matching, RuleSteps& steps,
                             const IsPossible& is_possible) {
    const Texts covered = covered_texts(matching, steps);
    std::vector<Slip> slips;
    for (const Change& change : {k_line_end, k_blank, k_case, k_slash}) {
        if (auto slip = first_slip(matching, covered, change, false, steps, is_possible)) {
            slips.push_back(*std::move(slip));
        }
    }
    return slips;
}

std::vector<Slip> slips_into(const Matching& matching, RuleSteps& steps,
                             const IsPossible& is_possible) {
    const Texts covered = covered_texts(matching, steps);
    std::vector<Slip> slips;
    if (auto slip = first_slip(matching, covered, k_line_end_taken, true, steps, is_possible)) {
        slips.push_back(*std::move(slip));
    }
    return slips;
}

}  // namespace iam::consent
