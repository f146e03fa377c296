// Tests of runtime/src/question/{layout,pretty_json,secret_marks}.cpp.
#include <iam/core/json.hpp>
#include <iam/question/menus.hpp>
#include <iam/question/text.hpp>

#include <catch2/catch.hpp>
#include <question/secret_marks.hpp>

#include <sstream>
#include <string>
#include <vector>

using iam::consent::Answer;
using iam::consent::PromptRequest;
using iam::consent::Risk;
using iam::question::card_of;
using iam::question::label_of;
using iam::question::Layout;
using iam::words::Locale;

namespace {

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

PromptRequest calendar_event() {
    PromptRequest request;
    request.approval_id = "abc";
    request.application = "desk";
    request.contract.id.name = "create_calendar_event";
    request.contract.title = "Calendar event";
    request.contract.hints = {{}, false, false, false};
    request.contract.has_preview = true;
    request.contract.has_undo = true;
    request.call.arguments =
        R"({"end":"2027-01-02T11:00:00Z","start":"2027-01-02T10:00:00Z","title":"Team"})";
    request.call.proposer.kind = iam::Proposer::Kind::model;
    request.call.proposer.model = "gpt-4o";
    request.call.proposer.provider = "openai";
    request.decision.reason = "Nothing said otherwise.";
    request.preview = iam::Preview{"Puts \"Team\" on the calendar.",
                                   {{"starts", "Saturday, 2 January 2027"}},
                                   {{"far_away", "That is a year from now."}}};
    request.always_would_store = "Allow every call of \"create_calendar_event\".";
    request.deny_always_would_store = "Deny every call of \"create_calendar_event\".";
    return request;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

bool has_line(const std::string& text, const std::string& line) {
    const auto lines = lines_of(text);
    return std::find(lines.begin(), lines.end(), line) != lines.end();
}

/// The value that stands behind the bars, put together as a reader does: a line that goes on below
/// is one.
std::string arguments_in(const std::string& question) {
    const auto lines = lines_of(question);
    std::string text;
    for (auto at = std::find_if(lines.begin(), lines.end(),
                                [](const std::string& line) { return line.rfind("| {", 0) == 0; });
         at != lines.end(); ++at) {
        const bool goes_on = at->rfind("|> ", 0) == 0;
        if (!goes_on && at->rfind("| ", 0) != 0) break;
        if (!goes_on) text += '\n';
        text += at->substr(goes_on ? 3 : 2);
    }
    return text;
}

std::string shown(const PromptRequest& request, const Layout& layout = {100, 50}) {
    return first_view(card_of(request), layout).text;
}

std::string whole(const PromptRequest& request, std::size_t columns = 100) {
    return iam::question::text(card_of(request), columns, Locale::en_us);
}

std::string in_full(const PromptRequest& request, const Layout& layout) {
    return full_arguments(card_of(request), layout);
}

std::string keys_of(const PromptRequest& request) {
    return keys_text(card_of(request), Locale::en_us);
}

}  // namespace

TEST_CASE(
    "A7 an exact undo and one that makes up for the call are told apart, with and without an end") {
    PromptRequest request = calendar_event();
    const auto undo_line = [&] {
        const auto lines = lines_of(whole(request, 200));
        const auto found = std::find_if(lines.begin(), lines.end(), [](const std::string& line) {
            return line.rfind("| - be possible to ", 0) == 0;
        });
        return found == lines.end() ? std::string() : *found;
    };
    CHECK(
        undo_line() ==
        "| - be possible to make up for: another action follows, and traces of this one may stay");
    request.contract.undo_exact = true;
    CHECK(undo_line() == "| - be possible to undo: everything is then as it was before");
    request.contract.undo_window = std::chrono::seconds(60);
    const std::string exact = undo_line();
    CHECK(exact.find("be possible to undo until ") != std::string::npos);
    request.contract.undo_exact = false;
    CHECK(undo_line().find("be possible to make up for until ") != std::string::npos);
}

TEST_CASE("A7 a tool that says it destroys is told to change something, without a perhaps") {
    PromptRequest request = calendar_event();
    request.contract.hints = {};
    CHECK(has_line(whole(request), "| - perhaps change something (it does not say)"));
    request.contract.hints.destructive = true;
    CHECK(has_line(whole(request), "| - change something"));
}

TEST_CASE("what a person sees first, word for word") {
    const auto view = first_view(card_of(calendar_event()), {80, 50});
    CHECK(view.text == R"(Allow this tool to run?
| Calendar event (create_calendar_event) · From desk, compiled in
| High risk · may modify data
| destroys nothing · a repeat acts again · stays inside · does not say if it 
|> changes anything
| Proposed by a model, gpt-4o of openai
| Why: Nothing said otherwise.
Preview, in the application's words:
| Puts "Team" on the calendar.
| starts: Saturday, 2 January 2027
| WARNING: That is a year from now. (far_away)
Arguments, exactly as the tool gets them:
| {"end": "2027-01-02T11:00:00Z",
|  "start": "2027-01-02T10:00:00Z",
|  "title": "Team"}
1 Allow once   2 Allow always   3 Deny once   4 Deny always
)");
    CHECK(view.text.substr(view.risk_at, view.risk_size) == "High risk · may modify data");
    CHECK_FALSE(view.is_shortened);
}

TEST_CASE("the whole question has what each always would store, and what the tool says it does") {
    const std::string text = whole(calendar_event());
    for (const char* line :
         {"\"Allow always\" would store:", "| Allow every call of \"create_calendar_event\".",
          "\"Deny always\" would store:", "| Deny every call of \"create_calendar_event\".",
          "| - destroy nothing that was there", "| - stay inside this program"}) {
        INFO(line);
        CHECK(has_line(text, line));
    }
}

TEST_CASE("who asks is told with the session and the agent, where there are any") {
    PromptRequest request = calendar_event();
    request.call.subject.session = "s-1";
    request.call.subject.agent = "planner\n1 Allow once";
    const auto lines = lines_of(shown(request));
    const auto by = std::find(lines.begin(), lines.end(),
                              std::string("| Proposed by a model, gpt-4o of openai"));
    REQUIRE(lines.end() - by > 3);
    CHECK(by[1] == "| Session: s-1");
    CHECK(by[2] == "| Agent: planner\\n1 Allow once");
    CHECK(by[3] == "| Why: Nothing said otherwise.");
}

TEST_CASE("an MCP client is told by the name that it gives itself") {
    PromptRequest request = calendar_event();
    request.call.proposer = {.kind = iam::Proposer::Kind::mcp_client};
    CHECK(has_line(shown(request), "| Proposed by an MCP client"));
    request.call.proposer.provider = "desk-bot 1.2\n1 Allow once";
    CHECK(has_line(shown(request),
                   "| Proposed by an MCP client that calls itself desk-bot "
                   "1.2\\n1 Allow once"));
}

TEST_CASE("a question that does not show the whole value says so and offers to deny alone") {
    PromptRequest request = calendar_event();
    request.deny_only_because = "Only the process that asked knows it.";
    const std::string text = shown(request);
    CHECK(has_line(text, "Arguments as recorded; not the whole value:"));
    CHECK_FALSE(has_line(text, "Arguments, exactly as the tool gets them:"));
    CHECK(has_line(text, "| Only the process that asked knows it."));
    CHECK(text.find("1 Allow once") == std::string::npos);
    CHECK(text.find("llow always") == std::string::npos);
    CHECK(has_line(text, "3 Deny once   4 Deny always"));
    CHECK(has_line(whole(request), "\"Deny always\" would store:"));
    CHECK(keys_of(request) == "Press 3 or 4. Enter: 3 Deny once. Esc: 3 Deny once.\n");
}

TEST_CASE("what changed since the tool was allowed stands before the preview, behind a bar") {
    PromptRequest request = calendar_event();
    request.changes = {"Argument \"n\": maximum raised.", "evil\n1 Allow once"};
    const std::string text = shown(request);
    const auto lines = lines_of(text);
    const auto heading =
        std::find(lines.begin(), lines.end(), std::string("Changed since it was allowed:"));
    REQUIRE(lines.end() - heading > 4);
    CHECK(heading[1] == "| - Argument \"n\": maximum raised.");
    CHECK(heading[2].rfind("| - evil", 0) == 0);
    CHECK(std::find(heading, lines.end(), std::string("Preview, in the application's words:")) !=
          lines.end());
    CHECK_FALSE(has_line(shown(calendar_event()), "Changed since it was allowed:"));
}

TEST_CASE("behind d: how often the tool ran of late, its undo, and where else to answer") {
    PromptRequest request = calendar_event();
    request.recent_runs = iam::consent::RecentRuns{3, false};
    const auto details = [&] {
        return details_text(request, card_of(request), {100, 40, "desk approvals answer abc"});
    };
    CHECK(has_line(details(), "| Runs of this tool in the 24 hours before: 3"));
    CHECK(has_line(details(),
                   "| - be possible to make up for: another action follows, and traces of this one "
                   "may stay"));
    CHECK(details().find("From another terminal:\n| desk approvals answer abc\n") !=
          std::string::npos);
    request.recent_runs->at_least = true;
    CHECK(has_line(details(), "| Runs of this tool in the 24 hours before: at least 3"));
    CHECK(shown(request).find("Runs of this tool") == std::string::npos);
}

TEST_CASE("risk and actions are worded as they were agreed") {
    CHECK(std::string(label_of(Risk::low)) == "Low risk · read-only");
    CHECK(std::string(label_of(Risk::medium)) == "Medium risk");
    CHECK(std::string(label_of(Risk::high)) == "High risk · may modify data");
    CHECK(std::string(label_of(Answer::allow_once)) == "Allow once");
    CHECK(std::string(label_of(Answer::allow_always)) == "Allow always");
    CHECK(std::string(label_of(Answer::deny_once)) == "Deny once");
    CHECK(std::string(label_of(Answer::deny_always)) == "Deny always");
}

TEST_CASE("T11: for a destructive tool always is refused with the reason, and Enter denies") {
    PromptRequest request = calendar_event();
    request.contract.hints.destructive = true;
    request.always_refused_because = "This tool may destroy what was there.";
    CHECK(has_line(shown(request),
                   "1 Allow once   2 Allow always (not possible)   3 Deny once   4 Deny always"));
    const std::string text = whole(request);
    CHECK(has_line(text, "| This tool may destroy what was there."));
    CHECK(text.find("\"Allow always\" would store") == std::string::npos);
    CHECK(default_answer(card_of(request)) == Answer::deny_once);
    CHECK(keys_of(request) == "Press 1, 2, 3 or 4. Enter: 3 Deny once. Esc: 3 Deny once.\n");
    CHECK(default_answer(card_of(calendar_event())) == Answer::allow_once);
}

TEST_CASE("XD02: whatever the texts are, only lines behind a bar hold them") {
    PromptRequest request = calendar_event();
    const std::string evil = "x\n1 Allow once\r\x1b[2JAllow this tool to run?\n\n4 Deny always";
    request.application = evil;
    request.contract.title = evil;
    request.contract.id.name = evil;
    request.contract.id.origin = evil;
    request.call.proposer.model = evil;
    request.call.proposer.provider = evil;
    request.decision.reason = evil;
    request.preview = iam::Preview{evil, {{evil, evil}}, {{evil, evil}}};
    request.call.arguments = R"({"k\n1 Allow once":"v\n1 Allow once"})";
    request.always_would_store = evil;
    request.deny_always_would_store = evil;
    for (const std::size_t columns : {20U, 33U, 80U, 500U}) {
        const auto lines = lines_of(whole(request, columns));
        const std::vector<std::string> own = {"Allow this tool to run?",
                                              "1 Allow once",
                                              "2 Allow always",
                                              "3 Deny once",
                                              "4 Deny always",
                                              "1 Allow once   2 Allow always   3 Deny once   4 "
                                              "Deny always"};
        for (const std::string& line : own) {
            CHECK(std::count(lines.begin(), lines.end(), line) <= 1);
        }
        const std::vector<std::string> headings = {
            "Its server claims that this tool will:", "Preview, in the words of its server:",
            "Arguments, exactly as the tool gets them:", "\"Allow always\" would store:",
            "\"Deny always\" would store:"};
        for (const std::string& line : lines) {
            const auto is = [&line](const std::string& other) { return line == other; };
            const bool ours = line.empty() || std::any_of(own.begin(), own.end(), is) ||
                              std::any_of(headings.begin(), headings.end(), is);
            const bool barred = line.rfind("| ", 0) == 0 || line.rfind("|> ", 0) == 0;
            INFO(line);
            // Headings of ours are broken as well where a terminal is that narrow.
            CHECK((ours || barred || columns < 80));
        }
        for (const std::string& line : lines) CHECK(line.find('\x1b') == std::string::npos);
        for (const std::string& line : lines) CHECK(line.find('\r') == std::string::npos);
    }
}

TEST_CASE("XD06: of long arguments the beginning and the end are shown, with a count between") {
    PromptRequest request = calendar_event();
    std::string list = "[";
    for (int i = 0; i < 10'000; ++i) list += std::to_string(i) + ",";
    request.call.arguments = list + "\"" + std::string(5000, 'a') + " the end\"]";
    const Layout layout{50, 50};
    const auto view = first_view(card_of(request), layout);
    CHECK(view.is_shortened);
    CHECK(view.text.find("lines of " + std::to_string(request.call.arguments.size()) +
                         " bytes in all are left") != std::string::npos);
    CHECK(has_line(view.text, "| [0,"));
    CHECK(view.text.find("the end\"]") != std::string::npos);
    CHECK_FALSE(has_line(view.text, "|  9999,"));
    CHECK(lines_of(view.text).size() < 30);
    const std::string all = in_full(request, layout);
    CHECK(has_line(all, "|  9999,"));
    CHECK(std::count(all.begin(), all.end(), 'a') > 5000);
    const std::size_t again = all.rfind("| Calendar event (create_calendar_event)");
    CHECK(again > all.find("the end"));
    CHECK(again < all.find("1 Allow once"));
}

TEST_CASE("XD06: what is shown without a count is all there is, to the last line that fits") {
    for (int members = 1; members < 20; ++members) {
        PromptRequest request = calendar_event();
        iam::Json value = iam::Json::object();
        for (int i = 0; i < members; ++i) value["k" + std::to_string(i)] = i;
        request.call.arguments = iam::canonical_json(value).value();
        const auto view = first_view(card_of(request), {80, 50});
        INFO(members);
        CHECK(view.is_shortened == (members > 8));
        if (view.is_shortened) continue;
        const auto read = iam::parse_json(arguments_in(view.text));
        REQUIRE(read.has_value());
        CHECK(iam::json_equal(*read, value));
    }
}

TEST_CASE("XD06: from what the question shows the whole value can be read back") {
    iam::Json value = iam::Json::object();
    for (int i = 0; i < 10'001; ++i) value["list"].push_back(i);
    value[std::string(1000, 'k') + "end"] = "of a long name";
    value["middle"] = std::string(4000, 'a') + " rm -rf / " + std::string(4000, 'b');
    value["spaces"] = std::string(500, ' ') + "far to the right";
    iam::Json deep = "deep";
    for (int i = 0; i < 28; ++i) {
        iam::Json outer = iam::Json::object();
        outer["in"] = iam::Json::array({deep});
        deep = outer;
    }
    value["deep"] = deep;
    PromptRequest request = calendar_event();
    request.call.arguments = iam::canonical_json(value).value();
    for (const std::size_t columns : {std::size_t{20}, std::size_t{80}, std::size_t{500}}) {
        const std::string shown = arguments_in(in_full(request, {columns, 50}));
        const auto read = iam::parse_json(shown);
        INFO((read ? std::string() : read.error().message));
        REQUIRE(read.has_value());
        CHECK(iam::json_equal(*read, value));
    }
}

TEST_CASE("XD06: whatever makes the question long, its end says again what it is about") {
    const auto says_it_twice = [](const PromptRequest& request, std::size_t rows) {
        const std::string text = shown(request, {80, rows});
        for (const char* line : {"| Calendar event (create_calendar_event)",
                                 "From desk, compiled in", "| High risk · may modify data"}) {
            const std::size_t again = text.rfind(line);
            if (again == text.find(line) || again > text.find("1 Allow once")) return false;
        }
        return true;
    };
    CHECK_FALSE(says_it_twice(calendar_event(), 24));
    CHECK(says_it_twice(calendar_event(), 15));
    const std::string long_text(3000, 'a');
    PromptRequest request = calendar_event();
    request.preview->summary = long_text;
    CHECK(says_it_twice(request, 50));
    request = calendar_event();
    request.decision.reason = long_text;
    CHECK(says_it_twice(request, 50));
}

TEST_CASE("XD09: without a preview the question says why, and shows the arguments all the same") {
    PromptRequest request = calendar_event();
    request.preview.reset();
    request.preview_failure = "no idea\nwhat";
    std::string text = shown(request);
    CHECK(has_line(text, "| none, because it failed: no idea\\nwhat"));
    CHECK(has_line(text, "|  \"title\": \"Team\"}"));
    request.preview_failure = {};
    text = shown(request);
    CHECK(has_line(text, "Preview: none; this tool does not tell what it would do."));
}

TEST_CASE("XD09: a preview that tells of other values stands beside the real ones") {
    PromptRequest request = calendar_event();
    request.preview =
        iam::Preview{"Arguments, exactly as the tool gets them:", {{"title", "Lunch"}}, {}};
    const std::string text = shown(request);
    CHECK(has_line(text, "|  \"title\": \"Team\"}"));
    CHECK(has_line(text, "| Arguments, exactly as the tool gets them:"));
    CHECK(has_line(text, "Arguments, exactly as the tool gets them:"));
}

TEST_CASE("XD11: of a secret only its marker is shown, and everything around it") {
    PromptRequest request = calendar_event();
    request.call.arguments = R"({"token":"[secret string, 9 characters]","url":"https://x/y"})";
    const std::string text = shown(request);
    CHECK(has_line(text, "| {\"token\": \"[secret string, 9 characters]\","));
    CHECK(has_line(text, "|  \"url\": \"https://x/y\"}"));
}

TEST_CASE("only a mark at the place of a secret is said in the reader's language") {
    PromptRequest request = calendar_event();
    request.contract.secret_arguments = {"/accounts/*/pin", "/to~1ken"};
    const auto arguments_shown = [&](const std::string& arguments) {
        request.call.arguments = arguments;
        const Layout layout{400, 100, {}, iam::words::Locale::pt_br};
        const iam::question::Card card = card_of(request);
        std::string details = details_text(request, card, layout);
        CHECK(contains(iam::question::text(card, 400, layout.locale), "Argumentos"));
        return details;
    };
    CHECK(contains(
        arguments_shown(
            R"({"accounts":[{"pin":"[secret number]"},{"pin":"[secret]"}],"to/ken":"[secret string, 9 characters]"})"),
        R"({"accounts":[{"pin":"[número secreto]"},{"pin":"[segredo]"}],"to/ken":"[texto secreto, 9 caracteres]"})"));
    for (const std::string text : {R"({"note":"[secret]","pin":"[secret number]"})",
                                   R"({"a":"[secret string, ","b":"x characters]"})",
                                   R"({"accounts":"[secret]","to/ken":"a [secret]"})",
                                   R"({"to/ken":"[secret] or [secret]"})"}) {
        CHECK(contains(arguments_shown(text), text));
    }
}

TEST_CASE("a preview of a server's tool is told as the server's words") {
    PromptRequest request = calendar_event();
    const std::string by_server = "Preview, in the words of its server:";
    CHECK_FALSE(has_line(whole(request), by_server));
    request.contract.id.origin = "files";
    for (const auto trust : {iam::consent::OriginTrust::none, iam::consent::OriginTrust::trusted}) {
        request.trust = trust;
        CHECK(has_line(whole(request), by_server));
        CHECK_FALSE(has_line(whole(request), "Preview, in the application's words:"));
    }
}

TEST_CASE("an application's preview and warnings keep what looks like a mark") {
    PromptRequest request = calendar_event();
    request.contract.secret_arguments = {"/title"};
    request.preview = iam::Preview{
        "Says [secret].", {{"[secret number]", "[secret]"}}, {{"[secret]", "[secret null]"}}};
    const std::string text = iam::question::text(card_of(request), 200, iam::words::Locale::pt_br);
    CHECK(contains(text, "Says [secret]."));
    CHECK(contains(text, "[secret number]: [secret]"));
    CHECK(contains(text, "[secret null]"));
    CHECK_FALSE(contains(text, "segredo"));
}

TEST_CASE("an application's preview keeps what looks like a message of the library") {
    PromptRequest request = calendar_event();
    const std::string forged =
        "The user rules in f cannot be taken up, so every call is asked about: a number or x";
    request.preview = iam::Preview{forged, {{"of it", forged}}, {}};
    const std::string text = iam::question::text(card_of(request), 200, iam::words::Locale::pt_br);
    CHECK(contains(text, "| " + forged));
    CHECK(contains(text, "| of it: " + forged));
}

TEST_CASE("a text full of marks is copied once, not once for each mark") {
    // Moving the rest of 32 MiB for each of the marks would take minutes.
    const std::string rest = "],\"rest\":\"" + std::string(std::size_t{32} << 20U, 'x') + "\"}";
    std::string marks = "\"[secret]\"";
    std::string translated = "\"[segredo]\"";
    for (int i = 0; i < 50'000; ++i) {
        marks += ",\"[secret]\"";
        translated += ",\"[segredo]\"";
    }
    const auto in_portuguese = [](const std::string& text) {
        return iam::question::with_marks_in(Locale::pt_br, {"/pins/*"}, text);
    };
    // Catch prints the texts of a CHECK that fails, which would be too long.
    const bool is_each_translated =
        in_portuguese("{\"pins\":[" + marks + rest) == "{\"pins\":[" + translated + rest;
    CHECK(is_each_translated);
    const std::string others = "{\"notes\":[" + marks + rest;
    const bool is_as_it_was = in_portuguese(others) == others;
    CHECK(is_as_it_was);
}

TEST_CASE("hints that a tool does not give are one part of the line, named as such") {
    PromptRequest request = calendar_event();
    request.contract.hints = {};
    CHECK(
        has_line(shown(request, {200, 50}),
                 "| does not say if it changes anything, destroys, acts again on a repeat, reaches "
                 "outside of here"));
    request.contract.hints = {{}, true, true, true};
    CHECK(has_line(shown(request),
                   "| may destroy what was there · harmless to repeat · reaches outside"));
}

TEST_CASE("hints that a tool does not give are not told as promises") {
    PromptRequest request = calendar_event();
    request.contract.hints = {};
    const std::string text = whole(request);
    CHECK(has_line(text, "| - perhaps destroy what was there (it does not say)"));
    CHECK(has_line(text, "| - perhaps reach beyond this program (it does not say)"));
    request.contract.hints = {true, {}, {}, false};
    CHECK(has_line(whole(request), "| - read, and change nothing"));
    CHECK(has_line(shown(request), "| reads only · stays inside"));
}

TEST_CASE("the text about a call is the whole question without its answers") {
    const PromptRequest request = calendar_event();
    const std::string said = iam::question::about(card_of(request), 100, Locale::en_us);
    const std::string all = whole(request);
    CHECK(all.substr(0, said.size()) == said);
    CHECK(all.size() > said.size());
    CHECK(arguments_in(said) == arguments_in(all));
    CHECK_FALSE(contains(said, "Allow once"));
    CHECK_FALSE(contains(said, "always"));
}
