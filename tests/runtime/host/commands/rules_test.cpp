// Files of rules at the command line: found, checked, taken up, and read again when they change.
// Tests of runtime/src/host/session/rule_files.cpp.
#include <iam/host/rule_files.hpp>
#include <iam/tool/define.hpp>
#include <support/named_registry.hpp>

#include <catch2/catch.hpp>
#include <runtime/host/fixture.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <new>

using iam::consent::RuleScope;
using iam::host::ExitCode;
using iam::host::RuleFiles;
using iam::test::contains;
using iam::test::HostFixture;
using iam::test::json_of;
using iam::test::Outcome;

namespace {

namespace fs = std::filesystem;

const std::string k_call = R"({"message":"hello"})";

std::string file_text(const std::string& rules) {
    return R"({"iam":1,"rules":[)" + rules + "]}";
}

std::string rule(const std::string& effect, const std::string& more = "") {
    return file_text(R"({"id":"r","tool":"echo","effect":")" + effect + "\"" + more + "}");
}

/// What it makes only its owner can write, whatever the umask of who runs the tests.
fs::path write(const fs::path& path, const std::string& text) {
    const mode_t usual = ::umask(022);
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
    ::umask(usual);
    return path;
}

fs::path managed_file(const HostFixture& host) {
    return host.folder / "managed" / "testdesk" / "rules.json";
}
fs::path user_file(const HostFixture& host) {
    return host.folder / "config" / "testdesk" / "rules.json";
}
fs::path workspace_file(const HostFixture& host) {
    return host.folder / "work" / ".iam" / "rules.json";
}

/// A program that goes on while its file changes.
struct Watched {
    iam::test::TempDir folder{};
    iam::test::FakeClock clock{};
    iam::test::NamedRegistry registry{};
    fs::path path = folder / "rules.json";
    RuleFiles files{registry, clock, {{RuleScope::managed, path}}, ::geteuid()};

    Watched() {
        REQUIRE(iam::define("echo").description("x").call([] {}).add_to(registry));
    }
    std::size_t count() { return files.current()->rules().size(); }
    bool failed() { return !files.current()->failures().empty(); }
};

}  // namespace

TEST_CASE("A7 a call that waits since the user's rules are broken names their file") {
    HostFixture host;
    host.run({"policy", "set", "echo", "auto"});
    const std::string path = write(user_file(host), "{").string();
    const Outcome waits = host.run({"call", "echo", k_call, "--json"});
    CHECK(waits.code == ExitCode::undecided);
    const auto result = json_of(waits.out);
    CHECK(result["code"] == "confirmation_required");
    const std::string message = result["message"].get<std::string>();
    INFO(message);
    CHECK(contains(message, "It is asked about because: The user rules in " + path));
    CHECK(host.effects().empty());
}

TEST_CASE("each of the three files of rules is found and holds") {
    HostFixture host;
    host.run({"policy", "set", "echo", "auto"});
    CHECK(host.run({"call", "echo", k_call}).code == ExitCode::done);
    for (const fs::path& path : {managed_file(host), user_file(host), workspace_file(host)}) {
        write(path, rule("deny"));
        const Outcome denied = host.run({"call", "echo", k_call});
        CHECK(denied.code == ExitCode::denied);
        CHECK(contains(denied.err, path.string() + ":1:19"));
        fs::remove(path);
    }
    CHECK(host.run({"call", "echo", k_call}).code == ExitCode::done);
    CHECK(host.effects().size() == 2);
}

TEST_CASE("XC16: a workspace's file cannot allow, and while it tries every call is asked about") {
    HostFixture host;
    host.run({"policy", "set", "echo", "auto"});
    write(workspace_file(host), rule("allow"));
    const Outcome asked = host.run({"call", "echo", k_call});
    CHECK(asked.code == ExitCode::undecided);
    const Outcome checked = host.run({"rules", "check"});
    CHECK(checked.code == ExitCode::failed);
    CHECK(contains(checked.err, "a workspace can only tighten"));
    CHECK(host.effects().empty());
}

