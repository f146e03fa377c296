// Defines the commands of iam-gen and runs the named command. Without a name, it runs generate:
// builds call it this way.
#include "generator/cli/command_line.hpp"

#include <generator/cli/collect.hpp>
#include <generator/cli/explain.hpp>
#include <generator/cli/generate.hpp>
#include <generator/cli/lint.hpp>
#include <generator/cli/unlisted.hpp>
#include <generator/model/text.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <map>

namespace iam::gen::cli {
namespace {

void add_generate(CLI::App& app, GenerateArguments& to) {
    app.add_option("--target", to.target,
                   "the CMake target that the headers belong to: letters, digits and _ - . +");
    app.add_option("--out-dir", to.out_dir, "where to write");
    app.add_option("--project-root", to.project_root, "paths in the output are relative to it");
    app.add_option("--build-root", to.build_root, "the same for headers that the build makes");
    app.add_option("--flags-file", to.flags_file, "compile flags of the target, one a line");
    app.add_option("--compiler", to.compiler,
                   "the command that compiles the target, a word each: headers that depend on the "
                   "compiler must be the same declarations to its preprocessor; repeatable")
        ->allow_extra_args(false);
    app.add_option("--reader-flag", to.reader_flags,
                   "a flag that only iam-gen reads headers with, such as "
                   "--gcc-install-dir=DIR; repeatable")
        ->allow_extra_args(false);
    app.add_option("--stamp", to.stamp, "written anew after every run without errors");
    app.add_option("--depfile", to.depfile,
                   "the files that the output was made from, for Make and Ninja; needs --stamp");
    app.add_option("--sources", to.sources,
                   "list the files of the project that were read here, one a line");
    app.add_option("--prefix-dir", to.prefix_dir,
                   "keep the standard headers that the headers begin with here, precompiled");
    app.add_option(
           "--tag-macro", to.tag_macros,
           "a macro that stands for a tag and is defined in none of the headers; repeatable")
        ->allow_extra_args(false);
    const std::map<std::string, Profile> profiles{{"portable", Profile::portable},
                                                  {"full", Profile::full}};
    app.add_option("--profile", to.profile,
                   "which schemas the manifest has: portable (the default), which every model's "
                   "interface takes, or full, which states every bound")
        ->transform(CLI::CheckedTransformer(profiles).description("portable|full"));
    const std::map<std::string, Format> formats{
        {"text", Format::text}, {"json", Format::json}, {"sarif", Format::sarif}};
    app.add_option("--diagnostics-format", to.format, "how to report: text, json or sarif")
        ->transform(CLI::CheckedTransformer(formats).description("text|json|sarif"));
    app.add_option("--diagnostics-file", to.diagnostics_file,
                   "report in that format to this file, and in words to the error output");
    app.add_option("--name-prefix", to.name_prefix,
                   "what goes before the name of a tool that has no .name, with a _ between: the "
                   "word namespace for that of its function, or a text");
    app.add_flag("--require-docs", to.require_docs, "missing documentation is an error");
    app.add_option("--silence", to.silenced, "a warning not to report, such as IAM6006; repeatable")
        ->allow_extra_args(false);
    app.add_option("HEADER", to.headers, "the headers with the tagged functions");
}

void add_explain(CLI::App& app, ExplainArguments& to) {
    app.add_option("ID", to.ids, "such as IAM1001; without one, all are listed");
    app.add_flag("--page", to.page, "every explanation as one page of Markdown")->excludes("ID");
    app.add_flag("--json", to.json, "as JSON");
}

void add_lint(CLI::App& app, LintArguments& to) {
    app.add_option(
           "--profile", to.profiles,
           "openai, openai-strict, anthropic, anthropic-strict, gemini or ollama; repeatable")
        ->required()
        ->allow_extra_args(false);
    app.add_flag("--json", to.json, "as JSON");
    app.add_option("MANIFEST", to.manifests, "<target>.tools.json of the tools of one request")
        ->required();
}

void add_tokens(CLI::App& app, TokenArguments& to) {
    app.add_option("--budget", to.budget, "fail for a tool that costs more than this");
    app.add_option("MANIFEST", to.manifests, "<target>.tools.json")->required();
}

void add_collect(CLI::App& app, CollectArguments& to) {
    app.add_option("--out", to.out, "the file to write")->required();
    app.add_option("MANIFEST", to.manifests, "<target>.tools.json")->required();
}

void add_unlisted(CLI::App& app, UnlistedArguments& to) {
    app.add_option("--target", to.target, "the CMake target")->required();
    app.add_option("--project-root", to.project_root, "files outside of it are not looked at")
        ->required();
    app.add_option("--build-root", to.build_root, "nor are those that the build makes");
    app.add_option("--flags-file", to.flags_file, "compile flags of the target, one a line");
    app.add_option("--sources-file", to.sources_file, "its sources and header sets, one a line")
        ->required();
    app.add_option("--listed-file", to.listed_file, "headers that are listed anywhere, one a line");
    app.add_option("--stamp", to.stamp, "written anew after every run")->required();
    app.add_option("--depfile", to.depfile, "the files that were looked at, for Make and Ninja");
    app.add_option("--tag-macro", to.tag_macros, "a macro that stands for a tag; repeatable")
        ->allow_extra_args(false);
    app.add_option("--silence", to.silenced, "IAM1011, for no warnings at all")
        ->allow_extra_args(false);
    app.add_option("HEADER", to.headers, "the headers that are listed for the target");
}

}  // namespace

int usage_error(const std::string& message) {
    std::fprintf(stderr, "iam-gen: %s; iam-gen --help shows how to call it\n", message.c_str());
    return k_usage;
}

int refused(const std::string& message) {
    std::fprintf(stderr, "iam-gen: %s\n", visible(message).c_str());
    return k_refused;
}

int run(const std::vector<std::string>& words, Colours colours) {
    CLI::App app{
        "Reads the tagged functions of headers and writes the code and the manifest of their "
        "tools.\n\nUsage: iam-gen --target NAME --out-dir DIR --project-root DIR [options] "
        "HEADER... [-- FLAG...]\n\nWrites to DIR, where bytes differ from what is there:\n"
        "  <stem>.iam.cpp         for each header, the functions behind its tools; a number "
        "follows\n"
        "                         the stem where an earlier header has the same\n"
        "  NAME.iam.hpp           declares register_NAME_tools\n"
        "  NAME.iam.register.cpp  defines it\n"
        "  NAME.tools.json        the manifest\n\nWhat follows -- are more compile flags.",
        "iam-gen"};
    app.set_version_flag("--version", "iam-gen " IAM_GEN_VERSION);
    app.footer(
        "Exit: 0 done, 1 errors in what was read, or a file cannot be written, 2 wrong usage");
    app.require_subcommand(0, 1);
    GenerateArguments generating;
    generating.colours = colours;
    add_generate(app, generating);
    ExplainArguments explaining;
    CLI::App* explain_command =
        app.add_subcommand("explain", "Says why a diagnostic is reported and what to do about it.");
    add_explain(*explain_command, explaining);
    LintArguments linting;
    CLI::App* lint_command = app.add_subcommand(
        "lint", "Says what providers of models refuse or drop of the tools of manifests.");
    add_lint(*lint_command, linting);
    TokenArguments counting;
    CLI::App* tokens_command =
        app.add_subcommand("tokens", "Estimates what each tool of manifests costs in a request.");
    add_tokens(*tokens_command, counting);

    CollectArguments collecting;
    CLI::App* collect_command = app.add_subcommand(
        "collect", "Writes one manifest of several, and finds tools of one name among them.");
    add_collect(*collect_command, collecting);

    UnlistedArguments searching;
    searching.colours = colours;
    CLI::App* unlisted_command = app.add_subcommand(
        "unlisted", "Warns of tags in files that are not among the headers of a target.");
    add_unlisted(*unlisted_command, searching);

    const auto separator = std::find(words.begin(), words.end(), "--");
    std::vector<std::string> reversed(words.begin(), separator);
    std::reverse(reversed.begin(), reversed.end());
    if (separator != words.end()) generating.flags.assign(separator + 1, words.end());
    try {
        app.parse(reversed);
    } catch (const CLI::CallForHelp& call) {
        return app.exit(call);
    } catch (const CLI::CallForVersion& call) {
        return app.exit(call);
    } catch (const CLI::ParseError& error) {
        return usage_error(error.what());
    }
    if (explain_command->parsed()) return explain(explaining);
    if (lint_command->parsed()) return lint(linting);
    if (tokens_command->parsed()) return tokens(counting);
    if (collect_command->parsed()) return collect(collecting);
    if (unlisted_command->parsed()) return find_unlisted(searching);
    return generate(generating);
}

}  // namespace iam::gen::cli
