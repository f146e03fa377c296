// The function gets the files that the preview pinned, or the call is not run.
#include "../fixture.hpp"
#include <support/temp_dir.hpp>

#include <filesystem>
#include <fstream>

namespace iam::test {
namespace {

using consent::Answer;
namespace fs = std::filesystem;

void write(const fs::path& path, const std::string& content) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

/// A tool that is asked about and works on one file, which its preview pins.
struct Pinning : Program {
    Pinning() { use(*this, seen); }
    /// Another process on the same store has the tool as well.
    void use(Program& program, std::shared_ptr<Seen>& seen_there) {
        Contract contract = contract_of("print");
        contract.has_preview = true;
        Functions functions;
        functions.preview_of_file = [this](Context& context) -> PreviewReply {
            if (!in_preview.empty()) {
                const auto pin = context.pin_file(in_preview);
                if (!pin) return tl::unexpected(Reply::failed("no_file", pin.error().message));
            }
            return Preview{"would print", {}, {}};
        };
        functions.call = [this](std::string_view, Context& context) {
            if (before_reading) before_reading();
            const auto pin = context.pin_file(in_function);
            if (!pin) return Reply::failed("no_file", pin.error().message);
            const auto content = (*pin)->read();
            if (!content) return Reply::failed("changed", content.error().message);
            printed = *content;
            return Reply::done();
        };
        seen_there = program.add(contract, functions);
    }

