// Plays the session of docs/consent-session.md and counts its questions.
#include "fixture.hpp"
#include <iam/consent/rules_file.hpp>

#include <algorithm>
#include <fstream>
#include <sstream>

using namespace iam;
using namespace iam::test;
using consent::Answer;

namespace {

using Cells = std::vector<std::string>;

std::string read_page() {
    std::ostringstream text;
    text << std::ifstream(IAM_TEST_SESSION).rdbuf();
    return text.str();
}

/// From the line after the heading on.
std::string under(const std::string& page, const std::string& heading) {
    const auto at = page.find("\n## " + heading + "\n");
    REQUIRE(at != std::string::npos);
    const auto end = page.find("\n## ", at + 1);
    return page.substr(at, end == std::string::npos ? end : end - at);
}

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(" `");
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(" `") + 1 - first);
}

/// The cells of a table, without its two lines of head.
std::vector<Cells> table_in(const std::string& section) {
    std::vector<Cells> rows;
    std::istringstream lines(section);
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind('|', 0) != 0) continue;
        Cells cells;
        std::istringstream parts(line.substr(1));
        for (std::string cell; std::getline(parts, cell, '|');) cells.push_back(trimmed(cell));
        rows.push_back(std::move(cells));
    }
    REQUIRE(rows.size() > 2);
    return {rows.begin() + 2, rows.end()};
}

Contract contract_in(const Cells& row) {
    Contract contract = contract_of(row.at(0));
    const auto hinted = [&](const char* hint) { return row.at(1).find(hint) != std::string::npos; };
    if (hinted("read_only")) contract.hints.read_only = true;
    if (hinted("idempotent")) contract.hints.idempotent = true;
    if (hinted("destructive")) contract.hints.destructive = true;
    if (hinted("harmless")) contract.hints.destructive = false;
    if (hinted("closed")) contract.hints.open_world = false;
    if (row.at(2) == "allow") contract.policy = Policy::allow;
    if (row.at(2) == "deny") contract.policy = Policy::deny;
    return contract;
}

class PageRules final : public consent::RuleSource {
 public:
    explicit PageRules(const std::string& section) {
        const auto first = section.find('{');
        const auto read = consent::read_rules(section.substr(first, section.rfind('}') + 1 - first),
                                              "page", consent::RuleScope::user);
        REQUIRE(read);
        book_ = std::make_shared<consent::RuleBook>(*read, std::vector<consent::RuleFailure>{});
    }
    std::shared_ptr<const consent::RuleBook> current() override { return book_; }

 private:
    std::shared_ptr<const consent::RuleBook> book_{};
};

Answer answer_named(const std::string& name) {
    for (const Answer answer :
         {Answer::allow_once, Answer::allow_always, Answer::deny_once, Answer::deny_always}) {
        if (name == to_string(answer)) return answer;
    }
    return Answer::none;
}

struct Session {
    const std::string page = read_page();
    PageRules rules{under(page, "The user's rules")};
    Program program{};

    Session() {
        program.rules = &rules;
        program.with_prompter = true;
        for (const Cells& row : table_in(under(page, "Tools"))) program.add(contract_in(row));
    }

    void act(const std::string& what, const std::string& arguments) {
        const Json value = parse_json(arguments).value();
        Runtime& runtime = program.runtime();
        const std::chrono::minutes minutes(value.value("minutes", 0));
        if (what == "grant") {
            ok(runtime.consent().grant_for({"", value.at("tool").get<std::string>()}, minutes));
        } else if (what == "wait") {
            program.clock.advance(minutes);
        } else if (what == "freeze") {
            ok(runtime.consent().freeze("supper"));
        } else {
            REQUIRE(what == "thaw");
            ok_void(runtime.consent().thaw("supper is over"));
        }
    }

    /// Who decided, of a call that ran or was denied.
    std::string decided_by(const std::string& call_id) {
        for (const ledger::Entry& entry : program.entries()) {
            const bool says = entry.kind == EntryKind::intent || entry.kind == EntryKind::decision;
            if (!says || entry.call_id != call_id || !entry.decision) continue;
            return std::string(to_string(entry.decision->source));
        }
        return {};
    }

    /// Proposes what the line says and holds what comes of it against the line.
    void propose(const Cells& row) {
        const std::size_t asked_before = program.prompter.count();
        if (!row.at(3).empty()) program.prompter.script({answer_named(row.at(3))});
        const ToolResult result = program.runtime().call(call_of(row.at(1), row.at(2)));
        INFO("proposal " << row.at(0) << ": " << result.message);
        CHECK(program.prompter.count() - asked_before == (row.at(3).empty() ? 0 : 1));
        CHECK((result.success ? "runs" : result.code) == row.at(4));
        if (!row.at(5).empty()) CHECK(decided_by(result.call_id) == row.at(5));
    }
};

}  // namespace

TEST_CASE("the written session of sixty proposals asks as often as its page says") {
    Session session;
    std::size_t proposals = 0;
    for (const Cells& row : table_in(under(session.page, "The session"))) {
        if (row.at(0).empty()) {
            session.act(row.at(1), row.at(2));
            continue;
        }
        CHECK(row.at(0) == std::to_string(++proposals));
        session.propose(row);
    }
    CHECK(proposals == 60);
    const std::string counted = "proposes " + std::to_string(proposals) +
                                " calls; the person is asked " +
                                std::to_string(session.program.prompter.count()) + " times";
    INFO(counted);
    CHECK(session.page.find(counted) != std::string::npos);
}