TEST_CASE("XC17: nothing that lies in the folder where a program starts is run or believed") {
    HostFixture host;
    const fs::path work = host.folder / "work";
    const fs::path trace = host.folder / "trace";
    // What others run or read before anybody trusts the folder.
    const std::string script = "#!/bin/sh\ntouch " + trace.string() + "\n";
    for (const char* name : {".iam/hooks/before_execute", ".iam/startup.sh",
                             ".git/hooks/post-checkout", "iam", "desk"}) {
        fs::permissions(write(work / name, script), fs::perms::owner_all);
    }
    write(work / ".mcp.json", R"({"mcpServers":{"evil":{"command":"./desk"}}})");
    write(work / ".env", "XDG_CONFIG_HOME=" + (work / "config").string() + "\n");
    write(work / "config" / "testdesk" / "rules.json", rule("allow"));
    write(work / ".iam" / "policies.json", R"({"echo":"allow"})");
    CHECK(host.run({"call", "echo", k_call}).code == ExitCode::undecided);
    // Its rules are data: a member that would name something to run is an error, and asks.
    write(workspace_file(host), rule("confirm", R"(,"command":"./desk")"));
    CHECK(contains(host.run({"rules", "check"}).err, "there is no member \"command\" here"));
    CHECK(host.run({"call", "echo", k_call}).code == ExitCode::undecided);
    CHECK(host.effects().empty());
    CHECK_FALSE(fs::exists(trace));
}

TEST_CASE("a managed file that others can write is refused, and every call is denied") {
    HostFixture host;
    host.run({"policy", "set", "echo", "auto"});
    const fs::path path = write(managed_file(host), rule("allow"));
    CHECK(host.run({"call", "echo", k_call}).code == ExitCode::done);
    const auto writable = fs::perms::group_write;
    for (const fs::path& open : {path, path.parent_path(), path.parent_path().parent_path()}) {
        fs::permissions(open, writable, fs::perm_options::add);
        const Outcome denied = host.run({"call", "echo", k_call});
        CHECK(denied.code == ExitCode::denied);
        CHECK(contains(denied.err, "can write it"));
        fs::permissions(open, writable, fs::perm_options::remove);
        CHECK(host.run({"call", "echo", k_call}).code == ExitCode::done);
    }
}

TEST_CASE("a managed file of somebody who is not the administrator is refused") {
    Watched watched;
    write(watched.path, rule("allow"));
    if (::geteuid() == 0) REQUIRE(::chown(watched.path.c_str(), 12345, ::getegid()) == 0);
    RuleFiles files{watched.registry, watched.clock, {{RuleScope::managed, watched.path}}};
    const auto book = files.current();
    CHECK(book->rules().empty());
    REQUIRE(book->failures().size() == 1);
    CHECK(contains(book->failures()[0].message, "others than the administrator can write it"));
}

TEST_CASE("a user's file that everybody can write is refused, and every call is asked about") {
    HostFixture host;
    host.run({"policy", "set", "echo", "auto"});
    const fs::path path = write(user_file(host), rule("allow"));
    CHECK(host.run({"call", "echo", k_call}).code == ExitCode::done);
    fs::permissions(path, fs::perms::others_write, fs::perm_options::add);
    CHECK(host.run({"call", "echo", k_call}).code == ExitCode::undecided);
    CHECK(contains(host.run({"rules", "check"}).err, "another user can write it"));
    CHECK(host.effects().size() == 1);
}

TEST_CASE("a managed file behind a link in a folder that others can write is refused") {
    Watched watched;
    const fs::path open = write(watched.folder / "open" / "other", "").parent_path();
    const fs::path file = write(watched.folder / "kept" / "rules.json", rule("deny"));
    fs::create_symlink(file.parent_path(), open / "link");
    RuleFiles files{watched.registry,
                    watched.clock,
                    {{RuleScope::managed, open / "link" / "rules.json"}},
                    ::geteuid()};
    CHECK(files.current()->failures().empty());
    fs::permissions(open, fs::perms::others_write, fs::perm_options::add);
    write(file, rule("allow"));
    const auto book = files.current();
    REQUIRE(book->failures().size() == 1);
    CHECK(contains(book->failures()[0].message, "others can write its folder " + open.string()));
    CHECK(book->rules().at(0).effect == iam::Policy::deny);
}

