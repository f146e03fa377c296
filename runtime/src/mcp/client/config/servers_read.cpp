// Reads servers.json strictly: an unknown member is an error, since a misspelt "sandbox" would
// protect nobody. All mistakes are reported at once.
#include "mcp/client/config/server_check.hpp"
#include "mcp/client/config/server_names.hpp"
#include <iam/core/value_text.hpp>
#include <iam/mcp/servers_file.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

namespace iam::mcp {
namespace {

using Mistakes = std::vector<PlacedError>;

/// The kinds of servers that a member belongs to.
enum MemberKinds : unsigned { k_of_process = 1, k_of_url = 2, k_of_socket = 4, k_of_all = 7 };

std::string member_pointer(const std::string& pointer, std::string_view name) {
    std::string longer = pointer;
    append_pointer(longer, name);
    return longer;
}

std::string element_pointer(const std::string& pointer, std::size_t index) {
    std::string longer = pointer;
    append_pointer(longer, index);
    return longer;
}

/// The end of a sentence that lists the known names.
std::string nearest_hint(std::string_view word, const std::vector<std::string_view>& names) {
    const std::string hint = did_you_mean(word, names);
    return hint.empty() ? "." : hint;
}

/// One file while it is read.
class ServersReading {
 public:
    explicit ServersReading(const PlacedJson& document) : document_(document) {}

    std::vector<ServerConfig> servers();
    Mistakes mistakes{};

 private:
    using Read = void (ServersReading::*)(const Json&, const std::string&, ServerConfig&);
    struct Member {
        std::string_view name;
        unsigned kinds;
        Read read;
    };

    void complain(const std::string& pointer, std::string message, bool of_name = false);
    bool is_object(const Json& value, const std::string& pointer);
    bool is_array(const Json& value, const std::string& pointer);
    const std::string* text(const Json& value, const std::string& pointer);
    bool boolean(const Json& value, const std::string& pointer);
    std::vector<std::string> texts(const Json& value, const std::string& pointer);
    void check_members(const Json& object, const std::string& pointer,
                       std::initializer_list<std::string_view> known);

    void server(const std::string& name, const Json& value, const std::string& pointer,
                std::vector<ServerConfig>& all);
    unsigned kind(const Json& object, const std::string& pointer);
    void members(const Json& object, const std::string& pointer, unsigned kind,
                 ServerConfig& server);
    void check(const ServerConfig& server, const std::string& pointer);

    void command(const Json& value, const std::string& pointer, ServerConfig& server) {
        if (const auto* words = text(value, pointer)) process(server).command = *words;
    }
    void args(const Json& value, const std::string& pointer, ServerConfig& server) {
        process(server).arguments = texts(value, pointer);
    }
    void env(const Json& value, const std::string& pointer, ServerConfig& server);
    void cwd(const Json& value, const std::string& pointer, ServerConfig& server) {
        const auto* words = text(value, pointer);
        if (words == nullptr) return;
        process(server).folder = *words;
        if (words->empty()) complain(pointer, "the folder is empty; write its path.");
    }
    void sandbox(const Json& value, const std::string& pointer, ServerConfig& server);
    void url(const Json& value, const std::string& pointer, ServerConfig& server) {
        if (const auto* words = text(value, pointer)) listener(server).url = *words;
    }
    void transport(const Json& value, const std::string& pointer, ServerConfig& server);
    void headers(const Json& value, const std::string& pointer, ServerConfig& server);
    void subprotocols(const Json& value, const std::string& pointer, ServerConfig& server) {
        listener(server).protocols = texts(value, pointer);
    }
    void auth(const Json& value, const std::string& pointer, ServerConfig& server);
    bool auth_type(const Json& value, const std::string& pointer, ServerAuthorization& auth);
    std::optional<SecretReference> secret(const Json& object, const std::string& pointer);
    void socket(const Json& value, const std::string& pointer, ServerConfig& server) {
        if (const auto* words = text(value, pointer))
            std::get<SocketEndpoint>(server.endpoint).path = *words;
    }
    void enabled(const Json& value, const std::string& pointer, ServerConfig& server) {
        server.is_enabled = boolean(value, pointer);
    }
    void era(const Json& value, const std::string& pointer, ServerConfig& server);
    void tools(const Json& value, const std::string& pointer, ServerConfig& server);
    void timeouts(const Json& value, const std::string& pointer, ServerConfig& server);

