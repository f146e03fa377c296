// What a person reads, word for word, at three widths and in each language.
// Tests of runtime/src/question/secret_marks.cpp.
#include <iam/question/menus.hpp>
#include <iam/question/text.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace iam::question {
namespace {

using words::Id;
using words::Locale;
using words::say;

/// An ordinary call with five short arguments.
consent::PromptRequest event() {
    consent::PromptRequest request;
    request.approval_id = "abc";
    request.application = "desk";
    request.contract.id.name = "create_event";
    request.contract.title = "Calendar event";
    request.contract.hints = {false, false, true, false};
    request.contract.has_preview = true;
    request.contract.has_undo = true;
    request.contract.undo_exact = true;
    request.risk = consent::Risk::medium;
    request.call.id = "call-1";
    request.call.subject.user = "ann";
    request.call.arguments =
        R"({"end":"11:00","guests":2,"place":"Room 4","start":"10:00","title":"Team"})";
    request.call.proposer.kind = Proposer::Kind::model;
    request.call.proposer.model = "gpt-4o";
    request.call.proposer.provider = "openai";
    request.decision.source = consent::Source::default_policy;
    request.decision.reason = say(Id::default_asks);
    request.recent_runs = consent::RecentRuns{3, false};
    request.preview = Preview{"Puts \"Team\" on the calendar.",
                              {{"starts", "Saturday, 2 January 2027"}},
                              {{"far_away", "That is a year from now."}}};
    const words::Value tool{"tool", "create_event"};
    const words::Value user{"for", say(Id::for_user, {{"user", "ann"}})};
    const words::Value none{"in", say(Id::in_no_workspace, {{"none", "-"}})};
    request.always_would_store =
        say(Id::stores_allow, {tool, user, none, {"until", "2027-02-01T10:00:00Z"}});
    request.deny_always_would_store = say(Id::stores_deny, {tool, user, none});
    return request;
}

/// A tool that destroys, and that has changed since it was allowed.
consent::PromptRequest removal() {
    consent::PromptRequest request = event();
    request.contract.id.name = "remove_files";
    request.contract.title = "Remove files";
    request.contract.hints = {{}, true, {}, {}};
    request.contract.has_undo = false;
    request.risk = consent::Risk::high;
    request.decision.reason.add(say(Id::tool_changed));
    request.changes = {
        "Argument \"paths\": maximum of items raised or removed: was {\"maxItems\":10}, is "
        "{\"maxItems\":1000}. One call does more at once than people agreed to."};
    request.preview.reset();
    request.preview_failure = say(Id::preview_overdue);
    std::string paths;
    for (int i = 0; i < 40; ++i)
        paths += (i == 0 ? "\"" : ",\"") + std::string("/notes/") + std::to_string(i) + "\"";
    request.call.arguments = "{\"paths\":[" + paths + "]}";
    request.always_refused_because = say(Id::refused_destructive);
    request.always_would_store = {};
    return request;
}

/// A call with a secret, while a file of rules does not load.
consent::PromptRequest login() {
    consent::PromptRequest request = event();
    request.contract.id.name = "login";
    request.contract.secret_arguments = {"/keys", "/pin", "/token"};
    request.call.arguments = R"({"keys":"[secret array, 2 elements]","pin":"[secret number]",)"
                             R"("token":"[secret string, 9 characters]","user":"ann"})";
    request.decision.reason =
        say(Id::rules_ask,
            {{"scope", say(Id::scope_user)},
             {"file", "/r.json"},
             {"problem", "/r.json:3:8: error: an empty list can never match; take it out."}});
    request.preview->fields = {};
    request.preview_failure = {};
    return request;
}

std::string first_seen(const consent::PromptRequest& request, const Layout& layout) {
    const Card card = card_of(request);
    return first_view(card, layout).text + letters_text(request, card, layout) +
           keys_text(card, layout.locale);
}

std::string transcript(std::size_t columns, Locale locale) {
    const Layout layout{columns, 60, "desk approvals answer abc", locale};
    const Card card = card_of(event());
    std::string all = first_seen(event(), layout);
    all += "[2]" + stored_text(card, consent::Answer::allow_always, layout) +
           confirm_text('2', locale);
    all +=
        "[4]" + stored_text(card, consent::Answer::deny_always, layout) + confirm_text('4', locale);
    all += "[d]" + details_text(event(), card, layout);
    all += "\n" + first_seen(removal(), layout);
    return all + "[1]" + full_arguments(card_of(removal()), layout);
}

std::size_t lines_of(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

std::string read_file(const std::string& path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

}  // namespace

TEST_CASE("A7 a question is read word for word in each language, at 40, 80 and 120 columns") {
    // IAM_UPDATE_GOLDEN=1 writes the transcripts anew.
    const char* const update = std::getenv("IAM_UPDATE_GOLDEN");
    for (const Locale locale : words::k_locales) {
        for (const std::size_t columns : {std::size_t{40}, std::size_t{80}, std::size_t{120}}) {
            const std::string path = std::string(IAM_TEST_TRANSCRIPTS) + "/" +
                                     std::string(tag_of(locale)) + "." + std::to_string(columns) +
                                     ".txt";
            const std::string text = transcript(columns, locale);
            if (update != nullptr) std::ofstream(path) << text;
            INFO(path);
            CHECK(read_file(path) == text);
        }
    }
}

TEST_CASE("at 80 columns a call of five short arguments is at most 20 lines, with its keys") {
    for (const Locale locale : words::k_locales) {
        const std::string text = first_seen(event(), {80, 24, {}, locale});
        INFO(text);
        CHECK(lines_of(text) <= 20);
    }
}

TEST_CASE("A7 no sentence of ours is English in a question in Portuguese") {
    consent::PromptRequest recorded = login();
    recorded.decision.reason =
        words::recognised(login().decision.reason.english(), words::Writer::library);
    for (const consent::PromptRequest& request : {event(), removal(), login(), recorded}) {
        const Card card = card_of(request);
        const Layout layout{200, 100, "", Locale::pt_br};
        const std::string all = first_view(card, layout).text + text(card, 200, Locale::pt_br) +
                                details_text(request, card, layout);
        for (const char* word :
             {" the ", " and ", " this ", " that ", " is ", " was ", "llow ", "Deny", "Asked",
              "raised", " every ", "[secret", "error", "take"}) {
            INFO(all);
            INFO(word);
            std::string ours = all;
            // The application's own words stay as they are.
            for (const char* foreign :
                 {"Puts \"Team\" on the calendar.", "That is a year from now."}) {
                for (std::size_t at = ours.find(foreign); at != std::string::npos;
                     at = ours.find(foreign))
                    ours.erase(at, std::string(foreign).size());
            }
            CHECK(ours.find(word) == std::string::npos);
        }
    }
}

}  // namespace iam::question
