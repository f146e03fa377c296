#include "console/api/program/server_requests.hpp"

#include "console/api/api.hpp"
#include "console/api/asked.hpp"
#include "console/api/program/keeper_answers.hpp"

#include <array>

namespace iam::console {
namespace {

using Kind = Member::Kind;

constexpr std::size_t k_server_name_max = 64;
constexpr std::size_t k_settings_max = std::size_t{64} << 10U;
constexpr std::size_t k_server_secret_max = std::size_t{16} << 10U;

constexpr Member k_server_name{"name", Kind::text, true, k_server_name_max, {}, "The server."};
constexpr Member k_servers_version{"version",  Kind::text, true,
                                   k_word_max, {},         "Of the file, as the list has it."};
constexpr Member k_server_shown{
    "shown", Kind::text, true, k_word_max, {}, "Names the program or address that was shown."};
constexpr Member k_server_text{
    "settings",     Kind::text, true,
    k_settings_max, {},         "JSON text: the server's object in the file of servers."};

constexpr std::array k_named_server{k_server_name};
constexpr std::array k_server_check{k_server_name, k_server_text};
constexpr std::array k_server_save{k_server_name, k_server_text, k_servers_version, k_server_shown,
                                   Member{"as", Kind::text, true, k_word_max, "new known",
                                          "new: no server of the file has the name."}};
constexpr std::array k_server_removal{k_server_name, k_servers_version};
constexpr std::array k_server_trust{k_server_name, k_server_shown};
constexpr std::array k_server_secret{
    k_server_name, k_servers_version,
    Member{"use", Kind::text, true, k_word_max, "bearer field variable client_secret",
           "Where the server gets it."},
    Member{"field", Kind::text, false, k_word_max, {}, "The header field or the variable."},
    Member{"value", Kind::text, true, k_server_secret_max, {}, "The secret; no request gives it."}};

net::Response list_servers(const ApiParts& api, const Asked& /*asked*/) {
    return list_of_keeper(api.parts.servers);
}

net::Response show_server(const ApiParts& api, const Asked& asked) {
    return ask_keeper(api.parts.servers,
                      [&](ServerKeeper& keeper) { return keeper.show(asked.text("name")); });
}

ServerDraft server_draft(const Asked& asked) {
    return {.name = asked.text("name"),
            .settings = asked.text("settings"),
            .is_new = asked.text("as") == "new",
            .version = asked.text("version"),
            .shown = asked.text("shown")};
}

net::Response check_server(const ApiParts& api, const Asked& asked) {
    return ask_keeper(api.parts.servers,
                      [&](ServerKeeper& keeper) { return keeper.judge(server_draft(asked)); });
}

net::Response save_server(const ApiParts& api, const Asked& asked) {
    return ask_keeper(api.parts.servers,
                      [&](ServerKeeper& keeper) { return keeper.save(server_draft(asked)); });
}

net::Response keep_server_secret(const ApiParts& api, const Asked& asked) {
    return ask_keeper(api.parts.servers, [&](ServerKeeper& keeper) {
        return keeper.keep_secret({.server = asked.text("name"),
                                   .use = asked.text("use"),
                                   .field = asked.text("field"),
                                   .value = asked.text("value"),
                                   .version = asked.text("version")});
    });
}

net::Response remove_server(const ApiParts& api, const Asked& asked) {
    return ask_keeper(api.parts.servers, [&](ServerKeeper& keeper) {
        return keeper.remove(asked.text("name"), asked.text("version"));
    });
}

net::Response reconnect_servers(const ApiParts& api, const Asked& /*asked*/) {
    return ask_keeper(api.parts.servers, [](ServerKeeper& keeper) { return keeper.reconnect(); });
}

net::Response trust_server(const ApiParts& api, const Asked& asked) {
    return ask_keeper(api.parts.servers, [&](ServerKeeper& keeper) {
        return keeper.trust(asked.text("name"), asked.text("shown"));
    });
}

net::Response distrust_server(const ApiParts& api, const Asked& asked) {
    return ask_keeper(api.parts.servers,
                      [&](ServerKeeper& keeper) { return keeper.distrust(asked.text("name")); });
}

constexpr std::array k_server_routes{
    Route{.method = "GET",
          .path = "/api/servers",
          .respond = list_servers,
          .summary = "Lists the MCP servers of the program with their states; starts none.",
          .answer = "is_here (false: the program has none), agreements, file, servers, version"},
    Route{.method = "GET",
          .path = "/api/servers/one",
          .respond = show_server,
          .members = k_named_server,
          .summary = "Gives one server: settings without secrets, trust, tools, log.",
          .answer =
              "server, settings, version, endpoint, shown, argv, environment, sandbox, tools, "
              "findings, diagnostics, log, trusted_by, trusted_endpoint, trusted_since, "
              "changed"},
    Route{.method = "POST",
          .path = "/api/servers/check",
          .respond = check_server,
          .members = k_server_check,
          .summary = "Checks settings, and shows the program or address that they name.",
          .answer = "mistakes, endpoint, shown, argv, environment, sandbox, notes"},
    Route{.method = "POST",
          .path = "/api/servers/save",
          .respond = save_server,
          .members = k_server_save,
          .summary = "Writes checked settings, and connects to all servers anew.",
          .answer = "done"},
    Route{.method = "POST",
          .path = "/api/servers/secret",
          .respond = keep_server_secret,
          .members = k_server_secret,
          .summary = "Keeps a secret of a server in a file of its own, and connects anew.",
          .answer = "done"},
    Route{.method = "POST",
          .path = "/api/servers/remove",
          .respond = remove_server,
          .members = k_server_removal,
          .summary = "Takes a server out of the file, with its secrets.",
          .answer = "done"},
    Route{.method = "POST",
          .path = "/api/servers/connect",
          .respond = reconnect_servers,
          .summary = "Ends all connections to servers, and opens them anew.",
          .answer = "done"},
    Route{.method = "POST",
          .path = "/api/servers/trust",
          .respond = trust_server,
          .members = k_server_trust,
          .summary = "Believes the hints of a server's tools; allows no call.",
          .answer = "done"},
    Route{.method = "POST",
          .path = "/api/servers/distrust",
          .respond = distrust_server,
          .members = k_named_server,
          .summary = "Ends the trust in a server.",
          .answer = "done"}};

}  // namespace

std::span<const Route> server_routes() noexcept {
    return k_server_routes;
}

}  // namespace iam::console
