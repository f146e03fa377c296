// Reads an entry of any format. The formats differ in a few members only, so one reader takes all
// of them; a member of another format does no harm.
#include "mcp/client/config/import_reading.hpp"

#include "mcp/client/config/server_check.hpp"
#include <iam/core/value_text.hpp>
#include <iam/mcp/servers_file.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace iam::mcp {
void ImportReading::note_others(const Json& object, const std::string& pointer,
                                const std::set<std::string, std::less<>>& known) {
    constexpr std::size_t k_named_max = 20;
    std::string names;
    std::size_t count = 0;
    for (const auto& item : object.items()) {
        if (known.contains(item.key())) continue;
        if (++count <= k_named_max) names += (count > 1 ? ", " : "") + quoted_name(item.key());
    }
    if (count == 0) return;
    if (count > k_named_max) names += " and " + std::to_string(count - k_named_max) + " more";
    note(pointer, "not imported, since they are not known here: " + names + ".");
}

const Json* ImportReading::member(Entry& entry, const char* name) {
    entry.known.insert(name);
    const auto found = entry.json.find(name);
    return found == entry.json.end() ? nullptr : &*found;
}

const std::string* ImportReading::text(Entry& entry, const char* name) {
    const Json* const value = member(entry, name);
    if (value == nullptr || value->is_null()) return nullptr;
    if (value->is_string()) return &value->get_ref<const std::string&>();
    leave_out(entry, import_pointer(entry.pointer, name), "expected a string.");
    return nullptr;
}

void ImportReading::leave_out(Entry& entry, const std::string& pointer, std::string why) {
    if (!entry.fault.empty()) return;
    entry.fault = std::move(why);
    entry.fault_pointer = pointer;
}

ReferencedText ImportReading::references(const std::string& text) const {
    if (has_references_) return find_references(text, folders_);
    return {text, {}, false};
}

void ImportReading::hold(Entry& entry, const std::string& pointer,
                         const ImportReference& reference) {
    entry.server.is_enabled = false;
    note(pointer, "the value needs " + quoted_name(reference.name) +
                      ", which only the other program knows. The server is switched off; write the "
                      "value into servers.json, then switch it on.");
}

std::string ImportReading::plain(Entry& entry, const std::string& pointer,
                                 const std::string& text) {
    const ReferencedText found = references(text);
    if (!found.references.empty()) hold(entry, pointer, found.references.front());
    return found.text;
}

void ImportReading::add(const std::string& name, const Json& entry, const std::string& pointer) {
    Entry one{entry, pointer};
    if (!entry.is_object()) {
        leave_out(one, pointer, "expected an object.");
    } else {
        one.server.name = name;
        one.known.insert("name");
        const bool has_command = entry.contains("command");
        const bool has_url = entry.contains("url") || entry.contains("endpoint");
        if (has_command == has_url) {
            leave_out(one, pointer,
                      has_command ? "the server has a command and a URL; take one of them out."
                                  : "the server has neither a command nor a URL; its program knows "
                                    "how to reach it, this one does not.");
        } else if (has_command) {
            read_process(one);
        } else {
            read_url(one);
        }
        read_switches(one);
    }
    finish(one);
}

void ImportReading::read_switches(Entry& entry) {
    read_transport(entry);
    const auto switched = [&](const char* name, bool off) {
        const Json* const value = member(entry, name);
        if (value == nullptr) return;
        if (!value->is_boolean()) {
            note(import_pointer(entry.pointer, name), "not imported: it is not true or false.");
        } else if (value->get<bool>() == off) {
            entry.server.is_enabled = false;
        }
    };
    switched("disabled", true);
    switched("enabled", false);
    if (result_.format == ImportFormat::zed) {
        entry.known.insert("source");
        if (const Json* const seconds = member(entry, "timeout")) {
            constexpr std::uint64_t k_most = 86'400;
            if (seconds->is_number_unsigned() && seconds->get<std::uint64_t>() - 1 < k_most) {
                auto& times = entry.server.times;
                times.call = std::chrono::seconds(seconds->get<std::int64_t>());
                times.call_total = std::max(times.call_total, times.call);
            } else {
                note(import_pointer(entry.pointer, "timeout"),
                     "not imported: it is not 1 to 86400 seconds.");
            }
        }
    }
    note_left(entry);
}

