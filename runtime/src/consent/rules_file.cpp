// Reads a file of rules strictly. An unknown member is an error, since a rule with a typing error
// protects nobody.
#include "iam/consent/rules_file.hpp"

#include "consent/rule_slips.hpp"
#include "consent/rule_values.hpp"
#include <iam/schema/pattern_tree.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <set>
#include <utility>

namespace iam::consent {
namespace {

using Findings = std::vector<RuleFinding>;

template <class Table>
std::string names_of(const Table& table) {
    std::string names;
    for (const auto& row : table) names += (names.empty() ? "" : ", ") + std::string(row.first);
    return names;
}

/// One file while it is read.
class Reading {
 public:
    Reading(const PlacedJson& document, std::string file, RuleScope scope)
        : document_(document), file_(std::move(file)), scope_(scope) {}

    /// The rules without a mistake.
    std::vector<Rule> rules();
    /// The rules with a correct tool and origin, each with its correct members, for check_rules().
    std::vector<Rule> readable{};
    Findings findings{};

 private:
    using Member = void (Reading::*)(const Json&, const std::string&, Rule&);
    using ConditionMember = void (Reading::*)(const Json&, const std::string&, Condition&);

    RulePlace place(const std::string& pointer) const {
        return {file_, document_.places.at(pointer).value};
    }
    void complain(const std::string& pointer, std::string message) {
        findings.push_back({true, place(pointer), std::move(message)});
    }
    void complain_of_name(const std::string& pointer, std::string message) {
        findings.push_back({true, {file_, document_.places.at(pointer).name}, std::move(message)});
    }
    bool check_kind(const Json& value, const std::string& pointer, Json::value_t kind,
                    const char* expected) {
        if (value.type() == kind) return true;
        complain(pointer, std::string("expected ") + expected + ".");
        return false;
    }
    const std::string* text(const Json& value, const std::string& pointer) {
        if (!check_kind(value, pointer, Json::value_t::string, "a string")) return nullptr;
        return &value.get_ref<const std::string&>();
    }
    /// Returns the names of the members with a mistake. These members are left out.
    template <class Table, class Target>
    std::set<std::string, std::less<>> read_members(const Json& object, const std::string& pointer,
                                                    const Table& table, Target& target);

    Rule rule(const Json& value, const std::string& pointer);
    using Names = std::set<std::string, std::less<>>;
    /// `bad` names the members with a mistake; `rule` leaves them out.
    void check_rule(const std::string& pointer, const Rule& rule, const Names& bad);
    void check_root();
    std::vector<std::string> words(const Json& value, const std::string& pointer,
                                   const std::vector<std::string>& known);
    std::optional<std::chrono::minutes> minute(const Json& value, const std::string& pointer);
    NamePattern name(const Json& value, const std::string& pointer);

    void id(const Json& value, const std::string& pointer, Rule& rule);
    void effect(const Json& value, const std::string& pointer, Rule& rule);
    void tool(const Json& value, const std::string& pointer, Rule& rule) {
        rule.tool_place = place(pointer);
        rule.tool = name(value, pointer);
    }
    void origin(const Json& value, const std::string& pointer, Rule& rule) {
        rule.origin = name(value, pointer);
    }
    void reason(const Json& value, const std::string& pointer, Rule& rule);
    void only_person(const Json& value, const std::string& pointer, Rule& rule);
    void hints(const Json& value, const std::string& pointer, Rule& rule);
    void risk(const Json& value, const std::string& pointer, Rule& rule);
    void undo(const Json& value, const std::string& pointer, Rule& rule) {
        rule.undo_grades = words(value, pointer, {"none", "compensating", "exact"});
    }
    void time(const Json& value, const std::string& pointer, Rule& rule);
    void where(const Json& value, const std::string& pointer, Rule& rule);

