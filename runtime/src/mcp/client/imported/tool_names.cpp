// Look-alike names have an equal key: one key folds case and punctuation, the other folds shapes.
#include "mcp/client/imported/tool_names.hpp"

#include <iam/core/json.hpp>
#include <iam/core/utf8.hpp>
#include <iam/question/escape.hpp>
#include <iam/question/lookalikes.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <set>

namespace iam::mcp {
namespace {

constexpr std::string_view k_allowed = "use 1 to 128 of A-Z a-z 0-9 _ - . /";

bool is_digit_sign(char c) noexcept {
    return c >= '0' && c <= '9';
}

bool is_name_sign(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit_sign(c) || c == '_' ||
           c == '-';
}

bool is_punctuation(char c) noexcept {
    return c == '_' || c == '-' || c == '.' || c == '/';
}

char lower_case(char c) noexcept {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_direction_mark(char32_t c) noexcept {
    return c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069);
}

std::string_view kind_of_character(char32_t c) noexcept {
    if (c < 0x20 || (c >= 0x7F && c < 0xA0)) return "the control character ";
    if (is_direction_mark(c)) return "the direction mark ";
    return c < 0x80 ? "the character " : "the non-ASCII character ";
}

tl::unexpected<Error> bad_character(std::string_view name, std::string_view rest) {
    const std::size_t at = name.size() - rest.size();
    const char32_t character = take_code_point(rest);
    std::array<char, 16> spelled{};
    std::snprintf(spelled.data(), spelled.size(), "U+%04X", static_cast<unsigned>(character));
    std::string reason = "the name has ";
    reason.append(kind_of_character(character)).append(spelled.data());
    reason.append(" at byte ").append(std::to_string(at)).append("; ").append(k_allowed);
    question::Lookalikes lookalikes;
    lookalikes.look_at_name(name);
    for (const std::string& line : lookalikes.lines())
        reason += "; it can be taken for other letters (" + line + ")";
    return fail(Errc::invalid_argument, reason + ".");
}

/// Without case and punctuation. Between digits punctuation counts: 1_2 is not 12.
std::string letters_key(std::string_view name) {
    std::string key;
    for (std::size_t at = 0; at < name.size(); ++at) {
        if (!is_punctuation(name[at])) {
            key += lower_case(name[at]);
        } else if (!key.empty() && is_digit_sign(key.back()) && at + 1 < name.size() &&
                   is_digit_sign(name[at + 1])) {
            key += '_';
        }
    }
    return key;
}

/// With one sign for signs of the same shape. The sign is a digit, so digits stay digits.
std::string shapes_key(std::string_view name) {
    std::string key;
    for (const char c : name) {
        const bool is_bar = c == 'l' || c == 'I';
        const bool is_ring = c == 'O' || c == 'o';
        if (c == 'n' && !key.empty() && key.back() == 'r') {
            key.back() = 'm';
        } else {
            key += is_bar ? '1' : is_ring ? '0' : c;
        }
    }
    return letters_key(key);
}

/// The tools with one key, by their indices in the list.
using NamesByKey = std::map<std::string, std::vector<std::size_t>>;

class NameJudge {
 public:
    explicit NameJudge(const std::vector<ToolId>& tools) : tools_(tools) {
        for (std::size_t at = 0; at < tools.size(); ++at) {
            letters_[letters_key(tools[at].name)].push_back(at);
            shapes_[shapes_key(tools[at].name)].push_back(at);
            ++counts_[tools[at]];
        }
    }

    std::vector<NameFinding> findings() const {
        std::vector<NameFinding> found;
        std::set<ToolId> told;
        for (std::size_t at = 0; at < tools_.size(); ++at) {
            const ToolId& tool = tools_[at];
            if (tool.origin.empty() || !told.insert(tool).second) continue;
            NameFinding finding{tool, true, {}};
            if (const auto checked = check_tool_name(tool.name); !checked) {
                finding.reason = checked.error().message;
            } else {
                judge(at, finding);
            }
            if (!finding.reason.empty()) found.push_back(std::move(finding));
        }
        return found;
    }

 private:
    /// The worst fault counts: the same name, then a look-alike here, then one elsewhere.
    void judge(std::size_t at, NameFinding& finding) const {
        if (counts_.at(tools_[at]) > 1) {
            finding.reason =
                "the server lists more than one tool of this name, so none of them is used";
            return;
        }
        const ToolId* other = look_alike(at);
        if (other == nullptr) return;
        finding.is_refused = other->origin == tools_[at].origin;
        finding.reason = finding.is_refused
                             ? "the name looks like '" + question::escape_for_display(other->name) +
                                   "' of the same server, so neither is used"
                             : elsewhere_text(tools_[at], *other);
    }

    /// A tool of the same origin, if there is one; else one of another origin.
    const ToolId* look_alike(std::size_t at) const {
        const ToolId* elsewhere = nullptr;
        for (const auto* group : {&letters_.at(letters_key(tools_[at].name)),
                                  &shapes_.at(shapes_key(tools_[at].name))}) {
            for (const std::size_t other : *group) {
                if (other == at) continue;
                if (tools_[other].origin == tools_[at].origin) return &tools_[other];
                if (elsewhere == nullptr) elsewhere = &tools_[other];
            }
        }
        return elsewhere;
    }

    static std::string elsewhere_text(const ToolId& tool, const ToolId& other) {
        std::string text = tool.name == other.name
                               ? "the name is also a tool's of "
                               : "the name looks like '" +
                                     question::escape_for_display(other.name) + "', a tool of ";
        text += other.origin.empty()
                    ? "this program"
                    : "the server '" + question::escape_for_display(other.origin) + "'";
        return text + "; the server's name in front tells them apart";
    }

    const std::vector<ToolId>& tools_;
    NamesByKey letters_{};
    NamesByKey shapes_{};
    std::map<ToolId, std::size_t> counts_{};
};

}  // namespace

Result<void> check_tool_name(std::string_view name) {
    if (name.empty())
        return fail(Errc::invalid_argument, "the name is empty; " + std::string(k_allowed) + ".");
    if (!is_valid_utf8(name))
        return fail(Errc::invalid_argument,
                    "the name is not UTF-8; " + std::string(k_allowed) + ".");
    for (std::size_t at = 0; at < name.size(); ++at) {
        if (!is_name_sign(name[at]) && name[at] != '.' && name[at] != '/')
            return bad_character(name, name.substr(at));
    }
    if (name.size() > k_tool_name_bytes_max)
        return fail(Errc::invalid_argument, "the name has " + std::to_string(name.size()) +
                                                " bytes; " + std::string(k_allowed) + ".");
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find('/', begin), name.size());
        const std::string_view part = name.substr(begin, end - begin);
        if (part.empty() || part.front() == '.' || part.back() == '.')
            return fail(Errc::invalid_argument,
                        "the name has a part like that of a path (byte " + std::to_string(begin) +
                            "); let each part between slashes have a character, and no dot at "
                            "its ends.");
        begin = end + 1;
    }
    return {};
}

std::vector<NameFinding> judge_tool_names(const std::vector<ToolId>& tools) {
    return NameJudge(tools).findings();
}

}  // namespace iam::mcp
