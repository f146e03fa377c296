// Reads the entry of a server that is a process.
#include "mcp/client/config/environment_names.hpp"
#include "mcp/client/config/import_reading.hpp"
#include "mcp/client/config/readable_secrets.hpp"
#include <iam/core/value_text.hpp>
#include <iam/mcp/servers_file.hpp>

#include <utility>

namespace iam::mcp {
namespace {

using ProcessUse = ImportedSecret::Use;
using ProcessReference = ImportReference::Kind;

}  // namespace

void ImportReading::read_process(Entry& entry) {
    entry.server.endpoint = StdioEndpoint{};
    read_command(entry, *member(entry, "command"));
    if (const Json* const list = member(entry, "args"))
        read_arguments(entry, *list, import_pointer(entry.pointer, "args"));
    if (const Json* const object = member(entry, "env"))
        read_variables(entry, *object, import_pointer(entry.pointer, "env"));
    if (const auto* const folder = text(entry, "cwd")) {
        const std::string pointer = import_pointer(entry.pointer, "cwd");
        std::get<StdioEndpoint>(entry.server.endpoint).folder = plain(entry, pointer, *folder);
    }
    note_process(entry);
}

/// Zed's older form has an object with path, args and env here.
void ImportReading::read_command(Entry& entry, const Json& command) {
    auto& endpoint = std::get<StdioEndpoint>(entry.server.endpoint);
    const std::string pointer = import_pointer(entry.pointer, "command");
    if (command.is_string()) {
        endpoint.command = plain(entry, pointer, command.get<std::string>());
        return;
    }
    const auto path = command.find("path");
    if (!command.is_object() || path == command.end() || !path->is_string()) {
        return leave_out(entry, pointer, "expected a string, or an object with \"path\".");
    }
    endpoint.command = plain(entry, import_pointer(pointer, "path"), path->get<std::string>());
    if (command.contains("args"))
        read_arguments(entry, command["args"], import_pointer(pointer, "args"));
    if (command.contains("env"))
        read_variables(entry, command["env"], import_pointer(pointer, "env"));
    note_others(command, pointer, {"path", "args", "env"});
}

void ImportReading::read_arguments(Entry& entry, const Json& list, const std::string& pointer) {
    if (list.is_null()) return;
    if (!list.is_array()) return leave_out(entry, pointer, "expected an array of strings.");
    auto& arguments = std::get<StdioEndpoint>(entry.server.endpoint).arguments;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string place = import_pointer(pointer, i);
        if (!list[i].is_string()) return leave_out(entry, place, "expected a string.");
        arguments.push_back(plain(entry, place, list[i].get<std::string>()));
    }
}

void ImportReading::read_variables(Entry& entry, const Json& object, const std::string& pointer) {
    if (object.is_null()) return;
    if (!object.is_object()) return leave_out(entry, pointer, "expected an object.");
    for (const auto& item : object.items()) {
        const std::string place = import_pointer(pointer, item.key());
        if (item.value().is_string()) {
            read_variable(entry, item.key(), item.value().get<std::string>(), place);
        } else if (item.value().is_number() || item.value().is_boolean()) {
            read_variable(entry, item.key(), item.value().dump(), place);
        } else {
            note(place, "not imported: the value is no text.");
        }
    }
}

void ImportReading::read_variable(Entry& entry, const std::string& name, const std::string& value,
                                  const std::string& pointer) {
    auto& endpoint = std::get<StdioEndpoint>(entry.server.endpoint);
    const ReferencedText found = references(value);
    const ImportReference* const one = found.is_one ? &found.references.front() : nullptr;
    const auto input = one == nullptr ? inputs_.end() : inputs_.find(one->name);
    if (one != nullptr && one->kind == ProcessReference::environment && !one->fallback &&
        !is_loader_variable(name)) {
        endpoint.secrets[name] = variable_reference(*one);
    } else if (one != nullptr && one->kind == ProcessReference::input && input != inputs_.end() &&
               input->second.is_secret) {
        entry.secrets.push_back({entry.server.name, ProcessUse::variable, name, {}});
    } else if (one != nullptr && one->kind == ProcessReference::input && input != inputs_.end() &&
               input->second.usual) {
        endpoint.environment[name] = *input->second.usual;
        note(pointer, "the other program asks for this value; its usual value was taken.");
    } else if (one != nullptr && one->fallback) {
        endpoint.environment[name] = *one->fallback;
        note(pointer, "the other program takes this from its variable " + quoted_name(one->name) +
                          ", if that is set; the value for the other case was taken.");
    } else {
        endpoint.environment[name] = plain(entry, pointer, value);
        if (auto readable = note_on_variable(name, value)) note(pointer, *std::move(readable));
    }
    if (is_loader_variable(name)) {
        note(pointer,
             "this variable can make the server's program load other code; keep it only if you "
             "know why it is there.");
    }
}

void ImportReading::note_process(Entry& entry) {
    auto warning = sandbox_warning(entry.server);
    if (!warning.empty()) note(import_pointer(entry.pointer, "command"), std::move(warning));
}

}  // namespace iam::mcp
