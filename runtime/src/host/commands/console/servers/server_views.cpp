#include "host/commands/console/servers/server_views.hpp"

#include "host/commands/console/servers/server_settings.hpp"
#include "host/commands/servers/servers.hpp"
#include "host/output/json_member.hpp"
#include "host/output/server_health.hpp"
#include "host/output/trust_words.hpp"
#include <iam/core/clock.hpp>
#include <iam/mcp/server_endpoint.hpp>
#include <iam/mcp/servers_file.hpp>
#include <iam/question/escape.hpp>

#include <variant>

namespace iam::host {
namespace {

void put_texts(JsonWriter& out, std::string_view name, const std::vector<std::string>& texts) {
    put_list(out, name, texts, [](JsonWriter& to, const std::string& text) {
        to.string(question::escape_for_display(text));
    });
}

void put_flag(JsonWriter& out, std::string_view name, bool flag) {
    out.key(name);
    out.boolean(flag);
}

std::string_view kind_of(const mcp::ServerConfig& server) {
    if (std::holds_alternative<mcp::StdioEndpoint>(server.endpoint)) return "process";
    return std::holds_alternative<mcp::UrlEndpoint>(server.endpoint) ? "url" : "socket";
}

std::string state_of(const ServerFacts& facts) {
    if (!facts.config.is_enabled) return "off";
    return facts.status == nullptr ? "idle" : state_word(*facts.status);
}

consent::OriginTrust trust_of(const ServerFacts& facts) {
    return consent::origin_trust(facts.config.name, mcp::endpoint_text(facts.config), facts.trust);
}

std::string sandbox_words(const mcp::Sandbox& sandbox) {
    if (!sandbox.is_on) return "none: the program has all rights of its user";
    std::string words = sandbox.has_network ? "network" : "no network";
    for (const std::string& folder : sandbox.readable) words += ", reads " + folder;
    for (const std::string& folder : sandbox.writable) words += ", writes " + folder;
    return words;
}

}  // namespace

void put_shown(JsonWriter& out, std::string_view name, std::string_view text) {
    out.key(name);
    out.string(question::escape_for_display(text));
}

void put_server(JsonWriter& out, const ServerFacts& facts) {
    out.begin_object();
    if (facts.status != nullptr) {
        out.key("health");
        put_health(out, facts.status->health);
    }
    put_flag(out, "is_enabled", facts.config.is_enabled);
    put_shown(out, "kind", kind_of(facts.config));
    if (facts.status != nullptr && !facts.status->last_error.empty())
        put_shown(out, "last_error", facts.status->last_error);
    put_shown(out, "name", facts.config.name);
    put_shown(out, "place", place_of(facts.config));
    if (facts.status != nullptr && !facts.status->revision.empty())
        put_shown(out, "revision", facts.status->revision);
    put_shown(out, "state", state_of(facts));
    out.key("tools");
    out.integer(std::uint64_t{facts.status == nullptr ? 0 : facts.status->tools});
    put_shown(out, "trust", trust_words(trust_of(facts)));
    out.end_object();
}

void put_endpoint(JsonWriter& out, const mcp::ServerConfig& server) {
    if (const auto* process = std::get_if<mcp::StdioEndpoint>(&server.endpoint)) {
        std::vector<std::string> words{process->command};
        words.insert(words.end(), process->arguments.begin(), process->arguments.end());
        put_texts(out, "argv", words);
        std::vector<std::string> names;
        for (const auto& [name, value] : process->environment) names.push_back(name);
        for (const auto& [name, secret] : process->secrets) names.push_back(name);
        put_texts(out, "environment", names);
        put_shown(out, "sandbox", sandbox_words(process->sandbox));
    }
    put_shown(out, "endpoint", mcp::endpoint_text(server));
    put_shown(out, "shown", shown_digest(server));
}

void put_trust_record(JsonWriter& out, const ServerFacts& facts) {
    if (!facts.trust) return;
    if (trust_of(facts) == consent::OriginTrust::outdated)
        put_texts(out, "changed",
                  changed_members(facts.trust->endpoint, mcp::endpoint_text(facts.config)));
    put_shown(out, "trusted_by", facts.trust->trusted_by);
    put_shown(out, "trusted_endpoint", facts.trust->endpoint);
    put_shown(out, "trusted_since", to_rfc3339(facts.trust->since));
}

void put_tools(JsonWriter& out, const std::string& server, const Registry& registry,
               const std::vector<mcp::ImportFinding>& findings) {
    out.key("findings");
    out.begin_array();
    for (const mcp::ImportFinding& finding : findings) {
        if (finding.server != server) continue;
        out.begin_object();
        put_flag(out, "is_left_out", finding.is_left_out);
        put_shown(out, "reason", finding.reason);
        put_shown(out, "tool", finding.tool);
        out.end_object();
    }
    out.end_array();
    out.key("tools");
    out.begin_array();
    const auto catalogue = registry.snapshot();
    for (const Contract* contract : catalogue->contracts()) {
        if (contract->id.origin != server) continue;
        out.begin_object();
        put_shown(out, "name", contract->id.name);
        put_shown(out, "title", contract->title);
        out.end_object();
    }
    out.end_array();
}

void put_notes(JsonWriter& out, const mcp::ServerConfig& server) {
    std::vector<std::string> notes;
    for (const Error& note : mcp::readable_secrets(server))
        notes.push_back(note.pointer + ": " + note.message);
    if (std::string warning = mcp::sandbox_warning(server); !warning.empty())
        notes.push_back(std::move(warning));
    put_texts(out, "notes", notes);
}

void put_mistakes(JsonWriter& out, const std::vector<PlacedError>& mistakes) {
    put_list(out, "mistakes", mistakes, [](JsonWriter& to, const PlacedError& one) {
        to.begin_object();
        to.key("column");
        to.integer(std::uint64_t{one.place.column});
        to.key("line");
        to.integer(std::uint64_t{one.place.line});
        put_shown(to, "message", one.error.message);
        put_shown(to, "pointer", one.error.pointer);
        to.end_object();
    });
}

}  // namespace iam::host
