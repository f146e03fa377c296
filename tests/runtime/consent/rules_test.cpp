// Which rules speak about which calls.
// Tests of runtime/src/consent/{rule_conditions,rule_names,rule_values}.cpp.
#include "rules_fixture.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace iam::consent;
using namespace iam::test;
using iam::Contract;
using iam::Json;

namespace {

bool covers_name(const std::string& pattern, const std::string& name) {
    const auto parsed = NamePattern::parse(pattern);
    REQUIRE(parsed);
    return parsed->matches(name);
}

Truth truth_of(const std::string& comparison, const Json& arguments,
               const std::string& pointer = "/x") {
    const auto rules = rules_of({R"("id":"r","effect":"deny","tool":"*","where":[{"argument":")" +
                                 pointer + "\"," + comparison + "}]"});
    RuleSteps steps;
    return holds(rules.front().conditions.front(), arguments, steps);
}

Truth truth_of_text(const std::string& comparison, const std::string& value) {
    return truth_of(comparison, Json{{"x", value}});
}

/// Whether one rule speaks about a call of the alarm.
bool rule_speaks(const std::string& members, const Json& arguments = Json::object(),
                 const Contract& contract = alarm_contract(), const iam::Moment& now = {}) {
    const ToolRules rules = rules_for(book_of(rules_of({R"("id":"r",)" + members})), contract);
    SeenArguments seen{SeenArguments::Known::read, arguments};
    return !rules.rules.empty() && speaks(*rules.rules.front(), seen, now);
}

iam::Moment at(int hour, int minute) {
    iam::Moment moment;
    moment.wall += std::chrono::hours(24 * 20'000 + hour) + std::chrono::minutes(minute);
    return moment;
}

}  // namespace

TEST_CASE(
    "XC06: a name is covered as a whole and case by case, a pattern reaches no further than it "
    "says") {
    CHECK(covers_name("mcp__a", "mcp__a"));
    for (const char* other : {"mcp__ab", "xmcp__a", "MCP__A", "mcp__a ", "", "mcp__"}) {
        CHECK_FALSE(covers_name("mcp__a", other));
    }
    CHECK(covers_name("set_*", "set_"));
    CHECK(covers_name("set_*_time", "set_alarm_time_time"));
    CHECK_FALSE(covers_name("set_*", "reset_x"));
    CHECK_FALSE(covers_name("*_set", "set_setx"));
    CHECK(covers_name("a?c", "abc"));
    CHECK(covers_name("a?c", "aéc"));
    CHECK_FALSE(covers_name("a?c", "ac"));
    CHECK_FALSE(covers_name("a?c", "abbc"));
    CHECK(covers_name("*a*b*", "xxaxxbxx"));
    CHECK_FALSE(covers_name("*a*b*", "xxbxxaxx"));
}

TEST_CASE("XC05: a tool may be called like a pattern or like nothing at all") {
    CHECK(covers_name("\\*", "*"));
    CHECK_FALSE(covers_name("\\*", "x"));
    CHECK(covers_name("\\?\\\\", "?\\"));
    CHECK(covers_name("__proto__", "__proto__"));
    CHECK(covers_name("..", ".."));
    CHECK_FALSE(covers_name("..", "ab"));
    CHECK(covers_name("*", ""));
    CHECK_FALSE(NamePattern::parse(""));
    CHECK_FALSE(NamePattern::parse("a\\"));
}

