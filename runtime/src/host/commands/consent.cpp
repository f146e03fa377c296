// grants, permissions: lists, gives, changes and revokes standing consent.
#include "host/commands/commands.hpp"
#include "host/output/broken_records.hpp"
#include "host/output/json_member.hpp"
#include "host/output/listing.hpp"
#include "host/output/tool_name.hpp"
#include "host/session/input.hpp"
#include <iam/gate/consent.hpp>
#include <iam/question/duration.hpp>
#include <iam/question/escape.hpp>
#include <iam/question/layout.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <ostream>
#include <utility>
#include <vector>

namespace iam::host {

using question::escape_for_display;
using question::parse_duration;
using question::table;

namespace {

using consent::Deadline;
using consent::Grant;
using consent::Permission;

struct ConsentWords {
    std::string tool{};
    std::string extent{};
    std::uint32_t uses = 0;  ///< 0: not given
    std::optional<std::string> arguments{};
    bool keys_only = false;
    std::string id{};
};

std::string until(const std::optional<Deadline>& deadline) {
    return deadline ? "until " + to_rfc3339(deadline->wall) : "until it is revoked";
}

std::string scope(const std::string& user, const std::string& workspace) {
    std::string text = user.empty() ? "no user" : escape_for_display(user);
    return text + " in " + escape_for_display(spelled_workspace(workspace));
}

void put_until(JsonWriter& out, const std::optional<Deadline>& deadline) {
    if (deadline) put(out, "until", to_rfc3339(deadline->wall));
}

std::string match_of(const consent::Match& match) {
    return std::string(to_string(match.kind));
}

std::string_view which_calls(const consent::Match& match) {
    using Kind = consent::Match::Kind;
    if (match.kind == Kind::tool) return "";
    return match.kind == Kind::keys ? ", these consent keys only" : ", these arguments only";
}

void put_grant(JsonWriter& out, const Grant& grant) {
    out.begin_object();
    put(out, "granted_by", grant.granted_by);
    put(out, "id", grant.id);
    put(out, "match", match_of(grant.match));
    put(out, "risk", std::string(to_string(grant.risk)));
    put_unless_empty(out, "session", grant.session.value_or(""));
    put(out, "tool", display_name(grant.tool));
    put_until(out, grant.deadline);
    put(out, "user", grant.user);
    if (grant.uses) {
        out.key("uses");
        out.integer(std::uint64_t{*grant.uses});
    }
    put(out, "workspace", spelled_workspace(grant.workspace));
    out.end_object();
}

void put_permission(JsonWriter& out, const Permission& permission) {
    out.begin_object();
    put(out, "effect", permission.allow ? "allow" : "deny");
    put(out, "granted_by", permission.granted_by);
    put(out, "id", permission.id);
    put(out, "match", match_of(permission.match));
    put(out, "tool", display_name(permission.tool));
    put_until(out, permission.expires);
    put(out, "user", permission.user);
    put(out, "workspace", spelled_workspace(permission.workspace));
    out.end_object();
}

std::vector<std::string> row_of(const Grant& grant) {
    std::string calls =
        grant.uses ? (*grant.uses == 1 ? "once" : std::to_string(*grant.uses) + " times") : "allow";
    calls += which_calls(grant.match);
    return {escape_for_display(grant.id), spelled(grant.tool), calls, until(grant.deadline),
            scope(grant.user, grant.workspace) +
                (grant.session ? " in session " + escape_for_display(*grant.session) : "")};
}

std::vector<std::string> row_of(const Permission& permission) {
    std::string effect = permission.allow ? "allow always" : "deny always";
    effect += which_calls(permission.match);
    return {escape_for_display(permission.id), spelled(permission.tool), effect,
            until(permission.expires), scope(permission.user, permission.workspace)};
}

/// The heads of a list's columns, and the sentence of an empty list.
struct ListWords {
    std::vector<std::string> heads;
    std::string_view nothing;
};

template <class Record, class Put>
ExitCode print_records(const Session& session, std::string_view name,
                       const Result<std::vector<Record>>& records, Put put_one,
                       const Result<BrokenRecords>& broken, const ListWords& words) {
    if (!records) return session.report(records.error());
    if (!broken) return session.report(broken.error());
    say_broken(session, *broken);
    if (session.options().json) {
        JsonWriter out;
        out.begin_object();
        put_broken(out, *broken);
        put_list(out, name, *records, put_one);
        out.end_object();
        session.print(out);
    } else {
        Rows rows;
        for (const Record& record : *records) rows.push_back(row_of(record));
        print_list(session, words.heads, rows, words.nothing);
    }
    return ExitCode::done;
}

ExitCode list_grants(Session& session) {
    const auto desk = session.open_desk();
    if (!desk) return session.report(desk.error());
    return print_records(session, "grants", desk->runtime->consent().grants(), put_grant,
                         broken_records(*desk->store, {RecordKind::grant}),
                         {{"GRANT", "TOOL", "ALLOWS", "UNTIL", "FOR"}, "No grant holds now."});
}

ExitCode list_permissions(Session& session) {
    const auto desk = session.open_desk();
    if (!desk) return session.report(desk.error());
    return print_records(
        session, "permissions", desk->runtime->consent().permissions(), put_permission,
        broken_records(*desk->store, {RecordKind::permission}),
        {{"PERMISSION", "TOOL", "ANSWER", "UNTIL", "FOR"}, "No permission holds now."});
}

/// The terms in `words`: one call, a number or any; for a time, or until revoked.
Result<gate::GrantTerms> terms_of(const Session& session, const ConsentWords& words) {
    gate::GrantTerms terms;
    if (words.uses > 0) terms.uses = words.uses;
    terms.keys_only = words.keys_only;
    if (words.arguments) {
        IAM_TRY(text, text_or_input(*words.arguments, session.environment().in));
        terms.arguments = std::move(text);
    }
    if (words.extent == "once") {
        if (terms.uses) {
            return fail(Errc::invalid_argument,
                        "\"once\" is one use; write until-cleared, or a duration, beside --uses.");
        }
        terms.uses = 1;
        return terms;
    }
    if (words.extent == "until-cleared") return terms;
    auto duration = parse_duration(words.extent);
    if (!duration) {
        Error error = std::move(duration).error();
        error.message += " Or write once or until-cleared.";
        return tl::unexpected(std::move(error));
    }
    terms.duration = *duration;
    return terms;
}

ExitCode set_grant(Session& session, const ConsentWords& words) {
    const auto tool = tool_named(words.tool, session.registry());
    if (!tool) return session.report(tool.error());
    const auto terms = terms_of(session, words);
    if (!terms) return session.report(terms.error());
    const auto desk = session.open_desk();
    if (!desk) return session.report(desk.error());
    const Result<Grant> given = desk->runtime->consent().grant(*tool, *terms, session.subject());
    if (!given) {
        const bool no_tool = given.error().code == Errc::not_found;
        return no_tool ? session.report(given.error(), ExitCode::tool_not_found)
                       : session.report(given.error());
    }
    if (session.options().json) {
        JsonWriter out;
        put_grant(out, *given);
        session.print(out);
    } else {
        session.out() << table({row_of(*given)});
    }
    return ExitCode::done;
}

/// Names each ended record: a person sees the whole effect of revoking.
ExitCode print_revoked(const Session& session, const gate::Revoked& revoked,
                       const std::string& last_line) {
    if (session.options().json) {
        JsonWriter out;
        out.begin_object();
        put_broken(out, revoked.broken);
        put_list(out, "grants", revoked.grants, put_grant);
        put_list(out, "permissions", revoked.permissions, put_permission);
        out.key("revoked");
        out.integer(std::uint64_t{revoked.count()});
        out.end_object();
        session.print(out);
        return ExitCode::done;
    }
    std::vector<std::vector<std::string>> rows;
    for (const Grant& grant : revoked.grants) rows.push_back(row_of(grant));
    for (const Permission& permission : revoked.permissions) rows.push_back(row_of(permission));
    for (const consent::BrokenRecord& broken : revoked.broken) {
        rows.push_back(
            {escape_for_display(broken.id), spelled(broken.tool), "changed past the program"});
    }
    session.out() << table(rows) << last_line << '\n';
    return ExitCode::done;
}

ExitCode revoke_consent(Session& session, const std::string& id) {
    const auto desk = session.open_desk();
    if (!desk) return session.report(desk.error());
    const auto revoked = desk->runtime->consent().revoke(id, session.subject());
    return revoked ? print_revoked(session, *revoked, "1 ended.") : session.report(revoked.error());
}

ExitCode revoke_allowed(Session& session) {
    const auto desk = session.open_desk();
    if (!desk) return session.report(desk.error());
    const auto revoked = desk->runtime->consent().revoke_all(session.subject());
    if (!revoked) return session.report(revoked.error());
    const std::string count = revoked->count() == 0 ? "Nothing was allowed beforehand."
                                                    : std::to_string(revoked->count()) + " ended.";
    return print_revoked(session, *revoked, count + " Policies and every \"deny always\" stay.");
}

ExitCode print_changed(const Session& session, const Result<Permission>& changed) {
    if (!changed) return session.report(changed.error());
    if (session.options().json) {
        JsonWriter out;
        put_permission(out, *changed);
        session.print(out);
    } else {
        session.out() << table({row_of(*changed)});
    }
    return ExitCode::done;
}

ExitCode shorten_permission(Session& session, const std::string& id, const std::string& text) {
    const auto duration = parse_duration(text);
    if (!duration) return session.report(duration.error());
    const auto desk = session.open_desk();
    if (!desk) return session.report(desk.error());
    return print_changed(session,
                         desk->runtime->consent().shorten(id, *duration, session.subject()));
}

/// The contract says whether a tool may have an "always", so the tool's server is connected.
Result<void> know_tool_of_permission(Session& session, const Desk& desk,
                                     const std::string& permission) {
    IAM_TRY(all, desk.store->permissions());
    const auto named = std::find_if(all.begin(), all.end(),
                                    [&](const Permission& one) { return one.id == permission; });
    return named == all.end() ? Result<void>{} : session.import_tools_of(named->tool.origin);
}

ExitCode extend_permission(Session& session, const std::string& id, const std::string& text) {
    std::optional<std::chrono::milliseconds> wanted;
    if (text != "never") {
        const auto duration = parse_duration(text);
        if (!duration) return session.report(duration.error());
        wanted = *duration;
    }
    const auto desk = session.open_desk();
    if (!desk) return session.report(desk.error());
    if (const auto known = know_tool_of_permission(session, *desk, id); !known)
        return session.report(known.error());
    return print_changed(session, desk->runtime->consent().extend(id, wanted, session.subject()));
}

void add_grants(const Commands& commands) {
    auto words = std::make_shared<ConsentWords>();
    CLI::App* grants =
        commands.app.add_subcommand("grants", "Allows calls of a tool beforehand, for a while");
    grants->require_subcommand(1);
    give_examples(
        *grants, commands.session,
        {"grants list", "grants set echo once", "grants set echo 15m",
         "grants set echo until-cleared --uses 5",
         "grants set echo 2h --arguments '{\"message\":\"hello\"}'", "grants revoke-all"});
    give_examples(*add_command(commands, *grants, "list", "The grants that hold now", list_grants),
                  commands.session, {"grants list", "grants list --json"});
    CLI::App* set_command = add_command(
        commands, *grants, "set", "Allows calls: the next one, for a while, or until it is revoked",
        [words](Session& session) { return set_grant(session, *words); });
    set_command->add_option("TOOL", words->tool, "The tool")->required();
    set_command
        ->add_option("EXTENT", words->extent,
                     "once, a duration (90s, 15m, 2h, 7d), or until-cleared")
        ->required();
    set_command
        ->add_option("--uses", words->uses, "For at most this number of calls, within EXTENT")
        ->check(CLI::Range(std::uint32_t{1}, std::numeric_limits<std::uint32_t>::max()));
    set_command->add_option(
        "--arguments", words->arguments,
        "Calls with exactly these arguments only: JSON; - reads standard input");
    set_command
        ->add_flag("--keys-only", words->keys_only,
                   "Only the consent keys among --arguments must be the same")
        ->needs("--arguments");
    give_examples(
        *set_command, commands.session,
        {"grants set echo once", "grants set echo 15m", "grants set echo until-cleared --uses 5",
         "grants set echo 2h --arguments '{\"message\":\"hello\"}'"});
    CLI::App* revoke =
        add_command(commands, *grants, "revoke", "Ends one grant",
                    [words](Session& session) { return revoke_consent(session, words->id); });
    revoke->add_option("ID", words->id, "The grant")->required();
    give_examples(*revoke, commands.session, {"grants revoke <id>"});
    CLI::App* all =
        add_command(commands, *grants, "revoke-all",
                    "Ends every grant and every \"allow always\", of every user", revoke_allowed);
    give_examples(*all, commands.session, {"grants revoke-all"});
}

void add_permissions(const Commands& commands) {
    auto id = std::make_shared<std::string>();
    CLI::App* permissions = commands.app.add_subcommand(
        "permissions", "Answers with \"always\": lists, changes and ends them");
    permissions->require_subcommand(1);
    give_examples(
        *permissions, commands.session,
        {"permissions list", "permissions shorten <id> 2d", "permissions extend <id> 180d"});
    give_examples(*add_command(commands, *permissions, "list", "The permissions that hold now",
                               list_permissions),
                  commands.session, {"permissions list", "permissions list --json"});
    CLI::App* revoke =
        add_command(commands, *permissions, "revoke", "Ends one permission, also a \"deny always\"",
                    [id](Session& session) { return revoke_consent(session, *id); });
    revoke->add_option("ID", *id, "The permission")->required();
    give_examples(*revoke, commands.session, {"permissions revoke <id>"});
    auto duration = std::make_shared<std::string>();
    CLI::App* shorten = add_command(
        commands, *permissions, "shorten", "Ends an \"allow always\" sooner than it would",
        [id, duration](Session& session) { return shorten_permission(session, *id, *duration); });
    shorten->add_option("ID", *id, "The permission")->required();
    shorten->add_option("DURATION", *duration, "How long from now: 90s, 15m, 2h, 7d")->required();
    give_examples(*shorten, commands.session, {"permissions shorten <id> 2d"});
    CLI::App* extend = add_command(
        commands, *permissions, "extend", "Ends an \"allow always\" later than it would, or never",
        [id, duration](Session& session) { return extend_permission(session, *id, *duration); });
    extend->add_option("ID", *id, "The permission")->required();
    extend->add_option("DURATION", *duration, "How long from now: 30d, 180d; or never: no end")
        ->required();
    give_examples(*extend, commands.session,
                  {"permissions extend <id> 180d", "permissions extend <id> never"});
}

}  // namespace

void add_consent_commands(const Commands& commands) {
    add_grants(commands);
    add_permissions(commands);
}

}  // namespace iam::host