    static StdioEndpoint& process(ServerConfig& server) {
        return std::get<StdioEndpoint>(server.endpoint);
    }
    static UrlEndpoint& listener(ServerConfig& server) {
        return std::get<UrlEndpoint>(server.endpoint);
    }

    const PlacedJson& document_;
    ServerNames names_{};

    static constexpr std::array<Member, 15> k_members{{
        {"command", k_of_process, &ServersReading::command},
        {"args", k_of_process, &ServersReading::args},
        {"env", k_of_process, &ServersReading::env},
        {"cwd", k_of_process, &ServersReading::cwd},
        {"sandbox", k_of_process, &ServersReading::sandbox},
        {"url", k_of_url, &ServersReading::url},
        {"transport", k_of_url, &ServersReading::transport},
        {"headers", k_of_url, &ServersReading::headers},
        {"subprotocols", k_of_url, &ServersReading::subprotocols},
        {"auth", k_of_url, &ServersReading::auth},
        {"socket", k_of_socket, &ServersReading::socket},
        {"enabled", k_of_all, &ServersReading::enabled},
        {"era", k_of_all, &ServersReading::era},
        {"tools", k_of_all, &ServersReading::tools},
        {"timeouts", k_of_all, &ServersReading::timeouts},
    }};
};

/// Names the place of the value, or of its next neighbour above that stands in the file.
void ServersReading::complain(const std::string& pointer, std::string message, bool of_name) {
    std::string at = pointer;
    auto place = document_.places.find(at);
    while (place == document_.places.end()) {
        at.erase(at.rfind('/'));
        place = document_.places.find(at);
    }
    mistakes.push_back({{Errc::invalid_argument, std::move(message), pointer},
                        of_name ? place->second.name : place->second.value});
}

bool ServersReading::is_object(const Json& value, const std::string& pointer) {
    if (!value.is_object()) complain(pointer, "expected an object, as {\"name\": …}.");
    return value.is_object();
}

bool ServersReading::is_array(const Json& value, const std::string& pointer) {
    if (!value.is_array()) complain(pointer, "expected an array, as [\"…\"].");
    return value.is_array();
}

const std::string* ServersReading::text(const Json& value, const std::string& pointer) {
    if (value.is_string()) return &value.get_ref<const std::string&>();
    complain(pointer, "expected a string; put it in quotes.");
    return nullptr;
}

bool ServersReading::boolean(const Json& value, const std::string& pointer) {
    if (!value.is_boolean()) complain(pointer, "expected true or false, without quotes.");
    return value.is_boolean() && value.get<bool>();
}

std::vector<std::string> ServersReading::texts(const Json& value, const std::string& pointer) {
    std::vector<std::string> all;
    if (!is_array(value, pointer)) return all;
    for (std::size_t i = 0; i < value.size(); ++i) {
        if (const auto* words = text(value[i], element_pointer(pointer, i))) all.push_back(*words);
    }
    return all;
}

void ServersReading::check_members(const Json& object, const std::string& pointer,
                                   std::initializer_list<std::string_view> known) {
    const std::vector<std::string_view> names(known);
    for (const auto& item : object.items()) {
        if (std::find(names.begin(), names.end(), item.key()) != names.end()) continue;
        complain(member_pointer(pointer, item.key()),
                 "there is no member " + quoted_name(item.key()) + " here; known are " +
                     quoted_list(names) + nearest_hint(item.key(), names),
                 true);
    }
}

std::vector<ServerConfig> ServersReading::servers() {
    std::vector<ServerConfig> all;
    const Json& root = document_.value;
    if (!is_object(root, "")) return all;
    check_members(root, "", {"servers"});
    const auto list = root.find("servers");
    if (list == root.end()) {
        complain("", "the servers are missing; add \"servers\": {}, or import another file.");
        return all;
    }
    if (!is_object(*list, "/servers")) return all;
    if (list->size() > k_servers_max) {
        complain("/servers", "there are more than " + std::to_string(k_servers_max) +
                                 " servers; take some out.");
        return all;
    }
    for (const auto& item : list->items()) {
        server(item.key(), item.value(), member_pointer("/servers", item.key()), all);
    }
    return all;
}

void ServersReading::server(const std::string& name, const Json& value, const std::string& pointer,
                            std::vector<ServerConfig>& all) {
    if (!names_.take(name)) {
        complain(pointer, "another server has this name, apart from capital letters; rename one.",
                 true);
    }
    if (!is_object(value, pointer)) return;
    const unsigned of = kind(value, pointer);
    if (of == 0) return;
    const std::size_t before = mistakes.size();
    ServerConfig one;
    one.name = name;
    if (of == k_of_url) one.endpoint = UrlEndpoint{};
    if (of == k_of_socket) one.endpoint = SocketEndpoint{};
    members(value, pointer, of, one);
    // A value of the wrong type is missing here, so other rules would complain about it again.
    if (mistakes.size() == before) check(one, pointer);
    if (mistakes.size() == before) all.push_back(std::move(one));
}

/// Nothing if the object names no place of a server, or several.
unsigned ServersReading::kind(const Json& object, const std::string& pointer) {
    const unsigned found = (object.contains("command") ? k_of_process : 0U) |
                           (object.contains("url") ? k_of_url : 0U) |
                           (object.contains("socket") ? k_of_socket : 0U);
    if (found == k_of_process || found == k_of_url || found == k_of_socket) return found;
    complain(pointer, found == 0 ? "the server has no place; add \"command\", \"url\" or "
                                   "\"socket\"."
                                 : "a server has one of \"command\", \"url\" and \"socket\"; take "
                                   "the others out.");
    return 0;
}

void ServersReading::members(const Json& object, const std::string& pointer, unsigned kind,
                             ServerConfig& server) {
    std::vector<std::string_view> usable;
    for (const Member& member : k_members) {
        if ((member.kinds & kind) != 0) usable.push_back(member.name);
    }
    for (const auto& item : object.items()) {
        const std::string place = member_pointer(pointer, item.key());
        const auto* const member =
            std::find_if(k_members.begin(), k_members.end(),
                         [&](const Member& one) { return one.name == item.key(); });
        if (member == k_members.end()) {
            complain(place,
                     "there is no member " + quoted_name(item.key()) + " of a server; known are " +
                         quoted_list(usable) + nearest_hint(item.key(), usable),
                     true);
        } else if ((member->kinds & kind) == 0) {
            complain(place,
                     quoted_name(item.key()) + " belongs to servers with " +
                         (member->kinds == k_of_process ? "a command" : "a URL") +
                         "; take it out. Known here are " + quoted_list(usable) + ".",
                     true);
        } else {
            (this->*member->read)(item.value(), place, server);
        }
    }
}

void ServersReading::check(const ServerConfig& server, const std::string& pointer) {
    for (Error& error : check_server(server)) {
        complain(pointer + error.pointer, std::move(error.message), error.pointer.empty());
    }
}

void ServersReading::env(const Json& value, const std::string& pointer, ServerConfig& server) {
    if (!is_object(value, pointer)) return;
    for (const auto& item : value.items()) {
        const std::string place = member_pointer(pointer, item.key());
        if (item.value().is_object()) {
            check_members(item.value(), place, {"file", "keyring", "environment"});
            auto reference = secret(item.value(), place);
            if (reference) {
                process(server).secrets.emplace(item.key(), *std::move(reference));
            } else if (item.value().empty()) {
                complain(place, "the secret is missing; add one of file, keyring and environment.");
            }
        } else if (const auto* words = text(item.value(), place)) {
            process(server).environment.emplace(item.key(), *words);
        }
    }
}

void ServersReading::sandbox(const Json& value, const std::string& pointer, ServerConfig& server) {
    Sandbox& sandbox = process(server).sandbox;
    if (value.is_boolean()) {
        sandbox.is_on = value.get<bool>();
        return;
    }
    if (!value.is_object()) {
        complain(pointer, "expected an object with network, readable and writable, or false.");
        return;
    }
    check_members(value, pointer, {"network", "readable", "writable"});
    if (value.contains("network"))
        sandbox.has_network = boolean(value["network"], member_pointer(pointer, "network"));
    if (value.contains("readable"))
        sandbox.readable = texts(value["readable"], member_pointer(pointer, "readable"));
    if (value.contains("writable"))
        sandbox.writable = texts(value["writable"], member_pointer(pointer, "writable"));
}

void ServersReading::transport(const Json& value, const std::string& pointer,
                               ServerConfig& server) {
    const auto* words = text(value, pointer);
    if (words == nullptr) return;
    if (*words == "http") {
        listener(server).transport = UrlTransport::streamable_http;
    } else if (*words == "sse") {
        listener(server).transport = UrlTransport::sse;
    } else if (*words == "websocket") {
        listener(server).transport = UrlTransport::web_socket;
    } else {
        complain(pointer,
                 "a transport is \"http\", \"sse\" or \"websocket\"; leave it out to find it out.");
    }
}

void ServersReading::headers(const Json& value, const std::string& pointer, ServerConfig& server) {
    if (!is_object(value, pointer)) return;
    for (const auto& item : value.items()) {
        const auto* words = text(item.value(), member_pointer(pointer, item.key()));
        if (words != nullptr) listener(server).fields.add(item.key(), *words);
    }
}

/// Reads the type, and says which members it has.
bool ServersReading::auth_type(const Json& value, const std::string& pointer,
                               ServerAuthorization& auth) {
    using Kind = ServerAuthorization::Kind;
    const auto type = value.find("type");
    const std::string place = member_pointer(pointer, "type");
    constexpr const char* k_types = "the type is \"none\", \"bearer\", \"header\" or \"oauth\".";
    if (type == value.end()) {
        complain(pointer, std::string("\"type\" is missing; ") + k_types);
        return false;
    }
    const auto* words = text(*type, place);
    if (words == nullptr) return false;
    if (*words == "none") {
        auth.kind = Kind::none;
        check_members(value, pointer, {"type"});
    } else if (*words == "bearer") {
        auth.kind = Kind::bearer;
        check_members(value, pointer, {"type", "file", "keyring", "environment"});
    } else if (*words == "header") {
        auth.kind = Kind::field;
        check_members(value, pointer, {"type", "name", "file", "keyring", "environment"});
    } else if (*words == "oauth") {
        auth.kind = Kind::oauth;
        check_members(value, pointer,
                      {"type", "client_id", "scopes", "file", "keyring", "environment"});
    } else {
        complain(place, k_types);
        return false;
    }
    return true;
}

void ServersReading::auth(const Json& value, const std::string& pointer, ServerConfig& server) {
    ServerAuthorization& auth = server.authorization;
    if (!is_object(value, pointer) || !auth_type(value, pointer, auth)) return;
    if (auth.kind == ServerAuthorization::Kind::none) return;
    auth.secret = secret(value, pointer);
    if (auth.kind == ServerAuthorization::Kind::field && value.contains("name")) {
        if (const auto* words = text(value["name"], member_pointer(pointer, "name")))
            auth.field = *words;
    }
    if (auth.kind != ServerAuthorization::Kind::oauth) return;
    if (value.contains("client_id")) {
        if (const auto* words = text(value["client_id"], member_pointer(pointer, "client_id")))
            auth.client_id = *words;
    }
    if (value.contains("scopes"))
        auth.scopes = texts(value["scopes"], member_pointer(pointer, "scopes"));
}

std::optional<SecretReference> ServersReading::secret(const Json& object,
                                                      const std::string& pointer) {
    using Place = SecretReference::Place;
    std::optional<SecretReference> found;
    for (const auto& [name, place] :
         {std::pair{"file", Place::file}, std::pair{"keyring", Place::keyring},
          std::pair{"environment", Place::environment}}) {
        const auto member = object.find(name);
        if (member == object.end()) continue;
        const std::string at = member_pointer(pointer, name);
        const auto* words = text(*member, at);
        if (found) complain(at, "a secret has one place; take the others out.", true);
        found = SecretReference{place, words == nullptr ? "" : *words};
    }
    return found;
}

void ServersReading::era(const Json& value, const std::string& pointer, ServerConfig& server) {
    const auto* words = text(value, pointer);
    if (words == nullptr) return;
    if (*words == "sessions") {
        server.era = ServerEra::sessions;
    } else if (*words == "stateless") {
        server.era = ServerEra::stateless;
    } else {
        complain(pointer,
                 "an era is \"sessions\" or \"stateless\"; leave it out to ask the server.");
    }
}

void ServersReading::tools(const Json& value, const std::string& pointer, ServerConfig& server) {
    const std::vector<std::string> names = texts(value, pointer);
    server.tools.emplace(names.begin(), names.end());
}

void ServersReading::timeouts(const Json& value, const std::string& pointer, ServerConfig& server) {
    if (!is_object(value, pointer)) return;
    check_members(value, pointer, {"initialize_ms", "list_ms", "call_ms", "call_total_ms"});
    constexpr auto k_time_max =
        static_cast<std::uint64_t>(std::chrono::milliseconds(k_server_time_max).count());
    ServerTimes& times = server.times;
    for (const auto& [name, time] :
         {std::pair{"initialize_ms", &times.initialize}, std::pair{"list_ms", &times.list},
          std::pair{"call_ms", &times.call}, std::pair{"call_total_ms", &times.call_total}}) {
        const auto member = value.find(name);
        if (member == value.end()) continue;
        if (!member->is_number_unsigned() || member->get<std::uint64_t>() > k_time_max) {
            complain(member_pointer(pointer, name),
                     "a time has 1 to 86400000 ms (a day), without quotes.");
            continue;
        }
        *time = std::chrono::milliseconds(member->get<std::int64_t>());
    }
}

}  // namespace

tl::expected<std::vector<ServerConfig>, std::vector<PlacedError>> read_servers(
    std::string_view text) {
    Limits limits;
    limits.bytes_max = k_servers_bytes_max;
    limits.depth_max = 8;
    limits.nodes_max = 100'000;
    limits.string_bytes_max = std::size_t{64} << 10U;
    auto document = parse_placed_json(text, limits);
    if (!document) {
        document.error().error.message += ".";
        return tl::unexpected(Mistakes{std::move(document).error()});
    }
    ServersReading reading(*document);
    auto servers = reading.servers();
    if (reading.mistakes.empty()) return servers;
    std::stable_sort(reading.mistakes.begin(), reading.mistakes.end(),
                     [](const PlacedError& a, const PlacedError& b) {
                         return std::pair(a.place.line, a.place.column) <
                                std::pair(b.place.line, b.place.column);
                     });
    return tl::unexpected(std::move(reading.mistakes));
}

std::string to_string(const PlacedError& mistake, const std::string& file) {
    const std::string& pointer = mistake.error.pointer;
    return file + ":" + std::to_string(mistake.place.line) + ":" +
           std::to_string(mistake.place.column) + ": error: " + mistake.error.message +
           (pointer.empty() ? "" : " (" + pointer + ")");
}

}  // namespace iam::mcp