TEST_CASE("each folder and each link on the way to a managed file must be the administrator's") {
    Watched watched;
    const fs::path file = write(watched.folder / "kept" / "rules.json", rule("deny"));
    const fs::path first = write(watched.folder / "first" / "other", "").parent_path();
    const fs::path between = write(watched.folder / "between" / "other", "").parent_path();
    fs::create_symlink(fs::path("..") / "between" / "link", first / "link");
    fs::create_symlink(file.parent_path(), between / "link");
    const auto failures = [&] {
        RuleFiles files{watched.registry,
                        watched.clock,
                        {{RuleScope::managed, first / "link" / "rules.json"}},
                        ::geteuid()};
        return files.current()->failures();
    };
    CHECK(failures().empty());
    for (const fs::path& open : {first, between, file.parent_path()}) {
        fs::permissions(open, fs::perms::others_write, fs::perm_options::add);
        const auto found = failures();
        REQUIRE(found.size() == 1);
        CHECK(contains(found[0].message, "others can write its folder " + open.string() +
                                             "; make it its owner's alone: chmod go-w"));
        fs::permissions(open, fs::perms::others_write, fs::perm_options::remove);
    }
    fs::create_symlink("loop", first / "loop");
    RuleFiles round{watched.registry,
                    watched.clock,
                    {{RuleScope::managed, first / "loop" / "rules.json"}},
                    ::geteuid()};
    const auto lost = round.current()->failures();
    REQUIRE(lost.size() == 1);
    CHECK(contains(lost[0].message, "symbolic links); put it right, or take it away"));
}

TEST_CASE("a managed file of another owner is refused, folder and link too, and chown is the way") {
    Watched watched;
    const fs::path file = write(watched.folder / "kept" / "rules.json", rule("deny"));
    const fs::path link = watched.folder / "link";
    fs::create_symlink(file.parent_path(), link);
    RuleFiles files{watched.registry, watched.clock, {{RuleScope::managed, link / "rules.json"}}};
    if (::geteuid() != 0) {  // what is ours is not the administrator's, and cannot be given away
        CHECK(contains(files.current()->failures().at(0).message, "chown root "));
        return;
    }
    CHECK(files.current()->failures().empty());
    for (const fs::path& one : {file, file.parent_path(), link}) {
        REQUIRE(::lchown(one.c_str(), 12345, ::getegid()) == 0);
        RuleFiles anew{
            watched.registry, watched.clock, {{RuleScope::managed, link / "rules.json"}}};
        const auto failures = anew.current()->failures();
        REQUIRE(failures.size() == 1);
        const fs::path named = one == file ? link / "rules.json" : one;
        const std::string way = one == link ? "chown -h root " : "chown root ";
        CHECK(contains(failures[0].message, way + named.string()));
        // As the command does it: without -h it would go to what the link leads to.
        const auto change_owner = one == link ? ::lchown : ::chown;
        REQUIRE(change_owner(named.c_str(), 0, ::getegid()) == 0);
        CHECK(anew.current()->failures().empty());
    }
    REQUIRE(::chown(file.c_str(), 12345, ::getegid()) == 0);
    RuleFiles users{watched.registry, watched.clock, {{RuleScope::user, file}}};
    CHECK(contains(users.current()->failures().at(0).message, "chown 0 " + file.string()));
}

TEST_CASE(
    "a managed file that others may have taken away is a failure, one that never was is none") {
    Watched watched;
    const fs::path folder = watched.folder / "open";
    fs::create_directory(folder);
    fs::permissions(folder, fs::perms::owner_all);
    const fs::path path = folder / "desk" / "rules.json";
    RuleFiles files{watched.registry, watched.clock, {{RuleScope::managed, path}}, ::geteuid()};
    CHECK(files.current()->failures().empty());
    write(path, rule("deny"));
    CHECK(files.current()->rules().size() == 1);
    fs::permissions(folder, fs::perms::others_all, fs::perm_options::add);
    fs::remove(path);
    RuleFiles anew{watched.registry, watched.clock, {{RuleScope::managed, path}}, ::geteuid()};
    CHECK_FALSE(anew.current()->failures().at(0).last_good_in_force);
    fs::remove(path.parent_path());
    // Who saw the file goes on missing it, also without its folder and without a good version of
    // it.
    CHECK(anew.current()->failures().size() == 1);
    CHECK(anew.current()->failures().size() == 1);
    RuleFiles late{watched.registry, watched.clock, {{RuleScope::managed, path}}, ::geteuid()};
    CHECK(late.current()->failures().empty());
    const auto book = files.current();
    REQUIRE(book->failures().size() == 1);
    CHECK(contains(book->failures()[0].message, "others can write its folder " + folder.string()));
    CHECK(book->failures()[0].last_good_in_force);
    CHECK(book->rules().size() == 1);
    fs::permissions(folder, fs::perms::owner_all);
    CHECK(anew.current()->failures().empty());
    CHECK(files.current()->failures().empty());
    CHECK(files.current()->rules().empty());
}

