// Reads catalogues, has them compared, and puts the report where it belongs.
#include "generator/contract/commands.hpp"

#include <generator/contract/command_line.hpp>
#include <generator/contract/explain.hpp>
#include <generator/contract/git.hpp>
#include <generator/contract/levels.hpp>
#include <generator/io/sink.hpp>
#include <generator/model/text.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <utility>

namespace iam::gen::contract {
namespace {

constexpr const char* k_standard_input = "-";

int failed(const std::string& message, int code) {
    std::fprintf(stderr, "iam-schema: %s\n", visible(message).c_str());
    return code;
}

Result<std::string> text_of_file(const std::string& path) {
    std::ostringstream text;
    if (path == k_standard_input) {
        text << std::cin.rdbuf();
        return text.str();
    }
    std::ifstream in(path, std::ios::binary);
    if (!in || std::filesystem::is_directory(path)) return fail(Errc::not_found, "cannot be read");
    text << in.rdbuf();
    return text.str();
}

/// What is wrong about a file, and where in it.
std::string place_of(const std::string& path, const Error& error) {
    return path + ": " + (error.pointer.empty() ? "" : error.pointer + ": ") + error.message;
}

/// The error names the file and the way out.
Result<Catalogue> read(const std::string& path, Accept accept, const std::string& way_out) {
    const auto text = text_of_file(path);
    auto catalogue =
        text ? read_catalogue(*text, accept) : Result<Catalogue>(tl::unexpected(text.error()));
    if (catalogue) return catalogue;
    return fail(catalogue.error().code, place_of(path, catalogue.error()) + "; " + way_out);
}

std::string accept_command(const LockArguments& arguments) {
    return arguments.accept_with.empty()
               ? "iam-schema lock " + arguments.manifest + " " + arguments.lock
               : arguments.accept_with;
}

/// What somebody has put down about findings, read by `read_list`. The error says where it is wrong.
template <class List>
Result<List> list_from(const std::string& path, Result<List> (*read_list)(std::string_view)) {
    IAM_TRY(text, text_of_file(path));
    return read_list(text);
}

/// Prints the report as the project wants it, without what is ignored; a file takes it in its format, and then people read words. The result
/// is the exit code.
int publish(Report& report, const ReportArguments& how) {
    if (!how.levels.empty()) {
        const auto list = list_from(how.levels, read_levels);
        if (!list) return failed(place_of(how.levels, list.error()), k_usage);
        apply(*list, report);
    }
    if (!how.ignore.empty()) {
        const auto list = list_from(how.ignore, read_ignored);
        if (!list) return failed(place_of(how.ignore, list.error()), k_usage);
        apply(*list, how.today, how.ignore, report);
    }
    const bool to_file = !how.output.empty();
    const std::string text =
        formatted(report, how.format, IAM_GEN_VERSION, to_file ? Colours::never : how.colours);
    std::fputs((to_file ? to_text(report, how.colours) : text).c_str(), stdout);
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

Result<Sides> read_sides(const std::string& before, const std::string& after) {
    const std::string way_out = "name a manifest, a lock or the answer of a server to tools/list";
    if (before == k_standard_input && after == k_standard_input)
        return fail(Errc::invalid_argument, "only one side can be read from the standard input");
    IAM_TRY(old_side, read(before, Accept::any, way_out));
    IAM_TRY(new_side, read(after, Accept::any, way_out));
    return Sides{std::move(old_side), std::move(new_side)};
}

Trust trust_of(const Sides& sides, std::optional<Trust> stated) {
    const bool ours = sides.before.is_ours && sides.after.is_ours;
    return stated.value_or(ours ? Trust::first_party : Trust::untrusted);
}

/// A state of the lock that git knows.
struct Release {
    std::string name;  // "v1.2.0:desk.tools.lock.json"
    Catalogue catalogue;
};

/// The revisions to compare with, the newest first: what they are called, and their commits.
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
        releases.push_back({place, *std::move(catalogue)});
    }
    return releases;
}

bool is_meant(const Item& item, const std::vector<std::string>& wanted) {
    return wanted.empty() || std::any_of(wanted.begin(), wanted.end(), [&](const std::string& one) {
               return one == item.finding.rule->id || item.fingerprint.rfind(one, 0) == 0;
           });
}

}  // namespace

