// What all formats of other programs share: entries of servers, their notes and their secrets.
#pragma once

#include "mcp/client/config/import_references.hpp"
#include "mcp/client/config/server_names.hpp"
#include <iam/core/json.hpp>
#include <iam/mcp/server_import.hpp>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

/// A value that VS Code asks a person for.
struct ImportInput {
    bool is_secret = false;
    std::optional<std::string> usual{};
};

/// A pointer to a member or an element.
inline std::string import_pointer(const std::string& pointer, std::string_view name) {
    std::string longer = pointer;
    append_pointer(longer, name);
    return longer;
}

inline std::string import_pointer(const std::string& pointer, std::size_t index) {
    std::string longer = pointer;
    append_pointer(longer, index);
    return longer;
}

inline bool is_blank_text(std::string_view text) {
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

inline SecretReference variable_reference(const ImportReference& reference) {
    return {SecretReference::Place::environment, reference.name};
}

/// One file while it is imported.
class ImportReading {
 public:
    ImportReading(ImportFormat format, const ImportFolders& folders)
        : has_references_(format == ImportFormat::mcp_servers || format == ImportFormat::vs_code),
          folders_(folders) {
        result_.format = format;
    }

    void note(const std::string& pointer, std::string message) {
        result_.notes.push_back({false, pointer, std::move(message)});
    }
    /// Names the members of an object that nothing here reads.
    void note_others(const Json& object, const std::string& pointer,
                     const std::set<std::string, std::less<>>& known);
    void add_input(std::string id, ImportInput input) { inputs_[std::move(id)] = std::move(input); }

    /// One entry, as an object with "command" or "url". A wrong entry becomes a note. `name` may be
    /// empty: the endpoint then gives one.
    void add(const std::string& name, const Json& entry, const std::string& pointer);

    /// The servers so far, sorted by name.
    Import take();

 private:
    struct Entry {
        const Json& json;
        const std::string& pointer;
        ServerConfig server{};
        std::vector<ImportedSecret> secrets{};
        std::string fault{};  ///< the first reason to leave the entry out
        std::string fault_pointer{};
        std::set<std::string, std::less<>> known{};  ///< members that were read
    };

    const Json* member(Entry& entry, const char* name);
    const std::string* text(Entry& entry, const char* name);
    static void leave_out(Entry& entry, const std::string& pointer, std::string why);
    /// The text without references; switches the server off if it has one that cannot be kept.
    std::string plain(Entry& entry, const std::string& pointer, const std::string& text);
    void hold(Entry& entry, const std::string& pointer, const ImportReference& reference);
    ReferencedText references(const std::string& text) const;

    void read_process(Entry& entry);
    void read_command(Entry& entry, const Json& command);
    void read_arguments(Entry& entry, const Json& list, const std::string& pointer);
    void read_variables(Entry& entry, const Json& object, const std::string& pointer);
    void read_variable(Entry& entry, const std::string& name, const std::string& value,
                       const std::string& pointer);
    void read_url(Entry& entry);
    void read_transport(Entry& entry);
    void read_fields(Entry& entry);
    void read_field(Entry& entry, const std::string& name, const std::string& value,
                    const std::string& pointer);
    void read_secret_field(Entry& entry, const std::string& name, const std::string& value,
                           const std::string& pointer);
    void read_oauth(Entry& entry, const char* name);
    void read_client_secret(Entry& entry, const std::string& value, const std::string& pointer);
    void read_switches(Entry& entry);
    void note_left(Entry& entry);
    void note_process(Entry& entry);
    void finish(Entry& entry);

    bool has_references_;
    const ImportFolders& folders_;
    Import result_{};
    ServerNames names_{};
    std::map<std::string, ImportInput, std::less<>> inputs_{};
};

}  // namespace iam::mcp