TEST_CASE("what is known of a managed file holds until it changes, whoever may write by now") {
    Watched watched;
    watched.clock.set_wall(std::chrono::sys_days(std::chrono::year(2200) / 1 / 1));
    write(watched.path, rule("deny"));
    CHECK(watched.count() == 1);
    const auto settled = watched.files.current();
    // Nobody has used it yet: the rules are still those of the administrator.
    fs::permissions(watched.folder.path(), fs::perms::others_write, fs::perm_options::add);
    CHECK(watched.files.current() == settled);
    fs::rename(write(watched.folder / "new", rule("allow")), watched.path);
    REQUIRE(watched.failed());
    CHECK(watched.files.current()->rules().at(0).effect == iam::Policy::deny);
    fs::permissions(watched.folder.path(), fs::perms::owner_all);
    fs::permissions(watched.path, fs::perms::others_write, fs::perm_options::add);
    REQUIRE(watched.failed());
    CHECK(watched.files.current()->rules().at(0).effect == iam::Policy::deny);
}

TEST_CASE("where memory runs out while the files are looked at, every call is denied") {
    struct Broken final : iam::Clock {
        bool works = true;
        iam::test::FakeClock clock{};
        iam::Moment now() const override { return works ? clock.now() : throw std::bad_alloc(); }
    };
    Watched watched;
    Broken clock;
    write(watched.path, rule("deny"));
    RuleFiles files{watched.registry, clock, {{RuleScope::managed, watched.path}}, ::geteuid()};
    CHECK(files.current()->failures().empty());
    clock.works = false;
    const auto book = files.current();
    REQUIRE(book->failures().size() == 1);
    CHECK(book->failures()[0].scope == RuleScope::managed);
    CHECK_FALSE(book->failures()[0].last_good_in_force);
    clock.works = true;
    CHECK(files.current()->failures().empty());
    CHECK(files.current()->rules().size() == 1);
}

TEST_CASE("rules check names each mistake by file, line and column, in words and as JSON") {
    HostFixture host;
    const fs::path path =
        write(user_file(host),
              "{\"iam\":1,\n\"rules\":[{\"id\":\"r\",\"effect\":\"deny\",\"tool\":\"ecko\"}]}");
    const Outcome text = host.run({"rules", "check"});
    CHECK(text.code == ExitCode::failed);
    CHECK(contains(text.err, path.string() + ":2:43: error: no tool is named \"ecko\""));
    CHECK(contains(text.out, "not there"));
    const auto all = json_of(host.run({"rules", "check", "--json"}).out);
    CHECK(all["ok"] == false);
    REQUIRE(all["files"].size() == 3);
    CHECK(all["files"][1]["findings"][0]["line"] == 2);
    CHECK(all["files"][1]["findings"][0]["column"] == 43);
    write(path, rule("deny", R"(,"where":[{"argument":"/message","eq":"x"}])"));
    CHECK(host.run({"rules", "check"}).code == ExitCode::done);
    const fs::path other = write(host.folder / "new.json", rule("allow"));
    CHECK(host.run({"rules", "check", other.string()}).code == ExitCode::done);
    CHECK(host.run({"rules", "check", other.string(), "--as", "workspace"}).code ==
          ExitCode::failed);
    CHECK(host.run({"rules", "check", "--as", "workspace"}).code == ExitCode::usage);
}

TEST_CASE("rules explain says why a call would be denied and which rules speak") {
    HostFixture host;
    const fs::path path = write(
        user_file(host), rule("deny", R"(,"where":[{"argument":"/repeat","range":[2,null]}])"));
    const Outcome denied =
        host.run({"rules", "explain", "echo", R"({"message":"hello","repeat":3})"});
    CHECK(denied.code == ExitCode::done);
    CHECK(
        contains(denied.out, "deny: The user rule \"r\" (" + path.string() + ":1:19) denies it."));
    const auto asked = json_of(host.run({"rules", "explain", "echo", k_call, "--json"}).out);
    CHECK(asked["effect"] == "confirm");
    CHECK(asked["source"] == "default_policy");
    CHECK(asked["rules"][0]["speaks"] == false);
    CHECK(host.run({"rules", "explain", "echo", "{}"}).code == ExitCode::invalid_arguments);
    CHECK(host.run({"rules", "explain", "ecko", "{}"}).code == ExitCode::tool_not_found);
    CHECK(host.effects().empty());
    CHECK_FALSE(fs::exists(host.state()));
}