TEST_CASE("a pattern of many runs takes no more than the product of the lengths") {
    std::string pattern;
    for (int i = 0; i < 200; ++i) pattern += "*a";
    CHECK_FALSE(covers_name(pattern + "b", std::string(5'000, 'a')));
}

TEST_CASE("XB04: values are compared by what they are, texts by their bytes") {
    CHECK(truth_of(R"("eq":1)", Json{{"x", 1.0}}) == Truth::yes);
    CHECK(truth_of(R"("eq":18446744073709551615)", Json{{"x", -1}}) == Truth::no);
    CHECK(truth_of_text(R"("eq":"a")", "A") == Truth::no);
    CHECK(truth_of_text(R"("eq":"a")", "a ") == Truth::no);
    // One that looks the same, composed and not.
    CHECK(truth_of_text("\"eq\":\"caf\u00E9\"", "caf\u00E9") == Truth::yes);
    CHECK(truth_of_text("\"eq\":\"caf\u00E9\"", "cafe\u0301") == Truth::no);
    CHECK(truth_of_text(R"("in":["a","b"])", "b") == Truth::yes);
    CHECK(truth_of(R"("in":[[1],null])", Json{{"x", nullptr}}) == Truth::yes);
    CHECK(truth_of(R"("range":[0,5])", Json{{"x", 5}}) == Truth::yes);
    CHECK(truth_of(R"("range":[null,5])", Json{{"x", 5.5}}) == Truth::no);
    CHECK(truth_of(R"("range":[0,null])", Json{{"x", -1}}) == Truth::no);
    CHECK(truth_of(R"("range":[0,5])", Json{{"x", "3"}}) == Truth::no);
}

TEST_CASE("an argument that is absent fulfils nothing, and a pointer is followed step by step") {
    CHECK(truth_of(R"("eq":null)", Json::object()) == Truth::no);
    const Json deep{{"a/b", {{"list", {1, {{"~", 7}}}}}}};
    CHECK(truth_of(R"("eq":7)", deep, "/a~1b/list/1/~0") == Truth::yes);
    CHECK(truth_of(R"("eq":7)", deep, "/a~1b/list/01/~0") == Truth::no);
    CHECK(truth_of(R"("eq":7)", deep, "/a~1b/list/2/~0") == Truth::no);
    CHECK(truth_of(R"("eq":1)", deep, "/a~1b/list/0/x") == Truth::no);
}

TEST_CASE("XC06: a folder covers itself and what is below it by whole segments") {
    const std::string below = R"("below":"/srv/data/")";
    for (const char* inside : {"/srv/data", "/srv/data/", "/srv//data/x", "/srv/data/a/b"}) {
        CHECK(truth_of_text(below, inside) == Truth::yes);
    }
    for (const char* outside : {"/srv/database", "/srv", "/srv/Data/x", "/x/srv/data"}) {
        CHECK(truth_of_text(below, outside) == Truth::no);
    }
    for (const char* unclear :
         {"", "data/x", "/srv/data/../x", "/srv/./data", "..", "/srv/data/x/.."}) {
        CHECK(truth_of_text(below, unclear) == Truth::unknown);
    }
    CHECK(truth_of_text(below, std::string("/srv/data\0", 10)) == Truth::unknown);
    CHECK(truth_of(below, Json{{"x", 1}}) == Truth::no);
    for (const char* path : {"docs/a", "/docs/a"}) {
        RuleSteps steps;
        CHECK(holds(BelowFolder{"docs"}, Json(path), steps) == Truth::unknown);
    }
}

TEST_CASE("a host is the one that every reader of the address finds") {
    const std::string host = R"("host":"Good.example")";
    for (const char* same :
         {"https://good.example", "HTTPS://GOOD.example/x?y#z", "http://good.example.:8080/a",
          "good.example", "good.example:443", "https://good.example/@evil.example",
          "https://good.example?x=/@evil.example", "https://good.example/a?x@y#z@y"}) {
        INFO(same);
        CHECK(truth_of_text(host, same) == Truth::yes);
    }
    for (const char* other :
         {"https://good.example.evil.example", "https://evil.example/good.example",
          "https://xgood.example", "https://evil.example?good.example"}) {
        INFO(other);
        CHECK(truth_of_text(host, other) == Truth::no);
    }
    for (const char* unclear :
         {"https://good.example@evil.example", "https://evil.example\\@good.example",
          "https://good.example\t/", "https://g%6fod.example", "https://göod.example", "",
          "https://", "https://2130706433/", "http://0x7f.1/", "http://127.1/",
          "http://0177.0.0.1/", "good.example/path", "https://good.example:port/", "https://[::1]/",
          "1://good.example", "http://good.example#@evil.example/",
          "http://good.example?@evil.example/", "http://good.example?x#y@evil.example"}) {
        INFO(unclear);
        CHECK(truth_of_text(host, unclear) == Truth::unknown);
    }
    // To some the name of a host and its port, to others a URL of the host 80.
    for (const char* name : {"http", "https", "ws", "wss", "ftp", "file"}) {
        const std::string wanted = std::string(R"("host":")") + name + "\"";
        INFO(name);
        CHECK(truth_of_text(wanted, std::string(name) + ":80") == Truth::unknown);
        CHECK(truth_of_text(wanted, std::string("https://") + name + ":80") == Truth::yes);
        CHECK(truth_of_text(wanted, name) == Truth::yes);
    }
    CHECK(truth_of_text(host, "HTTP:0") == Truth::unknown);
    CHECK(truth_of_text(R"("host":"127.0.0.1")", "http://127.0.0.1:80/") == Truth::yes);
}

TEST_CASE("XC06: a pattern is found anywhere, and its ends are the ends of the text") {
    const std::string whole = R"("matches":"^(?:ab|c+)$")";
    CHECK(truth_of_text(whole, "ab") == Truth::yes);
    CHECK(truth_of_text(whole, "ccc") == Truth::yes);
    for (const char* other : {"xab", "abc", "ab\n", "\nab", "x\nab\nx"}) {
        INFO(other);
        CHECK(truth_of_text(whole, other) == Truth::no);
        CHECK(truth_of_text(R"("matches":"ab|c+")", other) == Truth::yes);
    }
}

TEST_CASE("A4 a line end anywhere in the text leads past no pattern of a deny") {
    for (const char* pattern : {R"(.*\\brm\\b.*)", R"(\\brm\\b)", R"(^.*\\brm\\b.*$)"}) {
        const std::string matches = R"("matches":")" + std::string(pattern) + "\"";
        for (const char* text :
             {"rm x", "ls\nrm -rf x", "rm -rf x\n", "\r\nrm", "ls\xE2\x80\xA8rm", "a\n\nrm\nb"}) {
            INFO(pattern << " and " << text);
            CHECK(truth_of_text(matches, text) == Truth::yes);
        }
        CHECK(truth_of_text(matches, "farm") == Truth::no);
    }
}

TEST_CASE("A4 no spelling of a path leads past a deny, and none into an allow") {
    const std::string below = R"("below":"/etc")";
    for (const char* same : {"/etc", "/etc/", "//etc", "/etc//passwd", "/etc/passwd/"}) {
        INFO(same);
        CHECK(truth_of_text(below, same) == Truth::yes);
    }
    for (const char* doubtful : {"/srv/../etc", "/./etc", "etc", " /etc", "~/x", "file:///etc"}) {
        INFO(doubtful);
        CHECK(truth_of_text(below, doubtful) == Truth::unknown);
    }
    CHECK(truth_of_text(below, "/etcetera") == Truth::no);
}

TEST_CASE("A4 no spelling of an address leads past a deny, and none into an allow") {
    const std::string host = R"("host":"evil.example")";
    for (const char* same : {"https://EVIL.example/", "https://evil.example.", "evil.example:443",
                             "http://evil.example:80/x?y", "Evil.Example."}) {
        INFO(same);
        CHECK(truth_of_text(host, same) == Truth::yes);
    }
    for (const char* doubtful :
         {"https://a@evil.example/", "https://good.example@evil.example/", "https:///evil.example",
          "https:/evil.example", "//evil.example/", " https://evil.example",
          "https://evil.ex\tample", "https://\xC3\xA9vil.example", "https://%65vil.example",
          "https://evil.example\\.x/", "http://[::1]/", "http://2130706433/", "http://0x7f.1/"}) {
        INFO(doubtful);
        CHECK(truth_of_text(host, doubtful) == Truth::unknown);
    }
    // Names in Punycode are compared as they are, with a name that is written so in the rule.
    CHECK(truth_of_text(R"("host":"xn--vil-bma.example")", "https://XN--vil-bma.example/") ==
          Truth::yes);
    CHECK(truth_of_text(host, "https://www.evil.example/") == Truth::no);
}

TEST_CASE("all that rules look for in one call takes a bounded number of steps") {
    // Its states double with each position, so each byte costs as many steps as the pattern has.
    const std::string slow =
        R"("tool":"*","where":[{"argument":"/x","matches":"^[ab]*a[ab]{9000}$"}])";
    const Json ours{{"x", std::string(1U << 20, 'b')}};
    for (const char* effect : {"deny", "confirm", "allow"}) {
        const auto rules =
            rules_of({R"("id":"r","effect":")" + std::string(effect) + "\"," + slow});
        SeenArguments seen{SeenArguments::Known::read, ours};
        CHECK(speaks(rules[0], seen, {}) == (effect != std::string("allow")));
        CHECK(seen.steps.left == 0);
    }
    // What is spent is spent for all rules of the call, and a short text is looked through all the
    // same.
    const auto rules = rules_of({R"("id":"r","effect":"deny",)" + slow,
                                 R"("id":"s","effect":"deny","tool":"*","where":[
                                     {"argument":"/x","below":"/srv"}])"});
    SeenArguments small{SeenArguments::Known::read, Json{{"x", "/etc"}}};
    CHECK_FALSE(speaks(rules[0], small, {}));
    CHECK_FALSE(speaks(rules[1], small, {}));
    CHECK(small.steps.left < k_rules_call_steps_max - 1000);
    small.steps.left = 4;
    CHECK(speaks(rules[1], small, {}));
}

TEST_CASE("paths and addresses of a long text are charged with their bytes") {
    for (const char* comparison : {R"("below":"/srv")", R"("host":"a.example")"}) {
        const auto rules = rules_of({R"("id":"r","effect":"deny","tool":"*","where":[
            {"argument":"/x",)" + std::string(comparison) +
                                     "}]"});
        const Json value(std::string(1U << 20, 'x'));
        RuleSteps steps{1U << 20};
        CHECK(holds(rules[0].conditions[0].comparison, value, steps) == Truth::unknown);
        CHECK(steps.left == 0);
        steps.left = 3U << 20;
        static_cast<void>(holds(rules[0].conditions[0].comparison, value, steps));
        CHECK(steps.left == (2U << 20) - 1);
    }
}

TEST_CASE("XC08: what cannot be told speaks for a rule that tightens and not for one that allows") {
    const std::string where = R"("tool":"set_alarm","where":[{"argument":"/file","below":"/srv"}])";
    const Json unclear{{"file", "/srv/../etc"}};
    CHECK(rule_speaks(R"("effect":"deny",)" + where, unclear));
    CHECK(rule_speaks(R"("effect":"confirm",)" + where, unclear));
    CHECK_FALSE(rule_speaks(R"("effect":"allow",)" + where, unclear));
    CHECK(rule_speaks(R"("effect":"allow",)" + where, Json{{"file", "/srv/x"}}));
    CHECK_FALSE(rule_speaks(R"("effect":"deny",)" + where, Json{{"file", "/etc"}}));
    // Where the arguments are there but cannot be looked at, too.
    for (const char* effect : {"deny", "allow"}) {
        const auto rules =
            rules_of({std::string(R"("id":"r","effect":")") + effect + "\"," + where});
        const bool denies = effect == std::string("deny");
        SeenArguments unknown{SeenArguments::Known::unknown};
        SeenArguments unread;
        CHECK(speaks(rules[0], unknown, {}) == denies);
        CHECK_FALSE(speaks(rules[0], unread, {}));
    }
}

TEST_CASE("all conditions of a rule must hold") {
    const std::string both = R"("effect":"deny","tool":"*","where":[
        {"argument":"/hour","range":[22,23]},{"argument":"/day","eq":"mon"}])";
    CHECK(rule_speaks(both, Json{{"hour", 22}, {"day", "mon"}}));
    CHECK_FALSE(rule_speaks(both, Json{{"hour", 22}, {"day", "tue"}}));
    CHECK_FALSE(rule_speaks(both, Json{{"hour", 3}, {"day", "mon"}}));
}

