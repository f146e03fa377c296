// What is wrong with a file of rules, and where.
// Tests of runtime/src/consent/{rules_check,rules_schema}.cpp.
#include "rules_fixture.hpp"
#include <support/phrases.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

using namespace iam::consent;
using namespace iam::test;
using iam::Contract;

namespace {

/// A7: an error stands in each question, so it has a phrase in each language.
void add_finding(std::string& all, const RuleFinding& finding) {
    const std::string text = to_string(finding);
    INFO(text << " -> " << iam::words::phrase_text(text, iam::words::Locale::pt_br));
    if (finding.is_error && text.size() < 2000) CHECK(english_left_in(text).empty());
    all += text + "\n";
}

/// The findings, one per line.
std::string findings_of(const std::string& text, RuleScope scope = RuleScope::user) {
    const auto read = read_rules(text, "f", scope);
    if (read) return {};
    std::string all;
    for (const auto& finding : read.error()) add_finding(all, finding);
    return all;
}

std::string check(const std::vector<std::string>& rules) {
    const Contract alarm = alarm_contract();
    Contract remote = alarm_contract();
    remote.id = {"github", "push"};
    std::string all;
    for (const auto& finding : check_rules(rules_of(rules), {&alarm, &remote}))
        add_finding(all, finding);
    return all;
}

std::string check_condition(const std::string& condition) {
    return check({R"("id":"r","effect":"deny","tool":"set_alarm","where":[{)" + condition + "}]"});
}

/// Rules of one condition each.
std::string matching(std::size_t count, const std::string& pattern) {
    std::vector<std::string> rules;
    for (std::size_t i = 0; i < count; ++i) {
        rules.push_back(R"("id":"r)" + std::to_string(i) +
                        R"(","effect":"deny","tool":"x","where":[{"argument":"/a","matches":")" +
                        pattern + "\"}]");
    }
    return rules_text(rules);
}

std::string manual_page() {
    std::ifstream file(IAM_TEST_CONSENT_PAGE);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Of "…; known are a, b, c."
std::vector<std::string> known_words(const std::string& finding) {
    const std::string mark = "known are ";
    const std::size_t start = finding.find(mark);
    REQUIRE(start != std::string::npos);
    std::istringstream list(finding.substr(start + mark.size()));
    std::vector<std::string> words;
    for (std::string word; list >> word;) {
        const bool is_last = word.back() == '.';
        word.pop_back();
        words.push_back(std::move(word));
        if (is_last) break;
    }
    return words;
}

std::size_t count_of(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

/// What a rule about one argument would be told, of a tool with this schema.
std::string check_against(const std::string& schema, const std::string& condition) {
    Contract contract;
    contract.id = {"", "set_alarm"};
    contract.document = R"({"name":"set_alarm","inputSchema":)" + schema + "}";
    std::string all;
    const auto rules =
        rules_of({R"("id":"r","effect":"deny","tool":"set_alarm","where":[{)" + condition + "}]"});
    for (const auto& finding : check_rules(rules, {&contract})) add_finding(all, finding);
    return all;
}

bool contains(const std::string& text, const std::string& part) {
    INFO(text);
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("text that a file of rules quotes ends where its quote ends, and stays as it is") {
    for (const std::string word : {R"(allow\" is no effect; write \"x or y)", R"(a' or 'b)",
                                   R"(a\nf:1:1: error: a number or a string)", R"(red or blue)"}) {
        INFO(word);
        const std::string text =
            findings_of(rules_text({R"("id":"r","effect":")" + word + R"(","tool":"x")"}));
        const std::string quoted = "\"" + word + "\" is no effect";
        CHECK(contains(text, quoted));
        CHECK(std::count(text.begin(), text.end(), '\n') == 1);
        const std::string said =
            iam::words::phrase_text(text.substr(0, text.size() - 1), iam::words::Locale::pt_br);
        CHECK(contains(said, "\"" + word + "\" não é um efeito"));
    }
}

TEST_CASE("a file of rules becomes values with their places") {
    const auto rules = read_rules(R"({ "iam": 1,
  "rules": [
    { "id": "quiet", "effect": "deny", "tool": "set_*", "reason": "People sleep.",
      "time": {"from": "22:00", "to": "06:30"},
      "where": [ {"argument": "/hour", "range": [0, 5]} ] }
  ]
})",
                                  "/etc/rules.json", RuleScope::managed);
    REQUIRE(rules);
    REQUIRE(rules->size() == 1);
    const Rule& rule = rules->front();
    CHECK(rule.id == "quiet");
    CHECK(rule.scope == RuleScope::managed);
    CHECK(rule.effect == iam::Policy::deny);
    CHECK(rule.reason == "People sleep.");
    CHECK(to_string(rule.place) == "/etc/rules.json:3:5");
    CHECK(to_string(rule.tool_place) == "/etc/rules.json:3:48");
    REQUIRE(rule.time);
    CHECK(rule.time->to == std::chrono::minutes(6 * 60 + 30));
    REQUIRE(rule.conditions.size() == 1);
    CHECK(to_string(rule.conditions[0].place) == "/etc/rules.json:5:49");
    CHECK(to_string(rule.conditions[0].argument_place) == "/etc/rules.json:5:31");
}

TEST_CASE("each mistake of a file is named with line and column, all at once") {
    const std::string all = findings_of(
        "{\"iam\":1,\n\"rules\":[\n"
        " {\"id\":\"a b\",\"effect\":\"block\",\"tool\":\"x\"},\n"
        " {\"id\":\"c\",\"effect\":\"deny\",\"tool\":\"x\",\"when\":1}]}");
    CHECK(contains(all, "f:3:8: error: an id is"));
    CHECK(contains(all, "f:3:23: error: \"block\" is no effect"));
    CHECK(contains(all, "f:4:39: error: there is no member \"when\" here; known are effect"));
}

TEST_CASE("a file that is no JSON, of another version or without rules is refused") {
    CHECK(contains(findings_of("{\"iam\":1,\n]"), "f:2:1: error: "));
    CHECK(contains(findings_of(R"({"iam":2,"rules":[]})"),
                   "f:1:8: error: this program reads version 1"));
    CHECK(contains(findings_of("{}"), "add \"iam\": 1"));
    CHECK(contains(findings_of(R"({"iam":1})"), "add \"rules\""));
    CHECK(contains(findings_of("[]"), "f:1:1: error: expected an object"));
    CHECK(contains(findings_of(R"({"iam":1,"rules":[],"rule":[]})"), "no member \"rule\""));
    CHECK(contains(findings_of(R"({"iam":1,"iam":1,"rules":[]})"), "twice"));
    CHECK(findings_of(R"({"iam":1,"rules":[]})").empty());
}

TEST_CASE("a file that would take too much memory to read is refused with the limit") {
    const auto with_value = [](const std::string& value) {
        return findings_of(
            rules_text({R"("id":"r","effect":"deny","tool":"x","where":[{"argument":"/a","eq":)" +
                        value + "}]"}));
    };
    const auto nested = [&](std::size_t depth) {
        return with_value(std::string(depth, '[') + std::string(depth, ']'));
    };
    CHECK(nested(k_rules_depth_max - 5).empty());
    CHECK(contains(nested(k_rules_depth_max - 4), "(limit depth_max is 12)"));
    const auto named = [&](std::size_t bytes) {
        return with_value("{\"" + std::string(bytes, 'n') + "\":1}");
    };
    CHECK(named(k_rules_key_bytes_max).empty());
    CHECK(contains(named(k_rules_key_bytes_max + 1), "(limit key_bytes_max is 64)"));
    std::string many = "[0";
    for (std::size_t i = 0; i < k_rules_nodes_max; ++i) many += ",0";
    CHECK(contains(with_value(many + "]"), "(limit nodes_max is 200000)"));
    CHECK(contains(with_value("\"" + std::string(k_rules_bytes_max, 'x') + "\""),
                   "(limit bytes_max is 4194304)"));
}

TEST_CASE("the patterns of a file have a budget together, and beyond it none is compiled") {
    CHECK(findings_of(matching(k_rules_patterns_max, "a+")).empty());
    const std::string many = findings_of(matching(k_rules_patterns_max + 50, "a+"));
    CHECK(contains(many, "there are more than 256 patterns in the file"));
    CHECK(count_of(many, "error") == 1);
    const std::string large = findings_of(matching(k_rules_patterns_max, "\\\\p{L}{100}"));
    CHECK(contains(large, "more than 1000000 steps together"));
    CHECK(count_of(large, "error") == 1);
}

TEST_CASE("what a file says about itself is bounded, so that no message carries the file") {
    const std::string rule = R"("id":"r","effect":"deny","tool":"x","reason":")";
    const std::string longest(k_rules_reason_bytes_max, 'x');
    CHECK(findings_of(rules_text({rule + longest + "\""})).empty());
    CHECK(contains(findings_of(rules_text({rule + longest + "x\""})), "at most 1024 bytes"));
    const std::string word(100'000, 'w');
    const std::string pointer = R"("where":[{"argument":"/)" + word + R"(","eq":1}])";
    for (const std::string& text :
         {findings_of(rules_text({R"("id":"r","tool":"x","effect":")" + word + "\""})),
          findings_of(
              rules_text({R"("id":"r","effect":"deny","tool":"x","risk":[")" + word + "\"]"})),
          check({R"("id":"r","effect":"deny","tool":")" + word + "\""}),
          check({R"("id":"r","effect":"deny","risk":["low"],"tool":"set_alarm*)" +
                 std::string(50'000, '*') + "\""}),
          check({R"("id":"r","effect":"deny","tool":"set_alarm",)" + pointer})}) {
        CHECK_FALSE(text.empty());
        CHECK(text.size() < 500);
    }
}

TEST_CASE("what can never match is an error of the file where the file alone shows it") {
    const auto one = [](const std::string& members) {
        return findings_of(rules_text({R"("id":"r","effect":"deny","tool":"x",)" + members}));
    };
    CHECK(contains(one(R"("time":{"from":"01:00","to":"01:00"})"), "can never match"));
    CHECK(contains(one(R"("time":{"from":"24:00","to":"01:00"})"), "\"22:30\""));
    CHECK(contains(one(R"("risk":[])"), "can never match"));
    CHECK(contains(one(R"("risk":["huge"])"), "known are low, medium, high"));
    CHECK(contains(one(R"("where":[{"argument":"/a","range":[2,1]}])"), "can never match"));
    CHECK(contains(one(R"("where":[{"argument":"/a","range":[null,null]}])"), "[lowest, highest]"));
    CHECK(contains(one(R"("where":[{"argument":"/a","in":[]}])"), "can never match"));
    CHECK(contains(one(R"("where":[{"argument":"a","eq":1}])"), "JSON Pointer"));
    CHECK(contains(one(R"("where":[{"argument":"/~2","eq":1}])"), "JSON Pointer"));
    CHECK(contains(one(R"("where":[{"argument":"/a","eq":1,"in":[2]}])"), "one of below"));
    CHECK(contains(one(R"("where":[{"argument":"/a","matches":"a)(b"}])"), "error"));
    CHECK(contains(one(R"("where":[{"argument":"/a","below":"/a/../b"}])"), "\"..\""));
    CHECK(contains(one(R"("where":[{"argument":"/a","below":"notes"}])"),
                   "f:1:90: error: the folder is relative, so what is below it cannot be told; "
                   "write the whole path"));
    CHECK(contains(one(R"("where":[{"argument":"/a","host":"https://a.example"}])"),
                   "without scheme"));
    CHECK(contains(one(R"("hints":{"dangerous":true})"), "no hint \"dangerous\""));
#define IAM_HINT(name, mcp, if_absent, to_true, to_false) \
    CHECK(contains(one(R"("hints":{"dangerous":true})"), #name));
#include <iam/contract/facts.def>
    CHECK(contains(one(R"("hints":{})"), "an empty object asks for no hint; take it out"));
    CHECK(contains(findings_of(rules_text({R"("id":"r","effect":"deny")"})), "no \"tool\""));
    const std::string rule = R"("id":"r","effect":"deny","tool":"x")";
    CHECK(contains(findings_of(rules_text({rule, rule})), "another rule of this file"));
}

TEST_CASE("a rule without conditions is one that lists none") {
    for (const char* effect : {"allow", "deny"}) {
        const std::string rule = std::string(R"("id":"r","tool":"x","effect":")") + effect + "\"";
        CHECK(findings_of(rules_text({rule})).empty());
        CHECK(contains(findings_of(rules_text({rule + R"(,"where":[])"})),
                       "error: an empty list sets no condition; take it out"));
    }
}

TEST_CASE("XC16: a workspace can only tighten") {
    const std::string allow = rules_text({R"("id":"r","effect":"allow","tool":"x")"});
    CHECK(contains(findings_of(allow, RuleScope::workspace), "a workspace can only tighten"));
    CHECK(findings_of(allow, RuleScope::user).empty());
    CHECK(findings_of(allow, RuleScope::managed).empty());
    for (const char* effect : {"deny", "confirm"}) {
        const std::string tightens =
            rules_text({std::string(R"("id":"r","tool":"x","effect":")") + effect + "\""});
        CHECK(findings_of(tightens, RuleScope::workspace).empty());
    }
    const std::string person =
        rules_text({R"("id":"r","effect":"confirm","tool":"x","only_person":true)"});
    CHECK(findings_of(person, RuleScope::managed).empty());
    CHECK(contains(findings_of(person, RuleScope::user), "only a managed rule"));
}

TEST_CASE("a tool that a known origin does not have is an error, another origin's may come") {
    CHECK(check({R"("id":"r","effect":"deny","tool":"set_alarm")"}).empty());
    CHECK(contains(check({R"("id":"r","effect":"deny","tool":"set_alram")"}),
                   "rules.json:1:52: error: no tool is named \"set_alram\" in this program; the "
                   "tools are set_alarm."));
    CHECK(
        contains(check({R"("id":"r","effect":"deny","tool":"get_*")"}), "error: no tool is named"));
    CHECK(contains(check({R"("id":"r","effect":"deny","tool":"pull","origin":"github")"}),
                   "error: no tool is named \"pull\" there; the tools are push."));
    CHECK(contains(check({R"("id":"r","effect":"deny","tool":"pull","origin":"gitlab")"}),
                   "warning: no tool here is named \"pull\""));
    CHECK(contains(check({R"("id":"r","effect":"deny","tool":"pull","origin":"*")"}), "warning"));
    CHECK(check({R"("id":"r","effect":"deny","tool":"push","origin":"git*")"}).empty());
}

TEST_CASE("a condition on an argument that does not exist is an error that names those that do") {
    CHECK(contains(check_condition(R"("argument":"/houre","eq":1)"),
                   "error: \"set_alarm\" has no argument \"/houre\"; it has /day, /file, /hour"));
    CHECK(contains(check_condition(R"("argument":"/hour/x","eq":1)"), "has no argument"));
    CHECK(contains(check_condition(R"("argument":"/who/age","eq":1)"), "has no argument"));
    CHECK(check_condition(R"("argument":"/who/name","eq":"ann")").empty());
    CHECK(check_condition(R"("argument":"/tags/3","eq":"x")").empty());
    const char* few = R"({"properties":{"v":{"type":"array","maxItems":3}}})";
    CHECK(check_against(few, R"("argument":"/v/2","eq":1)").empty());
    CHECK(contains(check_against(few, R"("argument":"/v/3","eq":1)"), "has no argument \"/v/3\""));
}

TEST_CASE("a condition that no accepted value fulfils is an error") {
    for (const char* never :
         {R"("argument":"/hour","eq":24)", R"("argument":"/hour","eq":"5")",
          R"("argument":"/hour","in":[-1,30])", R"("argument":"/hour","range":[24,null])",
          R"("argument":"/hour","range":[null,-1])", R"("argument":"/hour","range":[4.1,4.9])",
          R"("argument":"/hour","below":"/a")", R"("argument":"/hour","matches":"5")",
          R"("argument":"/day","eq":"wed")", R"("argument":"/day","matches":"w.*")",
          R"("argument":"/file","range":[0,1])", R"("argument":"/tags/0","eq":"too long")",
          R"("argument":"/who/name","eq":5)", R"("argument":"/tags","host":"a.example")"}) {
        INFO(never);
        CHECK(contains(check_condition(never), "can never match"));
    }
    for (const char* may :
         {R"("argument":"/hour","eq":23)", R"("argument":"/hour","range":[23,99])",
          R"("argument":"/hour","range":[4.1,5])", R"("argument":"/hour","range":[4.1,null])",
          R"("argument":"/day","matches":"m.*")", R"("argument":"/file","below":"/a")",
          R"("argument":"/url","host":"a.example")", R"("argument":"/who","eq":null)",
          R"("argument":"/who","eq":{"name":"ann"})"}) {
        INFO(may);
        CHECK(check_condition(may).empty());
    }
}

TEST_CASE("conditions on one argument that no value fulfils together are an error") {
    const auto check_both = [](const std::string& one, const std::string& other) {
        return check_condition(one + "},{" + other);
    };
    const std::string hour = R"("argument":"/hour",)";
    const std::string file = R"("argument":"/file",)";
    CHECK(contains(check_both(hour + R"("eq":5)", hour + R"("eq":6)"),
                   "rules.json:1:126: error: no value fulfils both this and what line 1, column 98 "
                   "asks of \"/hour\", so the rule can never match"));
    for (const auto& [one, other] : std::vector<std::pair<std::string, std::string>>{
             {hour + R"("in":[1,2,3])", hour + R"("in":[4,5])"},
             {hour + R"("range":[8,12])", hour + R"("eq":7)"},
             {hour + R"("range":[8,12])", hour + R"("range":[13,null])"},
             {hour + R"("range":[null,7])", hour + R"("range":[8,12])"},
             {file + R"("below":"/srv")", file + R"("in":["/etc/a","/etc/b"])"},
             {file + R"("eq":"/srv/a")", file + R"("matches":"^[a-z]+$")"}}) {
        INFO(one << " and " << other);
        CHECK(contains(check_both(one, other), "can never match"));
    }
    for (const auto& [one, other] : std::vector<std::pair<std::string, std::string>>{
             {hour + R"("in":[1,2,3])", hour + R"("in":[3,4])"},
             {hour + R"("range":[8,12])", hour + R"("range":[12,20])"},
             {hour + R"("eq":5)", R"("argument":"/day","eq":"mon")"},
             // A path that cannot be told speaks for both of them where the rule tightens.
             {file + R"("below":"/srv")", file + R"("below":"/etc")"},
             {file + R"("below":"/srv")", file + R"("eq":"srv/../etc")"}}) {
        INFO(one << " and " << other);
        CHECK(check_both(one, other).empty());
    }
}

TEST_CASE(
    "conditions on an argument and on its parts that no value fulfils together are an error") {
    const auto check_all = [](const std::string& conditions) {
        return check_against("true", conditions);
    };
    const std::string both = R"("argument":"/a","eq":3},{"argument":"/a/b","eq":1)";
    CHECK(contains(check_all(both),
                   "rules.json:1:122: error: what line 1, column 95 asks of \"/a\" leaves no value "
                   "that fulfils this, so the rule can never match; take one of them out."));
    for (
        const char* never :
        {R"("argument":"/a/b","eq":1},{"argument":"/a","in":["x",2,null,[1]])",
         R"("argument":"/a","range":[1,2]},{"argument":"/a/0","eq":1)",
         R"("argument":"/a","below":"/srv"},{"argument":"/a/b/c","eq":1)",
         R"("argument":"/a","host":"example.com"},{"argument":"/a/b","matches":"x")",
         R"("argument":"/a","matches":"x"},{"argument":"/a/b","range":[1,2])",
         R"("argument":"/a","eq":{"b":2}},{"argument":"/a/b","eq":1)",
         R"("argument":"/a","eq":{"b":1}},{"argument":"/a/c","eq":1)",
         R"("argument":"/a","eq":[1,2]},{"argument":"/a/2","eq":1)",
         R"("argument":"","eq":{"a":1}},{"argument":"/a","range":[2,3])",
         // Each of the values falls by another part.
         R"("argument":"/a","in":[{"b":1,"c":2},{"b":2,"c":1}]},{"argument":"/a/b","eq":1},{"argument":"/a/c","eq":1)"}) {
        INFO(never);
        const std::string found = check_all(never);
        CHECK(contains(found, "error: what line 1, column "));
        CHECK(count_of(found, "\n") == 1);
    }
    for (const char* may :
         {R"("argument":"/a","eq":{"b":1}},{"argument":"/a/b","eq":1)",
          R"("argument":"/a","in":[3,{"b":2}]},{"argument":"/a/b","range":[1,2])",
          R"("argument":"/a","eq":[1,2]},{"argument":"/a/1","eq":2)",
          R"("argument":"/a/b","eq":1},{"argument":"/a/c","eq":2)",
          R"("argument":"/a","eq":3},{"argument":"/ab","eq":1)",
          // A path that cannot be told speaks where the rule tightens.
          R"("argument":"/a","eq":{"b":"srv/../etc"}},{"argument":"/a/b","below":"/srv")"}) {
        INFO(may);
        CHECK(check_all(may).empty());
    }
}

TEST_CASE("a rule whose conditions no single tool can fulfil is an error") {
    Contract mail;
    mail.id = {"", "mail"};
    mail.document =
        R"({"inputSchema":{"properties":{"to":{"type":"string"}},"additionalProperties":false}})";
    const Contract alarm = alarm_contract();
    const auto check_where = [&](const std::string& tool, const std::string& where) {
        std::string all;
        for (const auto& finding : check_rules(rules_of({R"("id":"r","effect":"deny","tool":")" +
                                                         tool + R"(","where":[)" + where + "]"}),
                                               {&alarm, &mail})) {
            all += to_string(finding) + "\n";
        }
        return all;
    };
    const std::string both = R"({"argument":"/to","eq":"ann"},{"argument":"/hour","eq":5})";
    CHECK(contains(check_where("*", both),
                   "rules.json:1:19: error: no single tool has all these arguments with such "
                   "values, so the rule can never match; make one rule of each."));
    CHECK(check_where("*", R"({"argument":"/to","eq":"ann"})").empty());
    CHECK(
        check_where("*", R"({"argument":"/day","eq":"mon"},{"argument":"/hour","eq":5})").empty());
}

TEST_CASE("mistakes of form hide none that only the tools show, and all come in their order") {
    const Contract alarm = alarm_contract();
    const CheckedRules checked = read_and_check_rules(
        rules_text(
            {R"("id":"a","effect":"deny","tool":"set_alram")",
             R"("id":"b","effect":"stop","tool":"set_alarm")",
             R"("id":"c","effect":"deny","tool":"set_alarm","where":[{"argument":"/x","eq":1}])",
             R"("id":"c","effect":"deny","tool":"set_alarm")",
             R"("id":"d","effect":"deny","tool":"set_alarm")"}),
        "f", RuleScope::user, {&alarm});
    std::string all;
    for (const auto& finding : checked.findings) all += to_string(finding) + "\n";
    INFO(all);
    REQUIRE(checked.findings.size() == 4);
    CHECK(contains(checked.findings[0].message, "\"set_alram\""));
    CHECK(contains(checked.findings[1].message, "\"stop\" is no effect"));
    CHECK(contains(checked.findings[2].message, "no argument \"/x\""));
    CHECK(contains(checked.findings[3].message, "the id \"c\""));
    CHECK_FALSE(checked.rules);

    const CheckedRules good =
        read_and_check_rules(rules_text({R"("id":"a","effect":"deny","tool":"set_alarm")"}), "f",
                             RuleScope::user, {&alarm});
    CHECK(good.findings.empty());
    REQUIRE(good.rules);
    CHECK(good.rules->size() == 1);
    CHECK(contains(to_string(read_and_check_rules("{", "f", RuleScope::user, {}).findings.at(0)),
                   "f:1:2: error: "));
}

TEST_CASE("a schema that may accept more than the check understands is no reason for an error") {
    // Nothing but words about it: any value.
    CHECK(check_against(R"({"properties":{"v":{"description":"any value"}}})",
                        R"("argument":"/v","matches":"[0-9]+")")
              .empty());
    CHECK(check_against(R"({"properties":{"v":{"description":"any value"}}})",
                        R"("argument":"/v/deeper","eq":1)")
              .empty());
    // More alternatives than are looked at, the last of which fits.
    std::string many = R"({"properties":{"v":{"anyOf":[)";
    for (int i = 0; i < 1100; ++i)
        many += R"({"type":"integer","maximum":)" + std::to_string(i) + "},";
    CHECK(check_against(many + R"({"type":"string"}]}}})", R"("argument":"/v","matches":"[0-9]+")")
              .empty());
    // "#" is the whole document, wherever it stands.
    const char* tree = R"({"type":"object","properties":{"child":{"$ref":"#"}},
                           "additionalProperties":false})";
    CHECK(check_against(tree, R"("argument":"/child","eq":{"child":{}})").empty());
    CHECK(contains(check_against(tree, R"("argument":"/name","eq":1)"), "has no argument"));
}

namespace {

/// Alternatives that double with each level, and a condition that goes down many.
const char* const k_slow_schema =
    R"({"properties":{"v":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"array",
        "anyOf":[{"items":{"$ref":"#/$defs/n"}},{"items":{"$ref":"#/$defs/n"}}]}}})";
