// Finds secret members by JSON Pointer, with "*" for every element or member.
#include "gate/record/secrets.hpp"

#include "iam/gate/redaction.hpp"
#include <iam/core/json.hpp>
#include <iam/core/value_text.hpp>

#include <algorithm>
#include <charconv>
#include <utility>

namespace iam::gate {
namespace {

constexpr std::string_view k_marker = "[secret]";
// Shorter secrets occur by chance. Replacing them would spoil other text.
constexpr std::size_t k_scrubbed_bytes_min = 4;

std::vector<std::string> tokens_of(std::string_view pointer) {
    std::vector<std::string> tokens;
    for (std::size_t i = 0; i < pointer.size(); ++i) {
        const char c = pointer[i];
        if (c == '/') {
            tokens.emplace_back();
        } else if (!tokens.empty()) {
            const bool escaped = c == '~' && i + 1 < pointer.size();
            if (escaped) ++i;
            tokens.back() += escaped ? (pointer[i] == '1' ? '/' : '~') : c;
        }
    }
    return tokens;
}

std::string describe(const Json& value) {
    const std::string size = std::to_string(value.size());
    if (value.is_string()) {
        const auto& text = value.get_ref<const std::string&>();
        return "[secret string, " + std::to_string(count_code_points(text)) + " characters]";
    }
    if (value.is_array()) return "[secret array, " + size + " elements]";
    if (value.is_object()) return "[secret object, " + size + " members]";
    if (value.is_boolean()) return "[secret boolean]";
    return value.is_null() ? "[secret null]" : "[secret number]";
}

void add_escaped(const std::string& text, SecretTexts& texts) {
    for (const bool only_ascii : {false, true}) {
        const std::string quoted = Json(text).dump(-1, ' ', only_ascii);
        std::string escaped = quoted.substr(1, quoted.size() - 2);
        if (escaped != text) texts.push_back(std::move(escaped));
    }
}

void collect_texts(const Json& value, SecretTexts& texts) {
    if (value.is_structured()) {
        for (const Json& part : value) collect_texts(part, texts);
        return;
    }
    std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    if (text.size() >= k_scrubbed_bytes_min && !value.is_boolean() && !value.is_null()) {
        // A message may quote a value as JSON, with escaped quotes and control characters.
        if (value.is_string()) add_escaped(text, texts);
        texts.push_back(std::move(text));
    }
}

struct Collector {
    Marker marker;
    Json found = Json::object();
    SecretTexts texts{};

    void take(Json& value, const std::string& path) {
        collect_texts(value, texts);
        Json replacement =
            marker == Marker::plain ? Json(std::string(k_marker)) : Json(describe(value));
        found[path] = std::exchange(value, std::move(replacement));
    }