int lock(const LockArguments& arguments) {
    const auto manifest = read(arguments.manifest, Accept::ours, "build the target first");
    if (!manifest) return failed(manifest.error().message, k_no_baseline);
    const std::filesystem::path path = std::filesystem::absolute(arguments.lock);
    DiskSink sink(path.parent_path().string());
    const auto written = sink.write({{path.filename().string(), lock_text(manifest->document)}});
    return written ? k_fine : failed(written.error(), k_no_baseline);
}

int check(const LockArguments& arguments) {
    const auto manifest = read(arguments.manifest, Accept::ours, "build the target first");
    const auto locked =
        read(arguments.lock, Accept::ours, "write it with: " + accept_command(arguments));
    for (const auto* side : {&manifest, &locked})
        if (!*side) return failed(side->error().message, k_no_baseline);
    Report report =
        compare(*locked, *manifest,
                {arguments.lock, arguments.manifest, Trust::first_party, arguments.report.fail_on});
    const bool is_stale = lock_text(locked->document) != lock_text(manifest->document);
    if (is_stale) add_stale_lock(report, arguments.lock);
    const int code = publish(report, arguments.report);
    if (is_stale)
        std::fprintf(stderr,
                     "iam-schema: %s is not what the sources say. Models, prompts and standing "
                     "permissions rely on it: look at each finding.\nTo accept all of it:  %s\n",
                     visible(arguments.lock).c_str(), visible(accept_command(arguments)).c_str());
    return code;
}

int diff(const DiffArguments& arguments) {
    const auto sides = read_sides(arguments.before, arguments.after);
    if (!sides) return failed(sides.error().message, k_no_baseline);
    Report report = compare(sides->before, sides->after,
                            {arguments.before, arguments.after, trust_of(*sides, arguments.trust),
                             arguments.report.fail_on});
    return publish(report, arguments.report);
}

int baseline(const BaselineArguments& arguments) {
    const auto after = read(arguments.after, Accept::any, "name a manifest or a lock");
    if (!after) return failed(after.error().message, k_no_baseline);
    const GitRepository repository(arguments.repository);
    const auto releases = read_releases(repository, arguments);
    if (!releases) return failed(releases.error().message, k_no_baseline);
    Report report;
    for (const Release& release : *releases) {
        const Trust trust = trust_of({release.catalogue, *after}, std::nullopt);
        Report one = compare(release.catalogue, *after,
                             {release.name, arguments.after, trust, arguments.report.fail_on});
        if (&release == &releases->front())
            report = std::move(one);
        else
            add_earlier_release(report, one);
    }
    return publish(report, arguments.report);
}

int witness(const WitnessArguments& arguments) {
    const auto sides = read_sides(arguments.before, arguments.after);
    if (!sides) return failed(sides.error().message, k_no_baseline);
    const Report report =
        compare(sides->before, sides->after,
                {arguments.before, arguments.after, trust_of(*sides, std::nullopt)});
    bool any = false;
    for (const Item& item : report.items) {
        if (!item.finding.witness || !is_meant(item, arguments.findings)) continue;
        any = true;
        OrderedJson line = OrderedJson::object();
        line["tool"] = item.tool;
        line["rule"] = item.finding.rule->id;
        line["accepted"] =
            item.finding.shows == iam::contract::WitnessKind::lost ? "before" : "after";
        std::printf("%s,\"value\":%s}\n", line.dump().substr(0, line.dump().size() - 1).c_str(),
                    witness_json(item).c_str());
    }
    return any ? k_fine : k_found;
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
    std::fputs(out.c_str(), stdout);
    return k_fine;
}

int print_rules(bool json) {
    std::fputs((json ? rules_json() : list_of_rules()).c_str(), stdout);
    return k_fine;
}

}  // namespace iam::gen::contract