std::string deep_condition() {
    std::string condition = R"("argument":"/v)";
    for (int i = 0; i < 10'000; ++i) condition += "/0";
    return condition + R"(","eq":1)";
}
std::string many_values(int count) {
    std::string values;
    for (int i = 0; i < count; ++i) values += (i == 0 ? "" : ",") + std::to_string(i);
    return values;
}

}  // namespace

TEST_CASE("holding many values against a schema that is slow to judge ends, and says so") {
    CHECK(check_against(k_slow_schema, deep_condition()).empty());
    const std::string found =
        check_against(R"({"properties":{"v":{"type":"string"}}})",
                      R"("argument":"/v","in":[)" + many_values(150'000) + "]");
    CHECK(contains(found, "warning: whether this can ever match could not be told"));
    CHECK(contains(found, "\"set_alarm\""));
    CHECK(check_against(R"({"properties":{"v":{"type":"integer"}}})",
                        R"("argument":"/v","in":[)" + many_values(1000) + "]")
              .empty());
}

TEST_CASE("what one origin's schemas cost keeps no dead rule about another's tools alive") {
    Contract greedy = alarm_contract();
    greedy.id = {"stranger", "set_greedy"};
    greedy.document = R"({"inputSchema":{"properties":{"v":{"type":"string"}}}})";
    const Contract own = alarm_contract();
    const auto rules = rules_of({R"("id":"a","effect":"deny","tool":"set_g*","origin":"*","where":[
                      {"argument":"/v","in":[)" +
                                     many_values(150'000) + "]}]",
                                 R"("id":"b","effect":"deny","tool":"set_g*","origin":"*","where":[
                      {"argument":"/v","eq":1}])",
                                 R"("id":"c","effect":"deny","tool":"set_alarm","where":[
                      {"argument":"/hourr","eq":1}])"});
    const auto findings = check_rules(rules, {&greedy, &own});
    REQUIRE(findings.size() == 2);  // the doubt is told once
    CHECK_FALSE(findings[0].is_error);
    CHECK(findings[1].is_error);
    CHECK(contains(findings[1].message, "/hourr"));
}

TEST_CASE("hints that no tool of that name has make a rule that can never match") {
    CHECK(contains(check({R"("id":"r","effect":"deny","tool":"set_alarm","risk":["low"])"}),
                   "error: no tool that is named \"set_alarm\" has these hints"));
    CHECK(contains(check({R"("id":"r","effect":"deny","tool":"*","undo":["exact"])"}),
                   "can never match"));
    CHECK(check({R"("id":"r","effect":"deny","tool":"set_alarm","risk":["high"])"}).empty());
}

TEST_CASE("the example of the manual page is a file of rules") {
    const std::string page = manual_page();
    const std::string opening = "```json\n";
    const std::size_t start = page.find(opening);
    REQUIRE(start != std::string::npos);
    const std::string example =
        page.substr(start + opening.size(), page.find("```", start + 3) - start - opening.size());
    const auto rules = read_rules(example, "page", RuleScope::user);
    REQUIRE(rules);
    CHECK(rules->size() == 3);
}

TEST_CASE("the manual page explains every member of a rule and of a condition") {
    const std::string page = manual_page();
    const std::string rule = R"("id":"r","effect":"deny","tool":"x",)";
    for (const std::string& unknown :
         {rule + R"("no_member":1)", rule + R"("hints":{"no_member":true})",
          rule + R"("risk":["no_member"])", rule + R"("undo":["no_member"])",
          rule + R"("where":[{"argument":"/a","no_member":1}])"}) {
        const auto known = known_words(findings_of(rules_text({unknown})));
        CHECK(known.size() >= 3);
        for (const std::string& word : known) {
            INFO(word);
            CHECK(contains(page, "`" + word + "`"));
        }
    }
}

TEST_CASE("E7 one pass names the mistakes of the form, of the tools and of the arguments") {
    const Contract alarm = alarm_contract();
    std::string all;
    for (const auto& finding :
         read_and_check_rules(
             rules_text({R"("id":"a b","effect":"block","tool":"set_alrm","when":1)",
                         R"("id":"c","effect":"deny","tool":"set_alarm","risk":["huge"],
                            "where":[{"argument":"/hours","eq":1},{"argument":"/hour","eqq":1},
                                     {"argument":"day","in":[]},{"argument":"/day","eq":"wed"}])",
                         R"("id":"c","tool":"set_alarm","where":[{"argument":"/file"}])"}),
             "f", RuleScope::user, {&alarm})
             .findings) {
        all += to_string(finding) + "\n";
    }
    for (const char* one :
         {"an id is 1 to 64", "\"block\" is no effect", "no member \"when\"",
          "no tool is named \"set_alrm\"", "\"huge\" is not known", "no argument \"/hours\"",
          "no member \"eqq\"", "JSON Pointer", "an empty list can never match",
          "no value that the tool accepts as \"/day\"", "another rule of this file has the id",
          "the rule has no \"effect\"", "a condition has \"argument\" and one of"}) {
        INFO(one << "\n" << all);
        CHECK(count_of(all, one) == 1);
    }
    CHECK(count_of(all, "error:") == 13);
}
