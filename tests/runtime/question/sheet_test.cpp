// Tests of runtime/src/question/{sheet,sheet_lines}.cpp.
#include <iam/question/sheet.hpp>

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace iam::question {
namespace {

using words::Locale;

constexpr std::chrono::sys_time<std::chrono::milliseconds> k_now{std::chrono::hours(24 * 365 * 50)};

std::string read_shown(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    REQUIRE(in);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

std::string joined_lines(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

consent::PromptRequest request_for_sheet() {
    consent::PromptRequest request;
    request.approval_id = "abc";
    request.application = "desk";
    request.contract.id.name = "write_note";
    request.contract.title = "Write a note";
    request.contract.description = "Writes text.";
    request.contract.hints.read_only = false;
    request.contract.has_undo = true;
    request.contract.undo_exact = true;
    request.contract.undo_window = std::chrono::hours(24);
    request.call.arguments = R"({"path":"/a","text":"x\u202e"})";
    request.call.proposer.kind = Proposer::Kind::model;
    request.call.proposer.model = "gpt";
    request.call.subject.session = "evening";
    request.risk = consent::Risk::medium;
    request.decision.reason = words::say(words::Id::default_asks);
    request.decision.source = consent::Source::rule;
    request.decision.source_id = "r1";
    request.decision.place = "rules.json:7:5";
    request.recent_runs = consent::RecentRuns{12, true};
    request.preview = Preview{};
    request.preview->summary = "Writes 2 lines.";
    request.preview->fields.push_back({"Path", "/a"});
    request.preview->warnings.push_back({"overwrites", "It has 14 lines now."});
    request.always_would_store = "Allow it.";
    request.deny_always_would_store = "Deny it.";
    return request;
}

}  // namespace

TEST_CASE("the lines of a question are those that the page shows (W35)") {
    std::size_t count = 0;
    for (const auto& file : std::filesystem::directory_iterator(IAM_TEST_SHOWN)) {
        if (file.path().extension() != ".json") continue;
        INFO(file.path());
        const auto question = parse_json(read_shown(file.path()));
        REQUIRE(question.has_value());
        auto text = file.path();
        CHECK(joined_lines(sheet_lines(*question)) == read_shown(text.replace_extension(".txt")));
        ++count;
    }
    CHECK(count >= 7);
}

TEST_CASE("a request becomes a question of the sheet with every fact that it has (W19)") {
    const Json question = sheet_question(request_for_sheet(), k_now, Locale::en_us);
    CHECK(joined_lines(sheet_lines(question)) ==
          "tool: write_note\ntitle: Write a note\norigin: desk\ntrust: own\nrisk: medium\n"
          "description: Writes text.\nmodel: gpt\nproposer: model\nsession: evening\n"
          "reason: The host's default policy wants each call of this tool confirmed.\n"
          "decided_by: rule\ndecided_by_id: r1\nplace: rules.json:7:5\nruns: at least 12\n"
          "hints: read_only false, destructive unsaid, idempotent unsaid, open_world unsaid, "
          "undo exact 86400\n"
          "preview: Writes 2 lines.\nlabel: Path\nvalue: /a\nwarning: It has 14 lines now.\n"
          "warning_code: overwrites\n"
          "arguments: {\narguments:   \"path\": \"/a\",\narguments:   \"text\": \"x\\u{202E}\"\n"
          "arguments: }\n");
    CHECK(question["approval"] == "abc");
    CHECK(question["lang"] == "en-US");
    CHECK(question["always_would_store"] == "Allow it.");
    CHECK(question["deny_always_would_store"] == "Deny it.");
    CHECK_FALSE(question.contains("always_these_would_store"));
    CHECK_FALSE(question.contains("inputs"));
    CHECK_FALSE(question.contains("digest"));
}

TEST_CASE("a question of the sheet is in the reader's language, secrets as marks (W34)") {
    consent::PromptRequest request = request_for_sheet();
    request.contract.secret_arguments = {"/path"};
    request.call.arguments = R"({"path":"[secret string, 9 characters]"})";
    const Json question = sheet_question(request, k_now, Locale::pt_br);
    CHECK(question["lang"] == "pt-BR");
    CHECK(question["asked_because"] != request.decision.reason.english());
    CHECK(question["arguments"] != request.call.arguments);
}

TEST_CASE("texts of others are visible in a question of the sheet (W13)") {
    consent::PromptRequest request = request_for_sheet();
    request.contract.id = {"ser\u202ever", "na\u202eme"};
    request.contract.title = "ti\u202etle";
    request.preview->fields.front().label = "la\u202ebel";
    request.inputs.push_back({.prompt = "Which\u202e?", .choices = {"a\u202e"}, .key = "k"});
    const Json question = sheet_question(request, k_now, Locale::en_us);
    CHECK(question["name"] == "na\\u{202E}me");
    CHECK(question["origin"] == "ser\\u{202E}ver");
    CHECK(question["trust"] == "none");
    CHECK(question["title"] == "ti\\u{202E}tle");
    CHECK(question["preview"]["fields"][0]["label"] == "la\\u{202E}bel");
    CHECK(question["inputs"][0]["prompt"] == "Which\\u{202E}?");
    // The answer carries the choice.
    CHECK(question["inputs"][0]["choices"][0] == "a\u202e");
}

TEST_CASE("the menu of further calls has a record for each choice, or the reason of none (W20)") {
    consent::PromptRequest request = request_for_sheet();
    const Json further = sheet_question(request, k_now, Locale::en_us)["further"];
    REQUIRE(further.size() == 4);
    CHECK(further[0]["scope"] == "tool");
    CHECK(further[0]["until"] == "2019-12-20T00:05:00.000Z");
    CHECK(further[2]["uses_max"] == 99);
    CHECK(further[3]["scope"] == "arguments");
    for (const Json& choice : further) CHECK_FALSE(choice["words"].get<std::string>().empty());
    request.further_refused_because = "It destroys.";
    const Json refused = sheet_question(request, k_now, Locale::en_us);
    CHECK_FALSE(refused.contains("further"));
    CHECK(refused["further_refused_because"] == "It destroys.");
}

TEST_CASE("a member of another type counts as absent in the lines of a question") {
    const Json odd = {{"name", 7},         {"risk", nullptr},          {"hints", "x"},
                      {"undo", true},      {"preview", Json::array()}, {"changes", "x"},
                      {"recent_runs", 12}, {"arguments", 1},           {"decided_by", false}};
    CHECK(joined_lines(sheet_lines(odd)) ==
          "tool: \norigin: \ntrust: none\nrisk: high\nproposer: program\n"
          "hints: read_only unsaid, destructive unsaid, idempotent unsaid, open_world unsaid, "
          "undo none\narguments: {}\n");
}

TEST_CASE("the digest of an always is also about its record (W35)") {
    const Json question = {{"name", "a"}};
    std::vector<std::string> lines = sheet_lines(question);
    const Digest once = sheet_digest(lines);
    CHECK(once == sha256(domain_tag("iam/sheet/1"), joined_lines(lines)));
    CHECK(stores_line(consent::CallScope::arguments, "Allow\u202e it.") ==
          "stores arguments: Allow\\u{202E} it.");
    lines.push_back(stores_line(consent::CallScope::tool, "Allow it."));
    CHECK_FALSE(sheet_digest(lines) == once);
}

}  // namespace iam::question