TEST_CASE("XC11: times of the day are UTC and their end does not belong to them") {
    const std::string night = R"("effect":"deny","tool":"*","time":{"from":"22:00","to":"06:00"})";
    const std::string noon = R"("effect":"deny","tool":"*","time":{"from":"12:00","to":"12:30"})";
    struct Row {
        iam::Moment now;
        bool night;
        bool noon;
    };
    for (const Row& row :
         {Row{at(21, 59), false, false}, Row{at(22, 0), true, false}, Row{at(0, 0), true, false},
          Row{at(5, 59), true, false}, Row{at(6, 0), false, false}, Row{at(12, 0), false, true},
          Row{at(12, 29), false, true}, Row{at(12, 30), false, false}}) {
        CHECK(rule_speaks(night, {}, alarm_contract(), row.now) == row.night);
        CHECK(rule_speaks(noon, {}, alarm_contract(), row.now) == row.noon);
    }
    // Before 1970 a day has its hours as well.
    iam::Moment early;
    early.wall -= std::chrono::hours(1);
    CHECK(rule_speaks(night, {}, alarm_contract(), early));
}

TEST_CASE("without an origin a rule is about this program's own tools only") {
    Contract remote = alarm_contract();
    remote.id.origin = "github";
    const std::string rule = R"("effect":"deny","tool":"set_alarm")";
    CHECK(rule_speaks(rule));
    CHECK_FALSE(rule_speaks(rule, {}, remote));
    CHECK(rule_speaks(rule + R"(,"origin":"git*")", {}, remote));
    CHECK_FALSE(rule_speaks(rule + R"(,"origin":"git")", {}, remote));
    CHECK_FALSE(rule_speaks(rule + R"(,"origin":"github")"));
    CHECK(rule_speaks(rule + R"(,"origin":"*")"));
    CHECK(rule_speaks(rule + R"(,"origin":"*")", {}, remote));
}

