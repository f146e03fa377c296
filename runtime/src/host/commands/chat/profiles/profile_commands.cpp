#include "host/commands/chat/profiles/profile_commands.hpp"

#include "host/commands/chat/profiles/profile_files.hpp"
#include "host/output/json_member.hpp"
#include "host/output/listing.hpp"
#include <iam/core/json_places.hpp>
#include <iam/question/escape.hpp>

#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace iam::host {
namespace {

using question::escape_for_display;

struct ListedProfile {
    std::string name{};
    std::string model{};
    std::string mode{};
    std::string mistake{};
};

Result<std::vector<ListedProfile>> listed_profiles(const Session& session) {
    IAM_TRY(names, profile_names(session));
    std::vector<ListedProfile> all;
    for (const std::string& name : names) {
        IAM_TRY(file, find_profile(session, name));
        const auto profile = load_profile(session, file);
        if (profile)
            all.push_back({name, profile->model, std::string(to_string(profile->mode)), {}});
        else
            all.push_back({name, {}, {}, profile.error().message});
    }
    return all;
}

void put_profile(JsonWriter& out, const ListedProfile& profile) {
    out.begin_object();
    put_unless_empty(out, "mistake", profile.mistake);
    put_unless_empty(out, "mode", profile.mode);
    put_unless_empty(out, "model", profile.model);
    put(out, "name", profile.name);
    out.end_object();
}

ExitCode list_profiles(Session& session) {
    const auto all = listed_profiles(session);
    if (!all) return session.report(all.error());
    if (session.options().json) {
        JsonWriter out;
        out.begin_object();
        put_list(out, "profiles", *all, put_profile);
        out.end_object();
        session.print(out);
        return ExitCode::done;
    }
    Rows rows;
    for (const ListedProfile& each : *all) {
        const std::string state = each.mistake.empty() ? each.mode : "wrong: " + each.mistake;
        rows.push_back({each.name, escape_for_display(each.model), escape_for_display(state)});
    }
    print_list(session, {"PROFILE", "MODEL", "MODE"}, rows,
               "There are no profiles; " + session.command("chat profiles example") +
                   " prints one to begin with.");
    return ExitCode::done;
}

ExitCode show_profile(Session& session, const std::string& word) {
    const auto file = find_profile(session, word);
    if (!file) return session.report(file.error());
    if (const auto profile = load_profile(session, *file); !profile)
        return session.report(profile.error());
    const auto text = profile_text(session, *file);
    if (!text) return session.report(text.error());
    session.out() << question::visible_lines(*text);
    return ExitCode::done;
}

/// The mistakes of the profile, and the mistake for which no chat would open its model.
std::vector<PlacedError> mistakes_in(const std::string& text, const ProfileFile& file) {
    const auto profile = chat::check_profile(text, file.path.parent_path().string());
    if (!profile) return profile.error();
    if (profile->model.empty()) return {};
    auto opens = check_model(model_words_of(*profile));
    const auto document = parse_placed_json(text);
    if (opens || !document) return {};
    opens.error().pointer = "/model";
    return {{std::move(opens).error(), document->places.at("/model").value}};
}

void put_mistake(JsonWriter& out, const PlacedError& mistake) {
    out.begin_object();
    out.plain_key("column");
    out.integer(std::uint64_t{mistake.place.column});
    out.plain_key("line");
    out.integer(std::uint64_t{mistake.place.line});
    put(out, "message", mistake.error.message);
    put(out, "pointer", mistake.error.pointer);
    out.end_object();
}

ExitCode check_one_profile(Session& session, const std::string& word) {
    const auto file = find_profile(session, word);
    if (!file) return session.report(file.error());
    const auto text = profile_text(session, *file);
    if (!text) return session.report(text.error());
    const std::vector<PlacedError> mistakes = mistakes_in(*text, *file);
    for (const PlacedError& each : mistakes)
        session.say(file->path.string() + ":" + chat::mistake_text(each));
    if (session.options().json) {
        JsonWriter out;
        out.begin_object();
        put_list(out, "mistakes", mistakes, put_mistake);
        out.plain_key("ok");
        out.boolean(mistakes.empty());
        out.end_object();
        session.print(out);
    }
    if (!mistakes.empty()) return ExitCode::usage;
    session.say("The profile " + file->path.string() + " is good.");
    return ExitCode::done;
}

}  // namespace

void add_profile_commands(const Commands& commands, CLI::App& chat) {
    CLI::App* profiles = chat.add_subcommand("profiles",
                                             "Profiles: model, instructions, tools, "
                                             "budgets of a chat in one file");
    profiles->require_subcommand(1);
    add_command(commands, *profiles, "list", "Lists the profiles of the state", list_profiles);
    const auto with_profile = [&](const char* name, const char* help,
                                  ExitCode (*action)(Session&, const std::string&)) {
        auto word = std::make_shared<std::string>();
        CLI::App* command =
            add_command(commands, *profiles, name, help,
                        [word, action](Session& session) { return action(session, *word); });
        command
            ->add_option("PROFILE", *word,
                         "A profile of the state by its name, or a file by its path")
            ->required();
    };
    with_profile("show", "Prints a profile", show_profile);
    with_profile("check", "Checks a profile, and names each mistake with its place",
                 check_one_profile);
    add_command(commands, *profiles, "example", "Prints a profile with every member",
                [](Session& session) {
                    session.out() << chat::example_profile();
                    return ExitCode::done;
                });
}

}  // namespace iam::host
