// Reads catalogues, has them compared, and puts the report where it belongs.
#include "generator/contract/commands.hpp"

#include <generator/contract/command_line.hpp>
#include <generator/contract/explain.hpp>
#include <generator/io/sink.hpp>
#include <generator/model/text.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

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

/// The error names the file and the way out.
Result<Catalogue> read(const std::string& path, Accept accept, const std::string& way_out) {
    const auto text = text_of_file(path);
    auto catalogue =
        text ? read_catalogue(*text, accept) : Result<Catalogue>(tl::unexpected(text.error()));
    if (catalogue) return catalogue;
    const Error& error = catalogue.error();
    const std::string place = error.pointer.empty() ? "" : error.pointer + ": ";
    return fail(error.code, path + ": " + place + error.message + "; " + way_out);
}

std::string accept_command(const LockArguments& arguments) {
    return arguments.accept_with.empty()
               ? "iam-schema lock " + arguments.manifest + " " + arguments.lock
               : arguments.accept_with;
}

/// Prints the report; a file takes it in its format, and then people read words.
Result<void> publish(const Report& report, const ReportArguments& how) {
    const bool to_file = !how.output.empty();
    const std::string text =
        formatted(report, how.format, IAM_GEN_VERSION, to_file ? Colours::never : how.colours);
    if (!to_file) {
        std::fputs(text.c_str(), stdout);
        return {};
    }
    std::fputs(to_text(report, how.colours).c_str(), stdout);
    if (const auto written = write_always(how.output, text); !written)
        return fail(Errc::unavailable, written.error());
    return {};
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
    if (const auto done = publish(report, arguments.report); !done)
        return failed(done.error().message, k_no_baseline);
    if (is_stale)
        std::fprintf(stderr,
                     "iam-schema: %s is not what the sources say. Models, prompts and standing "
                     "permissions rely on it: look at each finding.\nTo accept all of it:  %s\n",
                     visible(arguments.lock).c_str(), visible(accept_command(arguments)).c_str());
    return exit_code(report);
}

int diff(const DiffArguments& arguments) {
    const auto sides = read_sides(arguments.before, arguments.after);
    if (!sides) return failed(sides.error().message, k_no_baseline);
    const Report report = compare(sides->before, sides->after,
                                  {arguments.before, arguments.after,
                                   trust_of(*sides, arguments.trust), arguments.report.fail_on});
    if (const auto done = publish(report, arguments.report); !done)
        return failed(done.error().message, k_no_baseline);
    return exit_code(report);
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