TEST_CASE("a rule asks for hints, risk and undo, and an absent hint counts as MCP's default") {
    Contract tool = alarm_contract();
    tool.hints.open_world = false;
    tool.has_undo = true;
    CHECK(rule_speaks(R"("effect":"deny","tool":"*","hints":{"destructive":true})", {}, tool));
    CHECK(rule_speaks(R"("effect":"deny","tool":"*","hints":{"open_world":false})", {}, tool));
    CHECK_FALSE(rule_speaks(R"("effect":"deny","tool":"*","hints":{"read_only":true})", {}, tool));
    CHECK(rule_speaks(R"("effect":"deny","tool":"*","undo":["compensating"])", {}, tool));
    CHECK_FALSE(rule_speaks(R"("effect":"deny","tool":"*","undo":["none"])", {}, tool));
    CHECK(rule_speaks(R"("effect":"deny","tool":"*","risk":["low","high"])", {}, tool));
    tool.hints.read_only = true;
    CHECK_FALSE(rule_speaks(R"("effect":"deny","tool":"*","risk":["medium","high"])", {}, tool));
}

TEST_CASE("the hints of a server count in rules while a person trusts it at its endpoint") {
    Contract remote = alarm_contract();
    remote.id.origin = "remote";
    remote.endpoint = R"({"command":"a"})";
    remote.hints = {.read_only = true, .open_world = false};
    const auto book = book_of(rules_of(
        {R"("id":"r","effect":"allow","tool":"*","origin":"*","hints":{"read_only":true})"}));
    CHECK(rules_for(book, remote).rules.empty());
    ServerTrust trust{"remote", remote.endpoint, "ann", {}};
    CHECK(rules_for(book, remote, trust).rules.size() == 1);
    trust.endpoint = R"({"command":"b"})";
    CHECK(rules_for(book, remote, trust).rules.empty());
    trust = {"other", remote.endpoint, "ann", {}};
    CHECK(rules_for(book, remote, trust).rules.empty());
    remote.endpoint.clear();
    trust = {"remote", "", "ann", {}};
    CHECK(rules_for(book, remote, trust).rules.empty());
}