    void visit(Json& value, const std::vector<std::string>& tokens, std::size_t at,
               const std::string& path) {
        if (at == tokens.size()) return take(value, path);
        const std::string& token = tokens[at];
        const auto step = [&](Json& child, auto key) {
            std::string child_path = path;
            append_pointer(child_path, key);
            visit(child, tokens, at + 1, child_path);
        };
        if (value.is_object()) {
            for (auto member = value.begin(); member != value.end(); ++member) {
                if (token == "*" || member.key() == token) step(*member, member.key());
            }
        } else if (value.is_array()) {
            for (std::size_t i = 0; i < value.size(); ++i) {
                if (token == "*" || token == std::to_string(i)) step(value[i], i);
            }
        }
    }
};

void scrub_names(Json& object, const SecretTexts& secrets) {
    Json scrubbed = Json::object();
    for (auto member = object.begin(); member != object.end(); ++member) {
        scrubbed[scrub_text(member.key(), secrets)] = std::move(*member);
    }
    const bool differ = scrubbed.size() == object.size();
    object = differ ? std::move(scrubbed) : Json(std::string(k_marker));
}

void scrub_strings(Json& value, const SecretTexts& secrets) {
    if (value.is_structured()) {
        for (Json& part : value) scrub_strings(part, secrets);
        if (value.is_object()) scrub_names(value, secrets);
    } else if (value.is_string()) {
        value = scrub_text(value.get<std::string>(), secrets);
    } else if (value.is_number() &&
               std::find(secrets.begin(), secrets.end(), value.dump()) != secrets.end()) {
        value = std::string(k_marker);
    }
}

}  // namespace

Redaction redact(std::string_view canonical, const std::vector<std::string>& pointers,
                 Marker marker) {
    auto value = parse_json(canonical, limits_of_own_text(canonical.size()));
    if (!value) return Redaction{"\"[secret]\"", {}, {}};
    Collector collector{marker};
    for (const std::string& pointer : pointers) {
        collector.visit(*value, tokens_of(pointer), 0, {});
    }
    auto& texts = collector.texts;
    // Longer ones first: a secret may contain another.
    std::sort(texts.begin(), texts.end(), [](const std::string& a, const std::string& b) {
        return a.size() != b.size() ? a.size() > b.size() : a < b;
    });
    texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
    Redaction redaction;
    redaction.text = canonical_json(*value).value_or("\"[secret]\"");
    if (!collector.found.empty()) {
        redaction.secrets = canonical_json(collector.found).value_or("{}");
    }
    redaction.texts = std::move(texts);
    return redaction;
}

std::string scrub_text(std::string text, const SecretTexts& secrets) {
    for (const std::string& secret : secrets) {
        // Copies the text, since moving its rest for each secret would take quadratic time.
        std::string scrubbed;
        std::size_t copied = 0;
        for (std::size_t at = text.find(secret); at != std::string::npos;
             at = text.find(secret, copied)) {
            scrubbed.append(text, copied, at - copied).append(k_marker);
            copied = at + secret.size();
        }
        if (copied > 0) text = std::move(scrubbed.append(text, copied));
    }
    return text;
}

bool holds_secret(std::string_view text, const SecretTexts& secrets) noexcept {
    return std::any_of(secrets.begin(), secrets.end(), [text](const std::string& secret) {
        return text.find(secret) != std::string_view::npos;
    });
}

std::string scrub_value(std::string canonical, const SecretTexts& secrets) {
    if (secrets.empty()) return canonical;
    auto value = parse_json(canonical, limits_of_own_text(canonical.size()));
    if (!value) return "\"[secret]\"";
    scrub_strings(*value, secrets);
    return canonical_json(*value).value_or("\"[secret]\"");
}

std::string scrub_any(std::string text, const SecretTexts& secrets) {
    if (secrets.empty()) return text;
    const bool is_value = parse_json(text, limits_of_own_text(text.size())).has_value();
    return is_value ? scrub_value(std::move(text), secrets) : scrub_text(std::move(text), secrets);
}

void scrub_errors(std::vector<ValueError>& errors, const SecretTexts& secrets) {
    for (ValueError& error : errors) {
        for (std::string* text : {&error.pointer, &error.message, &error.expected, &error.got}) {
            *text = scrub_text(std::move(*text), secrets);
        }
    }
}

void scrub_preview(Preview& preview, const SecretTexts& secrets) {
    if (secrets.empty()) return;
    preview.summary = scrub_text(std::move(preview.summary), secrets);
    for (PreviewField& field : preview.fields) {
        field.label = scrub_text(std::move(field.label), secrets);
        field.value = scrub_text(std::move(field.value), secrets);
    }
    for (PreviewWarning& warning : preview.warnings) {
        warning.code = scrub_text(std::move(warning.code), secrets);
        warning.message = scrub_text(std::move(warning.message), secrets);
    }
}

std::string without_secrets(const Contract& contract, std::string_view arguments) {
    if (contract.secret_arguments.empty()) return std::string(arguments);
    return redact(arguments, contract.secret_arguments, Marker::plain).text;
}

}  // namespace iam::gate
