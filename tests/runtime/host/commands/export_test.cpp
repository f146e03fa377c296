// Exports: the same facts in three forms, no value unless it is asked for, and nothing that acts on
// who reads them. Tests of runtime/src/host/commands/audit_export.cpp. Tests of
// runtime/src/host/output/export_text.cpp.
#include "host/output/export_text.hpp"
#include <support/golden.hpp>

#include <catch2/catch.hpp>
#include <runtime/host/fixture.hpp>

using namespace iam::ledger;
using iam::host::csv_cell;
using iam::host::ExitCode;
using iam::host::export_entry;
using iam::host::ExportFormat;
using iam::test::contains;
using iam::test::HostFixture;
using iam::test::Outcome;

namespace {

/// A refusal full of traps, an intent with values, its outcome, an entry that cannot be read.
std::vector<StoredEntry> some_entries() {
    std::vector<EntryDraft> drafts(3);
    Entry& refusal = drafts[0].entry;
    refusal.kind = EntryKind::decision;
    refusal.application = "desk";
    refusal.call_id = "=cmd|' /C calc'!A0";
    refusal.tool = iam::ToolId{"", "wipe"};
    refusal.subject = {"ann \"the\" boss", "a,b", "line\nend",
                       "\xEF\xBC\x9D"
                       "1+1"};
    refusal.code = "policy_denied";
    refusal.decision = iam::consent::Decision{.effect = iam::Policy::deny,
                                              .source = iam::consent::Source::rule,
                                              .source_id = "no-wipe",
                                              .reason = "@SUM(1+1)",
                                              .place = "rules.json:3:5"};
    refusal.risk = iam::consent::Risk::high;
    Entry& intent = drafts[1].entry;
    intent.kind = EntryKind::intent;
    intent.time += std::chrono::milliseconds(1'767'323'045'678);
    intent.call_id = "c1";
    intent.tool = iam::ToolId{"mail", "send"};
    intent.proposer = iam::Proposer{};
    intent.proposer->model = "m\x1b[2J";
    drafts[1].payloads = {Payload{"arguments", {}, R"({"to":"marker"})"}};
    Entry& outcome = drafts[2].entry;
    outcome.kind = EntryKind::outcome;
    outcome.time = intent.time;
    outcome.call_id = "c1";
    outcome.of = EntryId{0, 2};
    outcome.success = false;
    outcome.code = "out_of_paper";
    outcome.duration = std::chrono::microseconds(1500);
    std::vector<StoredEntry> entries;
    iam::Digest head{};
    for (EntryDraft& draft : drafts) {
        entries.push_back(seal(std::move(draft), EntryId{0, entries.size() + 1}, head));
        head = entries.back().hash;
    }
    entries.push_back(entries.back());
    entries.back().id.seq = 4;
    entries.back().text = "{\"marker\":";
    return entries;
}

std::string exported(ExportFormat format, bool values) {
    std::string text = iam::host::export_head(format, values);
    for (const StoredEntry& entry : some_entries()) text += export_entry(entry, format, values);
    return text;
}

}  // namespace

TEST_CASE("exports have the expected form") {
    const std::string folder = IAM_TEST_EXPORT_FOLDER;
    iam::test::check_golden(folder + "/facts.jsonl", exported(ExportFormat::jsonl, false));
    iam::test::check_golden(folder + "/facts.csv", exported(ExportFormat::csv, false));
    iam::test::check_golden(folder + "/facts.otel.jsonl", exported(ExportFormat::otel, false));
    iam::test::check_golden(folder + "/values.jsonl", exported(ExportFormat::jsonl, true));
    iam::test::check_golden(folder + "/values.csv", exported(ExportFormat::csv, true));
    iam::test::check_golden(folder + "/values.otel.jsonl", exported(ExportFormat::otel, true));
}

TEST_CASE("an export has no value unless it is asked for") {
    for (const auto format : {ExportFormat::jsonl, ExportFormat::csv, ExportFormat::otel}) {
        CHECK_FALSE(contains(exported(format, false), "marker"));
        CHECK(contains(exported(format, true), "marker"));
    }
}

TEST_CASE("XF07: no cell of an export is a formula, a line of its own or acts on a terminal") {
    for (const char* text : {"=1", "+1", "-1", "@a", " =1",
                             "\xEF\xBC\x9D"
                             "1",
                             "\xEF\xBC\x8D"
                             "1"})
        CHECK(csv_cell(text) == "\"'" + std::string(text) + "\"");
    CHECK(csv_cell("a\"b") == "\"a\"\"b\"");
    CHECK(csv_cell("a\r\nb\x1b") == R"("a\r\nb\u{1B}")");
    CHECK(csv_cell("\t=1").substr(0, 3) == R"("\t)");
    for (const auto format : {ExportFormat::jsonl, ExportFormat::csv, ExportFormat::otel})
        CHECK_FALSE(contains(exported(format, true), "\x1b"));
}

TEST_CASE("XF06: a secret is in no export, with payloads or without") {
    HostFixture host;
    host.run({"policy", "set", "login", "auto"});
    host.run({"policy", "set", "echo", "auto"});
    host.run({"call", "login", R"({"user":"ann","token":"MARKER-4711"})"});
    host.run({"call", "echo", R"({"message":"recorded value"})"});
    for (const std::string format : {"jsonl", "csv", "otel"}) {
        INFO(format);
        const Outcome facts = host.run({"audit", "export", "--format", format});
        CHECK(facts.code == ExitCode::done);
        CHECK_FALSE(contains(facts.out, "MARKER"));
        CHECK_FALSE(contains(facts.out, "recorded value"));
        const Outcome all = host.run({"audit", "export", "--payloads", "--format", format});
        CHECK_FALSE(contains(all.out, "MARKER"));
        CHECK(contains(all.out, "recorded value"));
    }
    CHECK(host.run({"audit", "export", "--format", "xml"}).code == ExitCode::usage);
    const std::string one =
        host.run({"audit", "export", "--tool", "login", "--outcome", "done"}).out;
    CHECK(std::count(one.begin(), one.end(), '\n') == 1);
}