TEST_CASE("XC19: an untrusted origin does not talk itself into an allow or out of a deny") {
    Contract liar = alarm_contract();
    liar.id.origin = "remote";
    liar.hints = {true, false, true, false};
    for (const std::string hint : {R"({"read_only":true})", R"({"destructive":false})",
                                   R"({"idempotent":true})", R"({"open_world":false})"}) {
        const std::string rest = R"("tool":"*","origin":"*","hints":)" + hint;
        CHECK_FALSE(rule_speaks(R"("effect":"allow",)" + rest, {}, liar));
        Contract own = liar;
        own.id.origin.clear();
        CHECK(rule_speaks(R"("effect":"allow",)" + rest, {}, own));
    }
    for (const std::string hint :
         {R"({"read_only":false})", R"({"destructive":true})", R"({"open_world":true})"}) {
        CHECK(rule_speaks(R"("effect":"deny","tool":"*","origin":"*","hints":)" + hint, {}, liar));
    }
    // What it says against itself counts.
    liar.hints.destructive = true;
    CHECK_FALSE(rule_speaks(
        R"("effect":"deny","tool":"*","origin":"*","hints":{"destructive":false})", {}, liar));
}

TEST_CASE("the rules of a tool come strictest first, and only where they can speak") {
    auto rules = rules_of({R"("id":"c","effect":"allow","tool":"set_alarm")",
                           R"("id":"b","effect":"deny","tool":"set_*")",
                           R"("id":"a","effect":"confirm","tool":"set_alarm")",
                           R"("id":"a2","effect":"deny","tool":"set_alarm")",
                           R"("id":"other","effect":"deny","tool":"get_alarm")"});
    const ToolRules found = rules_for(book_of(std::move(rules)), alarm_contract());
    std::string ids;
    for (const Rule* rule : found.rules) ids += rule->id + " ";
    CHECK(ids == "a2 b a c ");
    CHECK(found.is_steady());
    CHECK_FALSE(rules_for(book_of(rules_of({R"("id":"r","effect":"deny","tool":"*",
        "time":{"from":"01:00","to":"02:00"})"})),
                          alarm_contract())
                    .is_steady());
    CHECK(rules_for(nullptr, alarm_contract()).rules.empty());
}
