// "<part>: <name of the rule><values>. <meaning of the rule>": the rule is found by its name and
// meaning.
#include "iam/question/change_words.hpp"

#include <iam/contract/findings.hpp>

#include <string>

namespace iam::question {
namespace {

using contract::Rule;
using words::Id;
using words::say;
using words::Sentences;

bool take_end(std::string_view& text, std::string_view end) {
    if (text.size() < end.size() || text.substr(text.size() - end.size()) != end) return false;
    text.remove_suffix(end.size());
    return true;
}

bool take_start(std::string_view& text, std::string_view start) {
    if (text.substr(0, start.size()) != start) return false;
    text.remove_prefix(start.size());
    return true;
}

/// Argument "to.name": …
Sentences take_part(std::string_view& text) {
    if (take_start(text, "Arguments: ")) return say(Id::change_arguments);
    if (take_start(text, "Result: ")) return say(Id::change_result);
    const bool is_argument = text.substr(0, 10) == "Argument \"";
    if (!is_argument && text.substr(0, 8) != "Result \"") return {};
    const std::size_t open = text.find('"') + 1;
    std::size_t close = text.find("\": ", open);
    // Quotes within a name are escaped.
    while (close != std::string_view::npos && text[close - 1] == '\\')
        close = text.find("\": ", close + 1);
    if (close == std::string_view::npos) return {};
    const std::string_view name = text.substr(open, close - open);
    text.remove_prefix(close + 3);
    return say(is_argument ? Id::change_argument : Id::change_result_of, {{"name", name}});
}

/// ": was 10, is 20"
Sentences values_in(std::string_view text) {
    if (text.empty()) return {};
    if (take_start(text, ": is ")) return say(Id::change_is, {{"after", text}});
    if (!take_start(text, ": was ")) return text;
    const std::size_t comma = text.find(", is ");
    if (comma == std::string_view::npos) return say(Id::change_was, {{"before", text}});
    return say(Id::change_was_is,
               {{"before", text.substr(0, comma)}, {"after", text.substr(comma + 5)}});
}

Sentences by_rule(const Rule& rule, std::string_view text) {
    if (!take_end(text, rule.explanation) || !take_end(text, ". ")) return {};
    const Sentences part = take_part(text);
    if (!take_start(text, rule.name)) return {};
    if (!text.empty() && text.front() != ':') return {};
    const std::string id(rule.id);
    return say(Id::change, {{"part", part},
                            {"name", words::term(id + ".name", rule.name)},
                            {"values", values_in(text)},
                            {"meaning", words::term(id, rule.explanation)}});
}

}  // namespace

Sentences recognised_change(std::string_view english) {
    for (const Rule& rule : contract::rules()) {
        Sentences change = by_rule(rule, english);
        if (!change.empty()) return change;
    }
    return words::recognised(english);
}

}  // namespace iam::question
