// Defines the commands and options of iam-schema, and runs the named command.
#include "generator/contract/cli/command_line.hpp"

#include <generator/contract/cli/commands.hpp>
#include <generator/contract/lock/day.hpp>
#include <generator/model/text.hpp>

#include <CLI/CLI.hpp>

#include <array>
#include <cstdio>
#include <optional>

namespace iam::gen::contract {
namespace {

/// The classes accepted by --fail-on. Unknown is not one: it has an exit code of its own.
constexpr std::array k_failing{ChangeClass::breaking, ChangeClass::consent, ChangeClass::behaviour,
                               ChangeClass::compatible};
constexpr const char* k_side =
    "a manifest, a lock, or the answer of a server to tools/list; - is the standard input";

void add_report(CLI::App& app, ReportArguments& to) {
    app.add_option_function<std::string>(
           "--format",
           [&to](const std::string& name) {
               const auto format = parse_format(name);
               if (!format)
                   throw CLI::ValidationError(
                       "--format", "there is no '" + name + "'; known are " + format_names());
               to.format = *format;
           },
           format_names())
        ->type_name("FORMAT");
    app.add_option("--output", to.output,
                   "report in that format to this file, and in words to the standard output");
    app.add_option_function<std::string>(
           "--fail-on",
           [&to](const std::string& word) {
               for (const ChangeClass change : k_failing)
                   if (word == to_string(change)) to.fail_on = change;
           },
           "fail for findings of this class and the worse ones: breaking, consent (the default), "
           "behaviour, compatible")
        ->check(CLI::IsMember({"breaking", "consent", "behaviour", "compatible"}))
        ->type_name("CLASS");
    app.add_option("--levels", to.levels, "how loud rules are, and which of them fail as well");
    app.add_option("--ignore", to.ignore, "findings that somebody answers for until a day");
    app.add_option_function<std::vector<std::string>>(
           "--profile",
           [&to](const std::vector<std::string>& names) {
               for (const std::string& name : names) {
                   const auto profile = lint::parse_profile(name);
                   if (!profile)
                       throw CLI::ValidationError(
                           "--profile",
                           "there is no '" + name + "'; known are " + lint::profile_names());
                   to.profiles.push_back(*profile);
               }
           },
           "what this provider refuses, and did not refuse before, is a finding: " +
               lint::profile_names())
        ->type_name("PROVIDER")
        ->allow_extra_args(false);
    app.add_option(
        "--ledger", to.ledger,
        "the state folder of a program that has the tools, or the ledger.db in it: each "
        "finding says how many recorded calls it breaks and how many standing permissions "
        "it touches");
    app.add_option("--rules-page", to.rules_page,
                   "where docs/contract-rules.md can be read: an address that SARIF names for each "
                   "rule")
        ->type_name("URL");
    app.add_option_function<std::string>(
           "--today",
           [&to](const std::string& text) {
               const auto day = read_day(text);
               if (!day) throw CLI::ValidationError("--today", day.error().message);
               // A given day has a date only, so no other clock is set.
               to.now = {*day, {}, {}};
           },
           "the day by which entries of that list expire, such as 2026-12-31; without it, the "
           "clock's in UTC")
        ->type_name("DAY");
}

std::string not_empty(const std::string& word) {
    return word.empty() ? "a file has a name" : "";
}

/// The reason against a word, if git would read it as an option; otherwise empty.
std::string not_an_option(const std::string& word) {
    return word.empty() || word.front() == '-' ? "'" + word + "' is no revision" : "";
}

void add_lock(CLI::App& app, LockArguments& to) {
    app.add_option("MANIFEST", to.files,
                   "<target>.tools.json of the build, of each target whose tools are in the lock; "
                   "and last LOCK, the committed lock file")
        ->required()
        ->type_name("… LOCK")
        ->check(not_empty)
        ->expected(2, CLI::detail::expected_max_vector_size);
}

void add_sides(CLI::App& app, std::string& before, std::string& after) {
    app.add_option("BEFORE", before, k_side)->required();
    app.add_option("AFTER", after, k_side)->required();
}

void add_trust(CLI::App& app, std::optional<Trust>& to) {
    app.add_option_function<std::string>(
           "--trust",
           [&to](const std::string& word) {
               to = word == "untrusted" ? Trust::untrusted : Trust::first_party;
           },
           "whose texts these are: first-party or untrusted; without it, a catalogue that is not "
           "of iam is untrusted")
        ->check(CLI::IsMember({"first-party", "untrusted"}))
        ->type_name("WHOSE");
}

void add_baseline(CLI::App& app, BaselineArguments& to) {
    app.add_option("AFTER", to.after, k_side)->required();
    app.add_option("PATH", to.path, "the lock in the repository, from its root")->required();
    app.add_option("--repository", to.repository, "a folder inside of it")
        ->default_str(".")
        ->default_val(".");
    auto* revision = app.add_option("--revision", to.revision, "a commit, a branch or a tag")
                         ->check(not_an_option);
    auto* merge_base =
        app.add_option(
               "--merge-base", to.merge_base,
               "where this branch left that one; origin/HEAD, unless something else is said")
            ->check(not_an_option);
    auto* tags = app.add_option("--tags", to.tags,
                                "the newest version among the tags that match, such as 'v*'");
    revision->excludes(merge_base)->excludes(tags);
    merge_base->excludes(tags);
    app.add_flag("--transitive", to.transitive, "all tags that match, not the newest alone")
        ->needs(tags);
    add_trust(app, to.trust);
    add_report(app, to.report);
}

/// All commands with their arguments.
struct Commands {
    LockArguments locking;
    LockArguments checking;
    DiffArguments diffing;
    BaselineArguments basing;
    WitnessArguments showing;
    ExplainArguments explaining;
    bool rules_as_json = false;
    CLI::App* lock = nullptr;
    CLI::App* check = nullptr;
    CLI::App* diff = nullptr;
    CLI::App* baseline = nullptr;
    CLI::App* witness = nullptr;
    CLI::App* explain = nullptr;
};

void add_commands(CLI::App& app, Commands& to) {
    to.lock = app.add_subcommand("lock", "Writes LOCK from each MANIFEST.");
    add_lock(*to.lock, to.locking);
    to.check = app.add_subcommand(
        "check", "Fails if what is in each MANIFEST differs from LOCK, and says where.");
    add_lock(*to.check, to.checking);
    to.check->add_option("--accept-with", to.checking.accept_with,
                         "the command to name that accepts the difference");
    add_report(*to.check, to.checking.report);
    to.diff = app.add_subcommand("diff", "Says what changed from BEFORE to AFTER.");
    add_sides(*to.diff, to.diffing.before, to.diffing.after);
    add_trust(*to.diff, to.diffing.trust);
    add_report(*to.diff, to.diffing.report);
    to.baseline = app.add_subcommand(
        "baseline", "Says what changed to AFTER from what PATH was at a revision of git.");
    add_baseline(*to.baseline, to.basing);
    to.witness = app.add_subcommand(
        "witness", "Prints values that only one side accepts, a line of JSON for each finding.");
    add_sides(*to.witness, to.showing.before, to.showing.after);
    to.witness->add_option("FINDING", to.showing.findings,
                           "rules, or the beginnings of fingerprints; without one, all");
    add_trust(*to.witness, to.showing.trust);
    to.explain = app.add_subcommand("explain", "Says what a rule means; without one, lists all.");
    auto* ids = to.explain->add_option("ID", to.explaining.ids, "such as I26");
    to.explain->add_flag("--page", to.explaining.page, "every rule, as one page of Markdown")
        ->excludes(ids);
    app.add_subcommand("rules", "Lists all rules.")
        ->add_option_function<std::string>(
            "--format", [&to](const std::string& word) { to.rules_as_json = word == "json"; },
            "text or json")
        ->check(CLI::IsMember({"text", "json"}));
}

}  // namespace

int usage_error(const std::string& message) {
    std::fprintf(stderr, "iam-schema: %s; iam-schema --help shows how to call it\n",
                 visible(message).c_str());
    return k_usage;
}

int run(const std::vector<std::string>& words, Colours colours, const Clock& clock) {
    CLI::App app{
        "Says what changed in the contracts of tools: for callers, and for what people "
        "have allowed.",
        "iam-schema"};
    app.set_version_flag("--version", "iam-schema " IAM_GEN_VERSION);
    app.require_subcommand(1);
    app.footer(
        "Exit: 0 nothing that fails, 1 findings, 2 wrong usage or a wrong list of --ignore or "
        "--levels, 3 a "
        "side is missing or unreadable, or the lock is stale, 4 something could not be decided, 70 "
        "a fault of this program. For "
        "witness: 0 printed, 1 there is none.");
    Commands commands;
    for (ReportArguments* report :
         {&commands.checking.report, &commands.diffing.report, &commands.basing.report}) {
        report->colours = colours;
        report->now = clock.now();
    }
    add_commands(app, commands);
    std::vector<std::string> reversed(words.rbegin(), words.rend());
    try {
        app.parse(reversed);
    } catch (const CLI::CallForHelp& call) {
        return app.exit(call);
    } catch (const CLI::CallForVersion& call) {
        return app.exit(call);
    } catch (const CLI::ParseError& error) {
        return usage_error(error.what());
    }
    if (commands.lock->parsed()) return lock(commands.locking);
    if (commands.check->parsed()) return check(commands.checking);
    if (commands.diff->parsed()) return diff(commands.diffing);
    if (commands.baseline->parsed()) return baseline(commands.basing);
    if (commands.witness->parsed()) return witness(commands.showing);
    if (commands.explain->parsed()) return explain(commands.explaining);
    return print_rules(commands.rules_as_json);
}

}  // namespace iam::gen::contract