    Condition condition(const Json& value, const std::string& pointer);
    void argument(const Json& value, const std::string& pointer, Condition& condition);
    void equals(const Json& value, const std::string& pointer, Condition& condition);
    void in(const Json& value, const std::string& pointer, Condition& condition);
    void range(const Json& value, const std::string& pointer, Condition& condition);
    void below_folder(const Json& value, const std::string& pointer, Condition& condition);
    void host(const Json& value, const std::string& pointer, Condition& condition);
    bool has_room_for_pattern(const std::string& pointer);
    void matches(const Json& value, const std::string& pointer, Condition& condition);

    const PlacedJson& document_;
    std::string file_;
    RuleScope scope_;
    std::set<std::string, std::less<>> ids_{};
    std::size_t pattern_count_ = 0;
    std::size_t pattern_steps_ = 0;

    static constexpr std::array<std::pair<std::string_view, Member>, 11> k_members{{
        {"effect", &Reading::effect},
        {"hints", &Reading::hints},
        {"id", &Reading::id},
        {"only_person", &Reading::only_person},
        {"origin", &Reading::origin},
        {"reason", &Reading::reason},
        {"risk", &Reading::risk},
        {"time", &Reading::time},
        {"tool", &Reading::tool},
        {"undo", &Reading::undo},
        {"where", &Reading::where},
    }};
    static constexpr std::array<std::pair<std::string_view, ConditionMember>, 7> k_conditions{{
        {"argument", &Reading::argument},
        {"below", &Reading::below_folder},
        {"eq", &Reading::equals},
        {"host", &Reading::host},
        {"in", &Reading::in},
        {"matches", &Reading::matches},
        {"range", &Reading::range},
    }};
};

template <class Table, class Target>
Reading::Names Reading::read_members(const Json& object, const std::string& pointer,
                                     const Table& table, Target& target) {
    Names bad;
    for (const auto& item : object.items()) {
        const std::string& name = item.key();
        const Json& value = item.value();
        const std::string member = pointer_below(pointer, name);
        const auto known = std::find_if(table.begin(), table.end(),
                                        [&](const auto& row) { return row.first == name; });
        if (known == table.end()) {
            complain_of_name(member, "there is no member " + in_quotes(name) + " here; known are " +
                                         names_of(table) + ".");
            continue;
        }
        const std::size_t before = findings.size();
        Target read = target;
        (this->*known->second)(value, member, read);
        if (findings.size() > before) bad.insert(name);
        // The conditions without a mistake count, even if others have one.
        if (findings.size() == before || name == "where") target = std::move(read);
    }
    return bad;
}

void Reading::check_root() {
    const Json& root = document_.value;
    for (const auto& [name, value] : root.items()) {
        const std::string member = pointer_below("", name);
        if (name != "iam" && name != "rules") {
            complain_of_name(
                member, "there is no member " + in_quotes(name) + " here; known are iam, rules.");
        } else if (name == "iam" && !json_equal(value, Json(1))) {
            complain(member,
                     "this program reads version 1 of the format; write 1, or use the "
                     "program that the file was written for.");
        }
    }
    if (!root.contains("iam"))
        complain("", "the version of the format is missing; add \"iam\": 1.");
    if (!root.contains("rules")) complain("", "the rules are missing; add \"rules\": [ … ].");
}

std::vector<Rule> Reading::rules() {
    std::vector<Rule> all;
    const Json& root = document_.value;
    if (!check_kind(root, "", Json::value_t::object, "an object with \"iam\" and \"rules\"")) {
        return all;
    }
    check_root();
    if (!root.contains("rules")) return all;
    const Json& list = root["rules"];
    if (!check_kind(list, "/rules", Json::value_t::array, "an array of rules")) return all;
    if (list.size() > k_rules_max) {
        complain("/rules", "there are more than " + std::to_string(k_rules_max) + " rules.");
        return all;
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::size_t before = findings.size();
        Rule one = rule(list[i], pointer_below("/rules", i));
        if (findings.size() == before) all.push_back(std::move(one));
    }
    return all;
}

Rule Reading::rule(const Json& value, const std::string& pointer) {
    Rule rule;
    rule.scope = scope_;
    rule.place = place(pointer);
    if (!check_kind(value, pointer, Json::value_t::object, "a rule, which is an object")) {
        return rule;
    }
    Names bad = read_members(value, pointer, k_members, rule);
    for (const char* needed : {"id", "effect", "tool"}) {
        if (!value.contains(needed)) {
            complain(pointer, "the rule has no " + in_quotes(needed) +
                                  ", which every rule has; add it (\"tool\": \"*\" is all tools).");
            bad.insert(needed);
        }
    }
    check_rule(pointer, rule, bad);
    if (!bad.contains("tool") && !bad.contains("origin")) readable.push_back(rule);
    return rule;
}

void Reading::check_rule(const std::string& pointer, const Rule& rule, const Names& bad) {
    if (!bad.contains("id") && !ids_.insert(rule.id).second) {
        complain(pointer_below(pointer, "id"), "another rule of this file has the id " +
                                                   in_quotes(rule.id) + "; give it another one.");
    }
    if (bad.contains("effect")) return;
    if (rule.scope == RuleScope::workspace && loosens(rule)) {
        complain(pointer_below(pointer, "effect"),
                 "a workspace can only tighten; write confirm or deny, or put the rule into your "
                 "own file.");
    }
    for (const Condition& condition : rule.conditions) {
        const auto* matching = std::get_if<Matching>(&condition.comparison);
        if (rule.effect != Policy::allow || matching == nullptr || matching->is_whole) continue;
        findings.push_back({true, condition.place,
                            "the pattern of a rule that allows must say all of the text, since "
                            "anything could stand around a part of it; write it as ^(?:…)$."});
    }
    if (rule.only_person && (rule.scope != RuleScope::managed || rule.effect != Policy::confirm)) {
        complain(pointer_below(pointer, "only_person"),
                 "only a managed rule with the effect confirm can ask for a person; take it out.");
    }
}

std::vector<std::string> Reading::words(const Json& value, const std::string& pointer,
                                        const std::vector<std::string>& known) {
    std::vector<std::string> found;
    if (!check_kind(value, pointer, Json::value_t::array, "an array of words")) return found;
    if (value.empty()) complain(pointer, "an empty list can never match; take it out.");
    for (std::size_t i = 0; i < value.size(); ++i) {
        const std::string place = pointer_below(pointer, i);
        const auto* word = text(value[i], place);
        if (word == nullptr) continue;
        if (std::find(known.begin(), known.end(), *word) == known.end()) {
            std::string all;
            for (const std::string& each : known) all += (all.empty() ? "" : ", ") + each;
            complain(place, in_quotes(*word) + " is not known here; known are " + all + ".");
        } else {
            found.push_back(*word);
        }
    }
    return found;
}

NamePattern Reading::name(const Json& value, const std::string& pointer) {
    const auto* words = text(value, pointer);
    if (words == nullptr) return {};
    auto pattern = NamePattern::parse(*words);
    if (pattern) return *std::move(pattern);
    complain(pointer, pattern.error().message + ".");
    return {};
}

void Reading::id(const Json& value, const std::string& pointer, Rule& rule) {
    const auto* words = text(value, pointer);
    if (words == nullptr) return;
    const bool is_id = !words->empty() && words->size() <= 64 &&
                       words->find_first_not_of(
                           "abcdefghijklmnopqrstuvwxyz"
                           "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-") == std::string::npos;
    if (!is_id) complain(pointer, "an id is 1 to 64 of the characters A-Z a-z 0-9 _ . -");
    rule.id = *words;
}

void Reading::effect(const Json& value, const std::string& pointer, Rule& rule) {
    const auto* word = text(value, pointer);
    if (word == nullptr) return;
    for (const Policy each : {Policy::allow, Policy::confirm, Policy::deny}) {
        if (*word == to_string(each)) {
            rule.effect = each;
            return;
        }
    }
    complain(pointer, in_quotes(*word) + " is no effect; write allow, confirm or deny.");
}

void Reading::reason(const Json& value, const std::string& pointer, Rule& rule) {
    const auto* words = text(value, pointer);
    if (words == nullptr) return;
    if (words->size() > k_rules_reason_bytes_max) {
        complain(pointer, "a reason has at most " + std::to_string(k_rules_reason_bytes_max) +
                              " bytes; say it in less.");
        return;
    }
    rule.reason = *words;
}

void Reading::only_person(const Json& value, const std::string& pointer, Rule& rule) {
    if (check_kind(value, pointer, Json::value_t::boolean, "true or false")) {
        rule.only_person = value.get<bool>();
    }
}

void Reading::hints(const Json& value, const std::string& pointer, Rule& rule) {
    constexpr std::array known{
#define IAM_HINT(name, mcp, if_absent, to_true, to_false) \
    std::pair{std::string_view(#name), &Hints::name},
#include <iam/contract/facts.def>
    };
    if (!check_kind(value, pointer, Json::value_t::object, "an object of hints")) return;
    if (value.empty()) complain(pointer, "an empty object asks for no hint; take it out.");
    for (const auto& item : value.items()) {
        const std::string& name = item.key();
        const Json& wanted = item.value();
        const std::string member = pointer_below(pointer, name);
        const auto hint = std::find_if(known.begin(), known.end(),
                                       [&](const auto& row) { return row.first == name; });
        if (hint == known.end()) {
            complain_of_name(member, "there is no hint " + in_quotes(name) + "; known are " +
                                         names_of(known) + ".");
        } else if (check_kind(wanted, member, Json::value_t::boolean, "true or false")) {
            rule.hints.*(hint->second) = wanted.get<bool>();
        }
    }
}

void Reading::risk(const Json& value, const std::string& pointer, Rule& rule) {
    for (const std::string& word : words(value, pointer, {"low", "medium", "high"})) {
        for (const Risk each : {Risk::low, Risk::medium, Risk::high}) {
            if (word == to_string(each)) rule.risks.push_back(each);
        }
    }
}

std::optional<std::chrono::minutes> Reading::minute(const Json& value, const std::string& pointer) {
    const auto* words = text(value, pointer);
    if (words == nullptr) return std::nullopt;
    int hour = -1;
    int minute = -1;
    const bool shaped = words->size() == 5 && (*words)[2] == ':' &&
                        words->find_first_not_of("0123456789:") == std::string::npos;
    if (shaped) {
        std::from_chars(words->data(), words->data() + 2, hour);
        std::from_chars(words->data() + 3, words->data() + 5, minute);
    }
    if (hour >= 0 && hour < 24 && minute >= 0 && minute < 60) {
        return std::chrono::hours(hour) + std::chrono::minutes(minute);
    }
    complain(pointer, "a time of day is written as \"22:30\", in UTC.");
    return std::nullopt;
}

void Reading::time(const Json& value, const std::string& pointer, Rule& rule) {
    if (!check_kind(value, pointer, Json::value_t::object, "an object with \"from\" and \"to\"")) {
        return;
    }
    if (value.size() != 2 || !value.contains("from") || !value.contains("to")) {
        complain(pointer, "a time has \"from\" and \"to\" and nothing else.");
        return;
    }
    const auto from = minute(value["from"], pointer_below(pointer, "from"));
    const auto to = minute(value["to"], pointer_below(pointer, "to"));
    if (!from || !to) return;
    if (*from == *to) {
        complain(pointer,
                 "the time ends when it begins, so the rule can never match; take the time "
                 "out if it is meant for the whole day.");
    }
    rule.time = DayTime{*from, *to};
}

void Reading::where(const Json& value, const std::string& pointer, Rule& rule) {
    if (!check_kind(value, pointer, Json::value_t::array, "an array of conditions")) return;
    if (value.empty()) {
        complain(pointer,
                 "an empty list sets no condition; take it out if the rule is meant for all "
                 "arguments.");
    }
    for (std::size_t i = 0; i < value.size(); ++i) {
        const std::size_t before = findings.size();
        Condition one = condition(value[i], pointer_below(pointer, i));
        const auto* values = std::get_if<OneOf>(&one.comparison);
        const bool is_unread = values != nullptr && values->values.empty();
        if (findings.size() == before && !is_unread) rule.conditions.push_back(std::move(one));
    }
}

Condition Reading::condition(const Json& value, const std::string& pointer) {
    Condition condition;
    condition.place = place(pointer);
    if (!check_kind(value, pointer, Json::value_t::object, "a condition, which is an object")) {
        return condition;
    }
    if (value.size() != 2 || !value.contains("argument")) {
        complain(pointer,
                 "a condition has \"argument\" and one of below, eq, host, in, matches, range.");
    }
    read_members(value, pointer, k_conditions, condition);
    return condition;
}

void Reading::argument(const Json& value, const std::string& pointer, Condition& condition) {
    const auto* words = text(value, pointer);
    if (words == nullptr) return;
    condition.pointer = *words;
    condition.argument_place = place(pointer);
    auto tokens = pointer_tokens(*words);
    if (tokens) {
        condition.tokens = *std::move(tokens);
    } else {
        complain(pointer, "an argument is named by a JSON Pointer (RFC 6901), like \"/path\".");
    }
}

void Reading::equals(const Json& value, const std::string& pointer, Condition& condition) {
    condition.comparison = OneOf{{value}};
    condition.place = place(pointer);
}

void Reading::in(const Json& value, const std::string& pointer, Condition& condition) {
    if (!check_kind(value, pointer, Json::value_t::array, "an array of values")) return;
    if (value.empty()) complain(pointer, "an empty list can never match; take the rule out.");
    condition.comparison = OneOf{value.get<std::vector<Json>>()};
    condition.place = place(pointer);
}

void Reading::range(const Json& value, const std::string& pointer, Condition& condition) {
    const auto is_end = [](const Json& end) { return end.is_number() || end.is_null(); };
    const bool shaped = value.is_array() && value.size() == 2 && is_end(value[0]) &&
                        is_end(value[1]) && (value[0].is_number() || value[1].is_number());
    if (!shaped) {
        complain(pointer, "a range is [lowest, highest]; one of them may be null.");
        return;
    }
    InRange range;
    if (value[0].is_number()) range.low = value[0];
    if (value[1].is_number()) range.high = value[1];
    if (range.low && range.high && json_order(*range.high, *range.low) < 0) {
        complain(pointer,
                 "the range ends before it begins, so the rule can never match; turn it "
                 "around.");
    }
    condition.comparison = std::move(range);
    condition.place = place(pointer);
}

void Reading::below_folder(const Json& value, const std::string& pointer, Condition& condition) {
    const auto* words = text(value, pointer);
    if (words == nullptr) return;
    const auto folder = path_segments(*words);
    if (!folder) {
        complain(pointer, "the folder is empty or has \".\" or \"..\" in it; write where it is.");
    } else if (!folder->is_absolute) {
        complain(pointer,
                 "the folder is relative, so what is below it cannot be told; write the whole "
                 "path, like \"/srv/notes\".");
    }
    condition.comparison = BelowFolder{*words};
    condition.place = place(pointer);
}

void Reading::host(const Json& value, const std::string& pointer, Condition& condition) {
    const auto* words = text(value, pointer);
    if (words == nullptr) return;
    const auto host = host_of(*words);
    const bool is_bare = words->find_first_of("/:") == std::string::npos;
    if (!host || !is_bare) {
        complain(pointer,
                 "a host is written as \"files.example.com\" or \"192.0.2.1\", without "
                 "scheme, port and user.");
        return;
    }
    condition.comparison = OnHost{*host};
    condition.place = place(pointer);
}

/// False beyond a limit; one finding names it. No further pattern is then compiled.
bool Reading::has_room_for_pattern(const std::string& pointer) {
    if (pattern_count_ > k_rules_patterns_max || pattern_steps_ > k_rules_pattern_steps_max) {
        return false;
    }
    if (++pattern_count_ <= k_rules_patterns_max) return true;
    complain(pointer, "there are more than " + std::to_string(k_rules_patterns_max) +
                          " patterns in the file; put several into one with \"|\".");
    return false;
}

void Reading::matches(const Json& value, const std::string& pointer, Condition& condition) {
    const auto* words = text(value, pointer);
    if (words == nullptr || !has_room_for_pattern(pointer)) return;
    const auto tree = schema::parse_pattern(*words, schema::Dot::any_character);
    if (!tree) {
        complain(pointer, tree.error().message);
        return;
    }
    auto pattern = schema::Pattern::compile(*tree);
    if (!pattern) {
        complain(pointer, pattern.error().message);
        return;
    }
    pattern_steps_ += pattern->program_size();
    if (pattern_steps_ > k_rules_pattern_steps_max) {
        complain(pointer, "up to here the patterns of the file take more than " +
                              std::to_string(k_rules_pattern_steps_max) +
                              " steps together; repeat less often.");
        return;
    }
    condition.comparison = Matching{*words, *std::move(pattern), is_about_whole_texts(*tree)};
    condition.place = place(pointer);
}

/// The rules without a mistake, the readable parts of all rules, and the mistakes.
struct Form {
    std::vector<Rule> rules{};
    std::vector<Rule> readable{};
    Findings findings{};
};

Form read_form(std::string_view text, const std::string& file, RuleScope scope) {
    Limits limits;
    limits.bytes_max = k_rules_bytes_max;
    limits.depth_max = k_rules_depth_max;
    limits.key_bytes_max = k_rules_key_bytes_max;
    limits.nodes_max = k_rules_nodes_max;
    const auto document = parse_placed_json(text, limits);
    if (!document) {
        const auto& [error, place] = document.error();
        return {{}, {}, {{true, {file, place}, error.message + "."}}};
    }
    Reading reading(*document, file, scope);
    auto rules = reading.rules();
    return {std::move(rules), std::move(reading.readable), std::move(reading.findings)};
}

}  // namespace

std::string to_string(const RuleFinding& finding) {
    return to_string(finding.place) + (finding.is_error ? ": error: " : ": warning: ") +
           finding.message;
}

tl::expected<std::vector<Rule>, std::vector<RuleFinding>> read_rules(std::string_view text,
                                                                     const std::string& file,
                                                                     RuleScope scope) {
    Form read = read_form(text, file, scope);
    if (!read.findings.empty()) return tl::unexpected(std::move(read.findings));
    return std::move(read.rules);
}

CheckedRules read_and_check_rules(std::string_view text, const std::string& file, RuleScope scope,
                                  const std::vector<const Contract*>& contracts) {
    Form read = read_form(text, file, scope);
    CheckedRules checked{std::move(read.rules), std::move(read.findings)};
    Findings& all = checked.findings;
    Findings more = check_rules(read.readable, contracts);
    std::move(more.begin(), more.end(), std::back_inserter(all));
    std::stable_sort(all.begin(), all.end(), [](const RuleFinding& a, const RuleFinding& b) {
        const TextPlace &one = a.place.text, &other = b.place.text;
        return std::pair(one.line, one.column) < std::pair(other.line, other.column);
    });
    const auto is_error = [](const RuleFinding& finding) { return finding.is_error; };
    if (std::any_of(all.begin(), all.end(), is_error)) checked.rules.reset();
    return checked;
}

}  // namespace iam::consent