TEST_CASE("rules explain reads a state that it must not write") {
    HostFixture host;
    host.run({"policy", "set", "echo", "auto"});
    write(user_file(host), rule("confirm", R"(,"where":[{"argument":"/repeat","eq":5}])"));
    const auto before = host.run({"audit", "--json"}).out;
    const auto why = json_of(host.run({"rules", "explain", "echo", k_call, "--json"}).out);
    CHECK(why["effect"] == "allow");
    CHECK(why["source"] == "stored_policy");
    CHECK(host.run({"audit", "--json"}).out == before);
}

TEST_CASE("policies are said to be less than all where rules look at each call") {
    HostFixture host;
    host.run({"policy", "set", "echo", "auto"});
    const std::string hint = "Rules look at each call: rules explain.";
    CHECK_FALSE(contains(host.run({"policy", "list"}).out, hint));
    write(user_file(host), rule("deny", R"(,"where":[{"argument":"/repeat","eq":5}])"));
    CHECK(contains(host.run({"policy", "list"}).out, hint));
    const auto policies = json_of(host.run({"policy", "list", "--json"}).out)["policies"];
    for (const auto& row : policies) {
        CHECK(contains(row["reason"].get<std::string>(), hint) == (row["tool"] == "echo"));
    }
    CHECK(policies.size() > 1);
    CHECK(contains(host.run({"policy", "revoke", "echo"}).out, "ended; now confirm. " + hint));
}

TEST_CASE("XC18: a file that changes is read again, also within one tick of the clock") {
    Watched watched;
    CHECK(watched.count() == 0);
    for (int i = 0; i < 20; ++i) {
        write(watched.path, rule("deny"));
        CHECK(watched.files.current()->rules().at(0).effect == iam::Policy::deny);
        write(watched.path, file_text(""));
        CHECK(watched.count() == 0);
    }
    const auto before = watched.files.current();
    CHECK(watched.files.current() == before);
    // As old as this, a file is only looked at.
    watched.clock.set_wall(std::chrono::sys_days(std::chrono::year(2200) / 1 / 1));
    write(watched.path, rule("deny"));
    CHECK(watched.count() == 1);
    const auto settled = watched.files.current();
    CHECK(watched.files.current() == settled);
    write(watched.path, rule("confirm"));
    CHECK(watched.files.current()->rules().at(0).effect == iam::Policy::confirm);
    fs::remove(watched.path);
    CHECK(watched.count() == 0);
    CHECK_FALSE(watched.failed());
}

TEST_CASE("the last good version of a file stays in force while a newer one does not load") {
    Watched watched;
    write(watched.path, rule("deny"));
    CHECK(watched.count() == 1);
    CHECK_FALSE(watched.failed());
    write(watched.path, "{");
    CHECK(watched.count() == 1);
    REQUIRE(watched.failed());
    CHECK(watched.files.current()->failures()[0].last_good_in_force);
    write(watched.path, file_text(""));
    CHECK(watched.count() == 0);
    CHECK_FALSE(watched.failed());
}

TEST_CASE("without a good version before, a file that does not load is a failure of all of it") {
    Watched watched;
    write(watched.path, "{");
    CHECK(watched.count() == 0);
    REQUIRE(watched.failed());
    CHECK_FALSE(watched.files.current()->failures()[0].last_good_in_force);
    CHECK(contains(watched.files.current()->failures()[0].message, "rules.json:1:2: error: "));
}

TEST_CASE("no file is no good version: a bad one that comes later is a failure of all of it") {
    Watched watched;
    CHECK(watched.count() == 0);
    CHECK_FALSE(watched.failed());
    write(watched.path, "{");
    REQUIRE(watched.failed());
    CHECK_FALSE(watched.files.current()->failures()[0].last_good_in_force);
}

TEST_CASE("tools that come and go are held against the rules again") {
    Watched watched;
    write(watched.path, rule("deny"));
    CHECK_FALSE(watched.failed());
    REQUIRE(watched.registry.remove({"", "echo"}));
    CHECK(watched.failed());
    CHECK(watched.count() == 1);
}
