// Any text as servers.json and as the configuration of another program: each server that is taken
// can be written, and is read back the same. No secret stands in the file that is written.
#include "mcp/client/config/json_comments.hpp"
#include <iam/core/json.hpp>
#include <iam/mcp/server_import.hpp>
#include <iam/mcp/servers_file.hpp>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using namespace iam;
using namespace iam::mcp;

void must(bool holds) {
    if (!holds) std::abort();
}

/// Writing is stable: the text that is read back gives the same text.
std::string write_twice(const std::vector<ServerConfig>& servers) {
    const auto text = write_servers(servers);
    must(text.has_value());
    const auto again = read_servers(*text);
    must(again.has_value() && again->size() == servers.size());
    must(*write_servers(*again) == *text);
    return *text;
}

void read_own(std::string_view text) {
    const auto servers = read_servers(text);
    if (servers) {
        write_twice(*servers);
        return;
    }
    must(!servers.error().empty());
    for (const PlacedError& one : servers.error()) {
        must(!one.error.message.empty() && one.place.line > 0 && one.place.column > 0);
    }
}

void import_other(std::string_view text) {
    auto import = import_servers(text, {"/work", "/home/ann"});
    must(!import || detect_import(text) == import->format);
    if (!import) return;
    write_twice(import->servers);
    for (const ImportedSecret& secret : import->secrets) {
        auto server = import->servers.begin();
        while (server != import->servers.end() && server->name != secret.server) ++server;
        must(server != import->servers.end());
        refer(*server, secret, {SecretReference::Place::file, "/secret"});
    }
    for (const ImportNote& note : import->notes) must(!note.message.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    read_own(text);
    import_other(text);
    must(without_comments(text).size() == text.size());
    // A text of JSON alone has nothing to take out.
    if (parse_json(text, {.allow_nul = true})) must(without_comments(text) == text);
    must(is_server_name(name_of_endpoint(text)));
    return 0;
}
