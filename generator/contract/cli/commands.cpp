// Runs the commands of iam-schema: reads catalogues, compares them, and writes the report.
#include "generator/contract/cli/commands.hpp"

#include <generator/contract/cli/command_line.hpp>
#include <generator/contract/cli/input.hpp>
#include <generator/contract/cli/ledger_file.hpp>
#include <generator/contract/formats/explain.hpp>
#include <generator/contract/lock/day.hpp>
#include <generator/contract/lock/git.hpp>
#include <generator/contract/lock/levels.hpp>
#include <generator/io/sink.hpp>
#include <generator/model/text.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <utility>

namespace iam::gen::contract {
namespace {

int failed(const std::string& message, int code) {
    std::fprintf(stderr, "iam-schema: %s\n", visible(message).c_str());
    return code;
}

/// Each word after `before`.
std::string listed(const std::vector<std::string>& words, const char* before) {
    std::string text;
    for (const std::string& word : words) text += before + word;
    return text;
}

std::vector<std::string> manifests_of(const LockArguments& arguments) {
    return {arguments.files.begin(), arguments.files.end() - 1};
}

std::string accept_command(const LockArguments& arguments) {
    return arguments.accept_with.empty() ? "iam-schema lock" + listed(arguments.files, " ")
                                         : arguments.accept_with;
}

/// Unites all manifests into one catalogue.
Result<Catalogue> read_manifests(const LockArguments& arguments) {
    std::vector<NamedCatalogue> list;
    for (const std::string& path : manifests_of(arguments)) {
        IAM_TRY(catalogue, read_side(path, Accept::ours, "build the target first"));
        list.push_back({path, std::move(catalogue)});
    }
    return united(std::move(list));
}

Day today_of(const ReportArguments& how) {
    return std::chrono::floor<std::chrono::days>(how.now.wall);
}

/// Applies the lists of ignored findings and of levels. The error says where a list is wrong.
Result<void> apply_lists(Report& report, const ReportArguments& how) {
    const auto in_file = [](const std::string& path, const Error& error) {
        return fail(error.code, place_of(path, error));
    };
    if (!how.ignore.empty()) {
        const auto text = text_of_file(how.ignore);
        if (!text) return in_file(how.ignore, text.error());
        const auto list = read_ignored(*text, today_of(how));
        if (!list) return in_file(how.ignore, list.error());
        if (const auto applied = apply(*list, today_of(how), how.ignore, report); !applied)
            return in_file(how.ignore, applied.error());
    }
    if (!how.levels.empty()) {
        const auto text = text_of_file(how.levels);
        if (!text) return in_file(how.levels, text.error());
        const auto list = read_levels(*text);
        if (!list) return in_file(how.levels, list.error());
        apply(*list, report);
    }
    return {};
}

/// False if some of the text could not be written: half a report looks like a shorter one.
bool print(const std::string& text) {
    std::fputs(text.c_str(), stdout);
    return std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
}

int not_printed() {
    return failed("the report cannot be written to the standard output", k_no_baseline);
}

/// Writes the report and returns the exit code. With an output file, the file gets the chosen
/// format and the standard output gets text.
int publish(Report& report, const ReportArguments& how) {
    if (const auto applied = apply_lists(report, how); !applied)
        return failed(applied.error().message, k_usage);
    const bool to_file = !how.output.empty();
    const std::string text = formatted(report, how.format, {IAM_GEN_VERSION, how.rules_page},
                                       to_file ? Colours::never : how.colours);
    if (!print(to_file ? to_text(report, how.colours) : text)) return not_printed();
    if (to_file)
        if (const auto written = write_always(how.output, text); !written)
            return failed(written.error(), k_no_baseline);
    return exit_code(report);
}

/// Both catalogues of a comparison.
struct Sides {
    Catalogue before;
    Catalogue after;
};

bool is_twice_standard_input(const std::string& before, const std::string& after) {
    return before == k_standard_input && after == k_standard_input;
}

int twice_standard_input() {
    return usage_error("only one side can be read from the standard input");
}

Result<Sides> read_sides(const std::string& before, const std::string& after) {
    const std::string way_out =
        "name a manifest, a lock, a folder of them or the answer of a server to tools/list";
    IAM_TRY(old_side, read_side(before, Accept::any, way_out));
    IAM_TRY(new_side, read_side(after, Accept::any, way_out));
    return Sides{std::move(old_side), std::move(new_side)};
}

Trust trust_of(const Sides& sides, std::optional<Trust> stated) {
    const bool ours = sides.before.is_ours && sides.after.is_ours;
    return stated.value_or(ours ? Trust::first_party : Trust::untrusted);
}

/// The name of a side, and the file for findings about it.
struct SideName {
    std::string name;
    std::string file;
};

Comparison comparison(const SideName& before, const SideName& after, Trust trust,
                      const ReportArguments& how) {
    return {.before_name = before.name,
            .after_name = after.name,
            .trust = trust,
            .fail_on = how.fail_on,
            .before_file = before.file,
            .after_file = after.file,
            .profiles = how.profiles};
}

/// Nothing if no ledger was named.
Result<std::optional<RecordedUse>> use_of(const ReportArguments& how) {
    if (how.ledger.empty()) return std::nullopt;
    auto use = read_ledger(how.ledger, how.now);
    if (!use) return fail(use.error().code, place_of(how.ledger, use.error()));
    return *std::move(use);
}

/// Compares the catalogues and adds the recorded use of the tools, if it is known.
Report compared(const Catalogue& before, const Catalogue& after, const Comparison& how,
                const std::optional<RecordedUse>& use) {
    Report report = compare(before, after, how);
    if (use) add_usage(report, *use, before, after);
    return report;
}

/// The lock at a revision of git.
struct Release {
    std::string name;  // "v1.2.0:desk.tools.lock.json"
    std::string file;
    Catalogue catalogue;
};

/// The revisions to compare with, newest first: the name and the commit of each.
Result<std::vector<std::pair<std::string, std::string>>> revisions(
    const GitRepository& repository, const BaselineArguments& arguments) {
    if (!arguments.revision.empty()) {
        IAM_TRY(commit, repository.commit_of(arguments.revision));
        return std::vector{std::pair(arguments.revision, commit)};
    }
    if (arguments.tags.empty()) {
        const std::string other =
            arguments.merge_base.empty() ? "origin/HEAD" : arguments.merge_base;
        IAM_TRY(commit, repository.merge_base(other));
        return std::vector{std::pair(commit.substr(0, 12), commit)};
    }
    IAM_TRY(tags, repository.tags(arguments.tags));
    std::vector<std::pair<std::string, std::string>> result;
    for (const std::string& tag : tags) {
        IAM_TRY(commit, repository.commit_of("refs/tags/" + tag));
        result.emplace_back(tag, commit);
        if (!arguments.transitive) break;
    }
    return result;
}

Result<std::vector<Release>> read_releases(const GitRepository& repository,
                                           const BaselineArguments& arguments) {
    IAM_TRY(list, revisions(repository, arguments));
    std::vector<Release> releases;
    for (const auto& [name, commit] : list) {
        IAM_TRY(text, repository.file_at(commit, arguments.path));
        auto catalogue = read_catalogue(text, Accept::any);
        const std::string place = name + ":" + arguments.path;
        if (!catalogue) return fail(catalogue.error().code, place_of(place, catalogue.error()));
        releases.push_back({place, arguments.path, *std::move(catalogue)});
    }
    return releases;
}

/// Findings have no file if the side is the standard input.
std::string file_of(const std::string& name) {
    return name == k_standard_input ? std::string() : name;
}

bool is_meant(const Item& item, const std::vector<std::string>& wanted) {
    return wanted.empty() || std::any_of(wanted.begin(), wanted.end(), [&](const std::string& one) {
               return one == item.finding.rule->id || item.fingerprint.rfind(one, 0) == 0;
           });
}

}  // namespace

int lock(const LockArguments& arguments) {
    const auto manifest = read_manifests(arguments);
    if (!manifest) return failed(manifest.error().message, k_no_baseline);
    const std::filesystem::path path = std::filesystem::absolute(arguments.files.back());
    DiskSink sink(path.parent_path().string());
    const auto written = sink.write({{path.filename().string(), lock_text(manifest->document)}});
    return written ? k_fine : failed(written.error(), k_no_baseline);
}

int check(const LockArguments& arguments) {
    const std::string& lock_file = arguments.files.back();
    const std::string manifests = listed(manifests_of(arguments), " ").substr(1);
    const auto manifest = read_manifests(arguments);
    const auto locked =
        read_side(lock_file, Accept::ours, "write it with: " + accept_command(arguments));
    for (const auto* side : {&manifest, &locked})
        if (!*side) return failed(side->error().message, k_no_baseline);
    const auto use = use_of(arguments.report);
    if (!use) return failed(use.error().message, k_no_baseline);
    Report report =
        compared(*locked, *manifest,
                 comparison({lock_file, lock_file}, {manifests, arguments.files.front()},
                            Trust::first_party, arguments.report),
                 *use);
    const bool is_stale = lock_text(locked->document) != lock_text(manifest->document);
    if (is_stale) add_stale_lock(report, lock_file);
    const int code = publish(report, arguments.report);
    if (is_stale)
        std::fprintf(stderr,
                     "iam-schema: %s is not what the sources say. Models, prompts and standing "
                     "permissions rely on it: look at each finding.\nTo accept all of it:  %s\n",
                     visible(lock_file).c_str(), visible(accept_command(arguments)).c_str());
    return code;
}

int diff(const DiffArguments& arguments) {
    if (is_twice_standard_input(arguments.before, arguments.after)) return twice_standard_input();
    const auto sides = read_sides(arguments.before, arguments.after);
    if (!sides) return failed(sides.error().message, k_no_baseline);
    const auto use = use_of(arguments.report);
    if (!use) return failed(use.error().message, k_no_baseline);
    Report report = compared(sides->before, sides->after,
                             comparison({arguments.before, file_of(arguments.before)},
                                        {arguments.after, file_of(arguments.after)},
                                        trust_of(*sides, arguments.trust), arguments.report),
                             *use);
    return publish(report, arguments.report);
}

int baseline(const BaselineArguments& arguments) {
    const auto after = read_side(arguments.after, Accept::any, "name a manifest or a lock");
    if (!after) return failed(after.error().message, k_no_baseline);
    const GitRepository repository(arguments.repository);
    const auto releases = read_releases(repository, arguments);
    if (!releases) return failed(releases.error().message, k_no_baseline);
    const auto use = use_of(arguments.report);
    if (!use) return failed(use.error().message, k_no_baseline);
    Report report;
    for (const Release& release : *releases) {
        const Trust trust = trust_of({release.catalogue, *after}, arguments.trust);
        // Text from the standard input will be the lock.
        const bool is_piped = arguments.after == k_standard_input;
        Report one =
            compared(release.catalogue, *after,
                     comparison({release.name, release.file},
                                {arguments.after, is_piped ? arguments.path : arguments.after},
                                trust, arguments.report),
                     *use);
        if (&release == &releases->front())
            report = std::move(one);
        else
            add_earlier_release(report, one, arguments.report.fail_on);
    }
    return publish(report, arguments.report);
}

int witness(const WitnessArguments& arguments) {
    if (is_twice_standard_input(arguments.before, arguments.after)) return twice_standard_input();
    const auto sides = read_sides(arguments.before, arguments.after);
    if (!sides) return failed(sides.error().message, k_no_baseline);
    const Report report = compare(sides->before, sides->after,
                                  {.before_name = arguments.before,
                                   .after_name = arguments.after,
                                   .trust = trust_of(*sides, arguments.trust)});
    std::string lines;
    for (const Item& item : report.items) {
        if (!item.finding.witness || !is_meant(item, arguments.findings)) continue;
        OrderedJson line = OrderedJson::object();
        line["tool"] = item.tool;
        line["rule"] = item.finding.rule->id;
        line["accepted"] =
            item.finding.shows == iam::contract::WitnessKind::lost ? "before" : "after";
        line["value"] = witness_value(item);
        lines += line.dump() + "\n";
    }
    if (!print(lines)) return not_printed();
    return lines.empty() ? k_found : k_fine;
}

int explain(const ExplainArguments& arguments) {
    std::string out;
    if (arguments.page) {
        out = page_of_rules();
    } else if (arguments.ids.empty()) {
        out = list_of_rules();
    }
    for (const std::string& id : arguments.ids) {
        const Rule* rule = iam::contract::find_rule(id);
        if (rule == nullptr)
            return usage_error("there is no rule '" + id + "'; iam-schema explain lists them");
        out += (out.empty() ? "" : "\n") + explanation_text(*rule);
    }
    return print(out) ? k_fine : not_printed();
}

int print_rules(bool json) {
    return print(json ? rules_json() : list_of_rules()) ? k_fine : not_printed();
}

}  // namespace iam::gen::contract
