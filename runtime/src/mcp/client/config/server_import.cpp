// Finds the format of a file and walks to its entries, one function a format.
#include "mcp/client/config/import_reading.hpp"
#include "mcp/client/config/json_comments.hpp"
#include <iam/core/json_reader.hpp>
#include <iam/core/value_text.hpp>
#include <iam/mcp/server_import.hpp>
#include <iam/mcp/servers_file.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace iam::mcp {
namespace {

std::ptrdiff_t line_of_fault(std::string_view text, const Limits& limits) {
    JsonReader reader(text, limits);
    if (reader.skip()) static_cast<void>(reader.finish());
    const auto end =
        text.begin() + static_cast<std::ptrdiff_t>(std::min(reader.offset(), text.size()));
    return std::count(text.begin(), end, '\n') + 1;
}

Result<Json> read_settings(std::string_view text) {
    Limits limits;
    limits.bytes_max = k_servers_bytes_max;
    const std::string plain = without_comments(text);
    auto json = parse_json(plain, limits);
    if (!json) {
        // The reader's own sentence may show a piece of the text, and with it a secret.
        return fail(Errc::invalid_argument,
                    "the file is no JSON near line " +
                        std::to_string(line_of_fault(plain, limits)) +
                        ", or longer than 1 MiB; open it in the other program and correct it.");
    }
    return json;
}

const Json* object_in(const Json& json, const char* name) {
    if (!json.is_object()) return nullptr;
    const auto found = json.find(name);
    return found != json.end() && found->is_object() ? &*found : nullptr;
}

/// VS Code has its servers at the top of mcp.json, or below "mcp" in its settings.
const Json* vs_code_root(const Json& json) {
    if (object_in(json, "servers") != nullptr) return &json;
    const Json* const below = object_in(json, "mcp");
    return below != nullptr && object_in(*below, "servers") != nullptr ? below : nullptr;
}

const Json* endpoint_list(const Json& json) {
    if (json.is_array()) return &json;
    if (!json.is_object() || !json.contains("mcpServers")) return nullptr;
    return json["mcpServers"].is_array() ? &json["mcpServers"] : nullptr;
}

bool has_format(const Json& json, ImportFormat format) {
    switch (format) {
        case ImportFormat::mcp_servers:
            return object_in(json, "mcpServers") != nullptr;
        case ImportFormat::vs_code:
            return vs_code_root(json) != nullptr;
        case ImportFormat::zed:
            return object_in(json, "context_servers") != nullptr;
        case ImportFormat::list:
            return endpoint_list(json) != nullptr;
    }
    return false;
}

constexpr std::array k_formats{ImportFormat::mcp_servers, ImportFormat::vs_code, ImportFormat::zed,
                               ImportFormat::list};

Result<ImportFormat> format_of(const Json& json) {
    std::optional<ImportFormat> found;
    for (const ImportFormat format : k_formats) {
        if (!has_format(json, format)) continue;
        if (found) {
            return fail(Errc::invalid_argument, "the file has servers in the formats " +
                                                    std::string(to_string(*found)) + " and " +
                                                    std::string(to_string(format)) +
                                                    "; name the format to import.");
        }
        found = format;
    }
    if (found) return *found;
    return fail(Errc::invalid_argument,
                "the file has none of \"mcpServers\", \"servers\" and \"context_servers\"; name "
                "the file of an MCP client.");
}

void add_all(const Json& servers, const std::string& pointer, ImportReading& reading) {
    for (const auto& item : servers.items()) {
        std::string place = pointer;
        append_pointer(place, std::string_view(item.key()));
        reading.add(item.key(), item.value(), place);
    }
}

void import_mcp_servers(const Json& json, ImportReading& reading) {
    add_all(json["mcpServers"], "/mcpServers", reading);
    // ~/.claude.json has servers of single projects as well.
    if (json.contains("projects")) {
        reading.note("/projects",
                     "not imported: servers of single projects. Import the .mcp.json of each.");
    }
    reading.note_others(json, "", {"mcpServers", "projects", "$schema"});
}

void import_inputs(const Json& inputs, const std::string& pointer, ImportReading& reading) {
    if (!inputs.is_array()) return reading.note(pointer, "not imported: expected an array.");
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        std::string place = pointer;
        append_pointer(place, i);
        const Json& one = inputs[i];
        if (!one.is_object() || !one.contains("id") || !one["id"].is_string()) {
            reading.note(place, "not imported: the input has no \"id\".");
            continue;
        }
        ImportInput input;
        input.is_secret = one.contains("password") && one["password"] == true;
        if (one.contains("default") && one["default"].is_string())
            input.usual = one["default"].get<std::string>();
        reading.add_input(one["id"].get<std::string>(), std::move(input));
        reading.note_others(one, place,
                            {"id", "type", "description", "password", "default", "options"});
    }
}