    TempDir folder;
    fs::path file = folder / "job.sh";
    std::string in_preview = file.string();
    std::string in_function = file.string();
    std::function<void()> before_reading{};
    std::string printed;
    std::shared_ptr<Seen> seen;
};

/// A way to have another thing behind the path than the person was shown.
struct Attack {
    const char* name;
    std::function<void(const fs::path& folder)> prepare;  ///< makes "way/job.sh"
    std::function<void(const fs::path& folder)> strike;
};

void make_plain(const fs::path& folder) {
    fs::create_directory(folder / "way");
    write(folder / "way/job.sh", "echo good");
}

std::vector<Attack> attacks() {
    return {
        {"another file of the same content takes its place", make_plain,
         [](const fs::path& folder) {
             // The old one stays, so that its number cannot be given again.
             fs::rename(folder / "way/job.sh", folder / "old");
             write(folder / "way/job.sh", "echo good");
         }},
        {"the content changes in place", make_plain,
         [](const fs::path& folder) { write(folder / "way/job.sh", "echo evil"); }},
        {"something is appended", make_plain,
         [](const fs::path& folder) {
             std::ofstream(folder / "way/job.sh", std::ios::app) << "; echo evil";
         }},
        {"it is removed", make_plain,
         [](const fs::path& folder) { fs::remove(folder / "way/job.sh"); }},
        {"a folder takes its place", make_plain,
         [](const fs::path& folder) {
             fs::remove(folder / "way/job.sh");
             fs::create_directory(folder / "way/job.sh");
         }},
        {"a link leads elsewhere",
         [](const fs::path& folder) {
             fs::create_directory(folder / "way");
             write(folder / "good", "echo good");
             write(folder / "evil", "echo evil");
             fs::create_symlink(folder / "good", folder / "way/job.sh");
         },
         [](const fs::path& folder) {
             fs::remove(folder / "way/job.sh");
             fs::create_symlink(folder / "evil", folder / "way/job.sh");
         }},
        {"its folder becomes a link", make_plain,
         [](const fs::path& folder) {
             fs::rename(folder / "way", folder / "kept");
             fs::create_directory(folder / "evil");
             write(folder / "evil/job.sh", "echo good");
             fs::create_symlink(folder / "evil", folder / "way");
         }},
    };
}

}  // namespace

TEST_CASE("XB03 the question shows the file, and the function gets that file and its content",
          "[attacks]") {
    Pinning program;
    program.with_prompter = true;
    write(program.file, "echo good");
    program.prompter.script({Answer::allow_once});
    CHECK(program.runtime().call(call_of("print")).code.empty());
    CHECK(program.printed == "echo good");
    const auto shown = program.prompter.questions().at(0).request.preview;
    REQUIRE(shown.has_value());
    REQUIRE(shown->fields.size() == 1);
    CHECK(shown->fields[0].value.find("(9 bytes, SHA-256 ") != std::string::npos);
    const auto asked = program.stored_entries().front();
    const auto preview = program.payload(to_string(asked.id), "preview");
    REQUIRE(preview.has_value());
    CHECK(preview->find(R"("path":")" + program.file.string() + R"(","sha256":)") !=
          std::string::npos);
}

TEST_CASE("XB03 a file that is not what the person was shown is not worked on", "[attacks]") {
    for (const Attack& attack : attacks()) {
        INFO(attack.name);
        Pinning program;
        program.with_prompter = true;
        program.in_preview = program.in_function = (program.folder / "way/job.sh").string();
        attack.prepare(program.folder.path());
        program.prompter.script({Answer::allow_once});
        program.prompter.while_shown = [&](const consent::PromptRequest&) {
            attack.strike(program.folder.path());
        };
        const ToolResult result = program.runtime().call(call_of("print"));
        CHECK(result.code == code::stale_approval);
        CHECK(program.seen->calls == 0);
        CHECK(program.of_kind(EntryKind::intent).empty());
    }
}

TEST_CASE("XB03 the pins of an open question hold in the process that goes on with it",
          "[attacks]") {
    std::vector<Attack> all = attacks();
    all.push_back({"nothing changes", make_plain, [](const fs::path&) {}});
    for (const Attack& attack : all) {
        INFO(attack.name);
        Pinning asks;
        asks.in_preview = asks.in_function = (asks.folder / "way/job.sh").string();
        attack.prepare(asks.folder.path());
        const std::string id = asks.runtime().call(call_of("print")).approval;
        Program answers(asks.store);
        Program runs(asks.store);
        std::shared_ptr<Seen> unused;
        std::shared_ptr<Seen> seen;
        asks.use(answers, unused);
        asks.use(runs, seen);
        ok(answers.runtime().consent().answer(answer_to(id, Answer::allow_once)));
        attack.strike(asks.folder.path());
        const ToolResult result = runs.runtime().call(call_of("print"), with_approval(id));
        const bool is_good = std::string(attack.name) == "nothing changes";
        CHECK(result.code == (is_good ? "" : std::string(code::stale_approval)));
        CHECK(seen->calls == (is_good ? 1 : 0));
        CHECK(asks.printed == (is_good ? "echo good" : ""));
    }
}

TEST_CASE("XB03 a stale pin spends nothing: the approval serves once the file is back",
          "[attacks]") {
    Pinning program;
    write(program.file, "echo good");
    const std::string id = program.runtime().call(call_of("print")).approval;
    ok(program.runtime().consent().answer(answer_to(id, Answer::allow_once)));
    write(program.file, "echo evil");
    const ToolResult stale = program.runtime().call(call_of("print"), with_approval(id));
    CHECK(stale.code == code::stale_approval);
    CHECK(stale.message.find("has other content") != std::string::npos);
    write(program.file, "echo good");
    CHECK(program.runtime().call(call_of("print"), with_approval(id)).code.empty());
    CHECK(program.runtime().call(call_of("print"), with_approval(id)).code == code::stale_approval);
    CHECK(program.seen->calls == 1);
}

TEST_CASE("XB03 what the preview did not pin is not opened in its place", "[attacks]") {
    Pinning program;
    program.with_prompter = true;
    write(program.file, "echo good");
    write(program.folder / "other", "echo other");
    program.in_function = (program.folder / "other").string();
    program.prompter.script({Answer::allow_once, Answer::allow_once});
    const ToolResult other = program.runtime().call(call_of("print"));
    CHECK(other.code == "no_file");
    CHECK(other.message.find("pinned no file of the path") != std::string::npos);
    // The person was told that there is no preview, and so agreed to no file.
    program.in_preview = (program.folder / "missing").string();
    program.in_function = program.file.string();
    CHECK(program.runtime().call(call_of("print")).code == "no_file");
    CHECK(program.printed.empty());
    CHECK(!program.prompter.questions().at(1).request.preview_failure.empty());
}

TEST_CASE("XB03 of a call that nobody was asked about the function pins the file itself",
          "[attacks]") {
    Pinning program;
    write(program.file, "echo good");
    CHECK(program.runtime().call(call_of("print"), confirmed()).code.empty());
    ok(program.runtime().consent().grant_once(ToolId{"", "print"}));
    program.before_reading = [&] { write(program.file, "echo later"); };
    CHECK(program.runtime().call(call_of("print")).code.empty());
    CHECK(program.printed == "echo later");
    CHECK(program.seen->previews == 0);
}

TEST_CASE("XB03 content that changes while the function runs is not read as what was shown",
          "[attacks]") {
    Pinning program;
    program.with_prompter = true;
    write(program.file, "echo good");
    program.before_reading = [&] { write(program.file, "echo evil"); };
    program.prompter.script({Answer::allow_once});
    const ToolResult result = program.runtime().call(call_of("print"));
    CHECK(result.code == "changed");
    CHECK(program.printed.empty());
}

TEST_CASE("XB03 a pin that must not be recorded as it is leaves the question without a preview",
          "[attacks]") {
    Pinning program;
    program.with_prompter = true;
    write(program.file, "echo good");
    program.hook()->record = [&](std::string_view field, const std::string& bytes) {
        std::string kept = bytes;
        const std::size_t at = kept.rfind(program.folder.path().string());
        if (field == "preview" && at != std::string::npos) kept.replace(at, 4, "/xyz");
        return std::optional<std::string>(kept);
    };
    program.prompter.script({Answer::allow_once});
    CHECK(program.runtime().call(call_of("print")).code == "no_file");
    const auto request = program.prompter.questions().at(0).request;
    CHECK_FALSE(request.preview.has_value());
    CHECK(request.preview_failure.english().find("must not be recorded") != std::string::npos);
}

TEST_CASE("XB03 a call pins sixteen files and no more", "[attacks]") {
    const Subject subject;
    const Proposer proposer;
    const std::string id = "call";
    Context context(subject, proposer, id, {}, {});
    const TempDir folder;
    for (std::size_t i = 0; i < Context::k_pins_max; ++i) {
        const fs::path path = folder / std::to_string(i);
        write(path, "x");
        ok(context.pin_file(path.string()));
    }
    // The same file again is the same pin.
    CHECK(ok(context.pin_file((folder / "3").string()))->identity().size == 1);
    write(folder / "more", "x");
    const auto refused = context.pin_file((folder / "more").string());
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().message.find("at most 16 files") != std::string::npos);
}

TEST_CASE("XB03 the files of a call have 64 MiB together, and more is not read", "[attacks]") {
    const Subject subject;
    const Proposer proposer;
    const std::string id = "call";
    Context context(subject, proposer, id, {}, {});
    const TempDir folder;
    write(folder / "small", "x");
    ok(context.pin_file((folder / "small").string()));
    write(folder / "large", "");
    fs::resize_file(folder / "large", Context::k_pinned_bytes_max);
    const auto refused = context.pin_file((folder / "large").string());
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == Errc::invalid_argument);
    CHECK(refused.error().message.find("67108863 can still be pinned") != std::string::npos);
}

}  // namespace iam::test
