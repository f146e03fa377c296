// Redacts members by pointer and texts by pattern.
#include "iam/gate/redactor.hpp"

#include <iam/core/json.hpp>
#include <iam/schema/pattern.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace iam::gate {

struct RedactRule {
    Redact what{};
    std::vector<std::vector<std::string>> pointers{};
    std::vector<schema::Pattern> patterns{};

    bool is_about(const ToolId& tool, std::string_view field) const {
        const auto& fields = what.fields;
        return (!what.tool || *what.tool == tool) &&
               std::find(fields.begin(), fields.end(), field) != fields.end();
    }
    bool finds(std::string_view text) const {
        return std::any_of(patterns.begin(), patterns.end(),
                           [&](const schema::Pattern& pattern) { return pattern.search(text); });
    }
};

namespace {

constexpr std::string_view k_redacted = "[redacted]";
constexpr std::string_view k_redacted_json = "\"[redacted]\"";
constexpr std::array<std::string_view, 4> k_fields{"arguments", "result", "preview", "message"};

std::vector<std::string> pointer_tokens(std::string_view pointer) {
    std::vector<std::string> tokens;
    for (std::size_t i = 0; i < pointer.size(); ++i) {
        if (pointer[i] == '/') {
            tokens.emplace_back();
        } else if (pointer[i] == '~' && i + 1 < pointer.size()) {
            tokens.back() += pointer[++i] == '1' ? '/' : '~';
        } else {
            tokens.back() += pointer[i];
        }
    }
    return tokens;
}

bool redact_at(Json& value, const std::vector<std::string>& tokens, std::size_t at) {
    if (at == tokens.size()) {
        value = std::string(k_redacted);
        return true;
    }
    bool changed = false;
    const std::string& token = tokens[at];
    if (value.is_object()) {
        for (auto member = value.begin(); member != value.end(); ++member) {
            if (token == "*" || member.key() == token)
                changed = redact_at(*member, tokens, at + 1) || changed;
        }
    } else if (value.is_array()) {
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (token == "*" || token == std::to_string(i))
                changed = redact_at(value[i], tokens, at + 1) || changed;
        }
    }
    return changed;
}

bool redact_texts(Json& value, const RedactRule& rule) {
    if (value.is_string()) {
        if (!rule.finds(value.get_ref<const std::string&>())) return false;
        value = std::string(k_redacted);
        return true;
    }
    bool changed = false;
    if (value.is_object()) {
        for (auto member = value.begin(); member != value.end(); ++member) {
            if (rule.finds(member.key())) {
                *member = std::string(k_redacted);
                changed = true;
            } else {
                changed = redact_texts(*member, rule) || changed;
            }
        }
    } else if (value.is_array()) {
        for (Json& element : value) changed = redact_texts(element, rule) || changed;
    } else if (rule.finds(value.dump())) {
        value = std::string(k_redacted);
        changed = true;
    }
    return changed;
}

std::optional<std::string> redact_value(const RedactRule& rule, const std::string& text) {
    auto value = parse_json(text, limits_of_own_text(text.size()));
    if (!value) return std::string(k_redacted_json);
    bool changed = false;
    for (const auto& tokens : rule.pointers) changed = redact_at(*value, tokens, 0) || changed;
    if (!rule.patterns.empty()) changed = redact_texts(*value, rule) || changed;
    if (!changed) return std::nullopt;
    return canonical_json(*value).value_or(std::string(k_redacted_json));
}

/// A message is plain text and has no members.
std::optional<std::string> redact_text(const RedactRule& rule, const std::string& text) {
    if (!rule.finds(text)) return std::nullopt;
    return std::string(k_redacted);
}

Result<RedactRule> compile_rule(Redact what) {
    RedactRule rule;
    if (what.pointers.empty() && what.patterns.empty()) {
        return fail(Errc::invalid_argument,
                    "A redaction without pointers and patterns leaves nothing out; give it one.");
    }
    for (const std::string& field : what.fields) {
        if (std::find(k_fields.begin(), k_fields.end(), field) == k_fields.end()) {
            return fail(Errc::invalid_argument,
                        "There is no field \"" + field +
                            "\" of a record; write arguments, result, preview or message.");
        }
    }
    for (const std::string& pointer : what.pointers) {
        if (!pointer.empty() && pointer.front() != '/') {
            return fail(Errc::invalid_argument, "\"" + pointer +
                                                    "\" is no JSON Pointer; one that is not empty "
                                                    "begins with \"/\".");
        }
        rule.pointers.push_back(pointer_tokens(pointer));
    }
    for (const std::string& pattern : what.patterns) {
        IAM_TRY(compiled, schema::Pattern::compile(pattern));
        rule.patterns.push_back(std::move(compiled));
    }
    rule.what = std::move(what);
    return rule;
}

}  // namespace

struct Redactor::Rules {
    std::vector<RedactRule> all{};

    /// The rest of `bytes`; nothing if all of it stays.
    std::optional<std::string> left_of(const ToolId& tool, std::string_view field,
                                       const std::string& bytes, bool for_reply) const {
        std::optional<std::string> left;
        for (const RedactRule& rule : all) {
            if (!rule.is_about(tool, field) || (for_reply && !rule.what.replies)) continue;
            const std::string& text = left ? *left : bytes;
            auto less = field == "message" ? redact_text(rule, text) : redact_value(rule, text);
            if (less) left = std::move(less);
        }
        return left;
    }
};

Result<std::shared_ptr<Redactor>> Redactor::make(std::vector<Redact> rules) {
    auto compiled = std::make_unique<Rules>();
    for (Redact& rule : rules) {
        IAM_TRY(one, compile_rule(std::move(rule)));
        compiled->all.push_back(std::move(one));
    }
    return std::shared_ptr<Redactor>(new Redactor(std::move(compiled)));
}

Redactor::Redactor(std::unique_ptr<const Rules> rules) : rules_(std::move(rules)) {}
Redactor::~Redactor() = default;

std::optional<std::string> Redactor::on_record(const CallView& call, std::string_view field,
                                               const std::string& bytes) {
    return rules_->left_of(call.call.tool, field, bytes, false);
}

std::optional<ToolResult> Redactor::after_execute(const CallView& call, const ToolResult& result) {
    const ToolId& tool = call.call.tool;
    auto message = rules_->left_of(tool, "message", result.message, true);
    auto value =
        result.result ? rules_->left_of(tool, "result", *result.result, true) : std::nullopt;
    if (!message && !value) return std::nullopt;
    ToolResult reply = result;
    if (message) reply.message = *std::move(message);
    if (value) reply.result = *std::move(value);
    return reply;
}

}  // namespace iam::gate