void import_vs_code(const Json& json, ImportReading& reading) {
    const Json& root = *vs_code_root(json);
    const std::string pointer = &root == &json ? "" : "/mcp";
    if (root.contains("inputs")) import_inputs(root["inputs"], pointer + "/inputs", reading);
    add_all(root["servers"], pointer + "/servers", reading);
    reading.note_others(root, pointer, {"servers", "inputs", "$schema"});
}

/// settings.json holds all of the editor's settings; only its servers are looked at.
void import_zed(const Json& json, ImportReading& reading) {
    add_all(json["context_servers"], "/context_servers", reading);
}

void import_list(const Json& json, ImportReading& reading) {
    const Json& list = *endpoint_list(json);
    const std::string pointer = json.is_array() ? "" : "/mcpServers";
    for (std::size_t i = 0; i < list.size(); ++i) {
        std::string place = pointer;
        append_pointer(place, i);
        const bool has_name =
            list[i].is_object() && list[i].contains("name") && list[i]["name"].is_string();
        reading.add(has_name ? list[i]["name"].get<std::string>() : "", list[i], place);
    }
    if (json.is_object()) reading.note_others(json, "", {"mcpServers"});
}

std::size_t count_servers(const Json& json, ImportFormat format) {
    switch (format) {
        case ImportFormat::mcp_servers:
            return json["mcpServers"].size();
        case ImportFormat::vs_code:
            return (*vs_code_root(json))["servers"].size();
        case ImportFormat::zed:
            return json["context_servers"].size();
        case ImportFormat::list:
            return endpoint_list(json)->size();
    }
    return 0;
}

}  // namespace

std::string_view to_string(ImportFormat format) noexcept {
    switch (format) {
        case ImportFormat::mcp_servers:
            return "mcpServers";
        case ImportFormat::vs_code:
            return "vscode";
        case ImportFormat::zed:
            return "zed";
        case ImportFormat::list:
            return "list";
    }
    return "";
}

Result<ImportFormat> detect_import(std::string_view text) {
    IAM_TRY(json, read_settings(text));
    return format_of(json);
}

Result<Import> import_servers(std::string_view text, const ImportFolders& folders,
                              std::optional<ImportFormat> format) {
    IAM_TRY(json, read_settings(text));
    if (!format) {
        IAM_TRY(found, format_of(json));
        format = found;
    }
    if (!has_format(json, *format)) {
        return fail(Errc::invalid_argument, "the file has no servers in the format " +
                                                std::string(to_string(*format)) +
                                                "; leave the format out to find it.");
    }
    if (count_servers(json, *format) > k_servers_max) {
        return fail(
            Errc::invalid_argument,
            "the file has more than " + std::to_string(k_servers_max) + " servers; take some out.");
    }
    ImportReading reading(*format, folders);
    switch (*format) {
        case ImportFormat::mcp_servers:
            import_mcp_servers(json, reading);
            break;
        case ImportFormat::vs_code:
            import_vs_code(json, reading);
            break;
        case ImportFormat::zed:
            import_zed(json, reading);
            break;
        case ImportFormat::list:
            import_list(json, reading);
    }
    return reading.take();
}

}  // namespace iam::mcp