/// Members whose meaning is known, and which have none here.
void ImportReading::note_left(Entry& entry) {
    struct Left {
        const char* name;
        const char* why;
    };
    static constexpr std::array<Left, 11> k_left{{
        {"envFile",
         "not imported: write the variables of that file into \"env\", keys as "
         "references."},
        {"headersHelper", "not imported: no program is run for headers. Write \"auth\"."},
        {"alwaysAllow", "not imported: consent is given here, for each tool."},
        {"autoApprove", "not imported: consent is given here, for each tool."},
        {"trust", "not imported: trust is a person's decision; run: servers trust NAME."},
        {"trusted", "not imported: trust is a person's decision; run: servers trust NAME."},
        {"sandboxEnabled", "not imported: the server starts in the sandbox of this program."},
        {"sandbox", "not imported: write the folders that the server needs into \"sandbox\"."},
        {"dev", "not imported: it is about the development of the server."},
        {"settings", "not imported: they belong to an extension of the editor."},
        {"remote", "not imported: the server runs on this machine."},
    }};
    for (const Left& left : k_left) {
        if (member(entry, left.name) != nullptr)
            note(import_pointer(entry.pointer, left.name), left.why);
    }
    note_others(entry.json, entry.pointer, entry.known);
}

/// Gives the server its name and holds it against the rules of our own file.
void ImportReading::finish(Entry& entry) {
    std::string name = entry.server.name;
    if (is_blank_text(name)) {
        const auto* const endpoint = std::get_if<UrlEndpoint>(&entry.server.endpoint);
        const auto* const process = std::get_if<StdioEndpoint>(&entry.server.endpoint);
        if (endpoint != nullptr) name = name_of_endpoint(endpoint->url);
        if (process != nullptr) {
            name = server_name_like(process->command.substr(process->command.rfind('/') + 1));
        }
    }
    entry.server.name = server_name_like(name);
    if (entry.fault.empty()) {
        for (Error& error : check_server(entry.server)) {
            leave_out(entry, entry.pointer + error.pointer, std::move(error.message));
        }
    }
    if (!entry.fault.empty()) {
        result_.notes.push_back(
            {true, entry.fault_pointer, "the server was left out: " + entry.fault});
        return;
    }
    entry.server.name = names_.take_like(entry.server.name);
    if (entry.server.name != name) {
        note(entry.pointer, "the server is named " + quoted_name(entry.server.name) +
                                " here; names have letters, digits, \"_\" and \"-\", and each "
                                "stands once.");
    }
    for (ImportedSecret& secret : entry.secrets) {
        secret.server = entry.server.name;
        result_.secrets.push_back(std::move(secret));
    }
    result_.servers.push_back(std::move(entry.server));
}

Import ImportReading::take() {
    std::sort(result_.servers.begin(), result_.servers.end(),
              [](const ServerConfig& a, const ServerConfig& b) { return a.name < b.name; });
    return std::move(result_);
}

void refer(ServerConfig& server, const ImportedSecret& secret, SecretReference where) {
    ServerAuthorization& auth = server.authorization;
    using Use = ImportedSecret::Use;
    switch (secret.use) {
        case Use::variable:
            if (auto* const endpoint = std::get_if<StdioEndpoint>(&server.endpoint))
                endpoint->secrets[secret.field] = std::move(where);
            return;
        case Use::bearer:
            auth = {ServerAuthorization::Kind::bearer, {}, std::move(where), {}, {}};
            return;
        case Use::field:
            auth = {ServerAuthorization::Kind::field, secret.field, std::move(where), {}, {}};
            return;
        case Use::client_secret:
            auth.secret = std::move(where);
    }
}

}  // namespace iam::mcp
