// iam-schema: holds the contracts of a target against the lock file that a person committed.
#include <generator/contract/lock.hpp>
#include <generator/io/sink.hpp>

#include <CLI/CLI.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

namespace {

namespace contract = iam::gen::contract;

// Exit codes of every command; --help prints them.
constexpr int k_equal = 0;
constexpr int k_different = 1;
constexpr int k_usage = 2;
constexpr int k_unreadable = 3;

struct Arguments {
    std::string manifest;
    std::string lock;
    std::string accept_with;
};

iam::Result<iam::OrderedJson> read(const std::string& path, const std::string& way_out) {
    std::ifstream in(path, std::ios::binary);
    if (!in) return iam::fail(iam::Errc::not_found, path + ": cannot be read; " + way_out);
    std::ostringstream text;
    text << in.rdbuf();
    auto catalogue = contract::read_catalogue(text.str());
    if (!catalogue) {
        const iam::Error& error = catalogue.error();
        return iam::fail(error.code, path + ": " +
                                         (error.pointer.empty() ? "" : error.pointer + ": ") +
                                         error.message + "; " + way_out);
    }
    return catalogue;
}

std::string accept_command(const Arguments& arguments) {
    return arguments.accept_with.empty()
               ? "iam-schema lock " + arguments.manifest + " " + arguments.lock
               : arguments.accept_with;
}

int lock(const Arguments& arguments) {
    const auto manifest = read(arguments.manifest, "build the target first");
    if (!manifest) {
        std::cerr << "iam-schema: " << manifest.error().message << "\n";
        return k_unreadable;
    }
    const std::filesystem::path path = std::filesystem::absolute(arguments.lock);
    iam::gen::DiskSink sink(path.parent_path().string());
    if (const auto written =
            sink.write({{path.filename().string(), contract::lock_text(*manifest)}});
        !written) {
        std::cerr << "iam-schema: " << written.error() << "\n";
        return k_unreadable;
    }
    return k_equal;
}

int check(const Arguments& arguments) {
    const auto manifest = read(arguments.manifest, "build the target first");
    const auto lock_file = read(arguments.lock, "write it with: " + accept_command(arguments));
    for (const auto* side : {&manifest, &lock_file}) {
        if (*side) continue;
        std::cerr << "iam-schema: " << side->error().message << "\n";
        return k_unreadable;
    }
    const auto found = contract::differences(*lock_file, *manifest);
    if (found.empty()) return k_equal;
    for (const contract::Difference& difference : found)
        std::cout << contract::to_text(difference) << "\n";
    std::cout
        << "\n"
        << arguments.lock
        << " is not what the sources say. Look at each line above: models, prompts and standing "
        << "consents rely on it.\nTo accept all of it:  " << accept_command(arguments) << "\n";
    return k_different;
}

int run(int argc, char** argv) {
    CLI::App app{"Holds the contracts of tools against the lock file that a person committed."};
    app.set_version_flag("--version", IAM_GEN_VERSION);
    app.require_subcommand(1);
    app.footer(
        "Exit codes: 0 equal or written, 1 different, 2 wrong command line, 3 a file is missing or "
        "unreadable.");
    Arguments arguments;
    const auto add = [&](const char* name, const char* what) {
        CLI::App* command = app.add_subcommand(name, what);
        command->add_option("MANIFEST", arguments.manifest, "<target>.tools.json of the build")
            ->required();
        command->add_option("LOCK", arguments.lock, "the committed lock file")->required();
        return command;
    };
    const CLI::App* lock_command = add("lock", "Writes LOCK from MANIFEST.");
    add("check", "Fails if MANIFEST differs from LOCK, and says where.")
        ->add_option("--accept-with", arguments.accept_with,
                     "the command to name that accepts the difference");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? k_equal : k_usage;
    }
    return lock_command->parsed() ? lock(arguments) : check(arguments);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        std::cerr << "iam-schema: " << error.what() << "\n";
        return k_unreadable;
    }
}
