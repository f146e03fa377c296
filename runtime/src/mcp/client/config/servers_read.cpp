// Reads servers.json strictly: an unknown member is an error, since a misspelt "sandbox" would
// protect nobody. All mistakes are reported at once.
#include "mcp/client/config/server_check.hpp"
#include "mcp/client/config/servers_reading.hpp"
#include <iam/core/value_text.hpp>
#include <iam/mcp/servers_file.hpp>
#include <iam/question/escape.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace iam::mcp {
namespace {

/// The member of the server at `server` that the pointer leads into.
std::string member_of(const std::string& pointer, const std::string& server) {
    if (pointer.size() <= server.size()) return {};
    const std::size_t begin = server.size() + 1;
    return pointer.substr(begin, pointer.find('/', begin) - begin);
}

}  // namespace

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
        if (const auto* words = text(value[i], pointer_below(pointer, i))) all.push_back(*words);
    }
    return all;
}

std::vector<ServerConfig> ServersReading::servers() {
    std::vector<ServerConfig> all;
    const Json& root = document_.value;
    if (!is_object(root, "")) return all;
    mistakes_.add_unknown_members(root, "", {"servers"});
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
        server(item.key(), item.value(), pointer_below("/servers", item.key()), all);
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
    const std::size_t before = mistakes_.all().size();
    const unsigned places = places_of(value);
    check_places(places, pointer);
    ServerConfig one;
    one.name = name;
    if (places == k_of_url) one.endpoint = UrlEndpoint{};
    if (places == k_of_socket) one.endpoint = SocketEndpoint{};
    members(value, pointer, places == 0 ? unsigned{k_of_all} : places, one);
    check(one, pointer, before);
    if (mistakes_.all().size() == before) all.push_back(std::move(one));
}

unsigned ServersReading::places_of(const Json& object) {
    return (object.contains("command") ? k_of_process : 0U) |
           (object.contains("url") ? k_of_url : 0U) |
           (object.contains("socket") ? k_of_socket : 0U);
}

void ServersReading::check_places(unsigned places, const std::string& pointer) {
    if (places == k_of_process || places == k_of_url || places == k_of_socket) return;
    complain(pointer, places == 0 ? "the server has no place; add \"command\", \"url\" or "
                                    "\"socket\"."
                                  : "a server has one of \"command\", \"url\" and \"socket\"; "
                                    "take the others out.");
}

void ServersReading::members(const Json& object, const std::string& pointer, unsigned kind,
                             ServerConfig& server) {
    std::vector<std::string_view> usable;
    for (const Member& member : k_members) {
        if ((member.kinds & kind) != 0) usable.push_back(member.name);
    }
    for (const auto& item : object.items()) {
        const std::string place = pointer_below(pointer, item.key());
        const auto* const member =
            std::find_if(k_members.begin(), k_members.end(),
                         [&](const Member& one) { return one.name == item.key(); });
        if (item.key() == "trust") {
            complain(place,
                     "trust is no member of this file, since a copied file would bring it along; "
                     "take it out, and run: servers trust " +
                         server.name + ".",
                     true);
        } else if (member == k_members.end()) {
            const std::string hint = did_you_mean(item.key(), usable);
            complain(place,
                     "there is no member " + quoted_name(item.key()) + " of a server; known are " +
                         quoted_list(usable) + (hint.empty() ? "." : hint),
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

void ServersReading::check(const ServerConfig& server, const std::string& pointer,
                           std::size_t first_mistake) {
    std::set<std::string> wrong_members;
    for (std::size_t i = first_mistake; i < mistakes_.all().size(); ++i)
        wrong_members.insert(member_of(mistakes_.all()[i].error.pointer, pointer));
    // The server as a whole has a mistake if it has no place, or several.
    if (wrong_members.contains("")) wrong_members.insert({"command", "url", "socket"});
    for (Error& error : check_server(server)) {
        const std::string at = pointer + error.pointer;
        // A value of the wrong type is missing here, so other rules would complain about it again.
        if (!error.pointer.empty() && wrong_members.contains(member_of(at, pointer))) continue;
        complain(at, std::move(error.message), error.pointer.empty());
    }
}

tl::expected<std::vector<ServerConfig>, std::vector<PlacedError>> read_servers(
    std::string_view text) {
    Limits limits;
    limits.bytes_max = k_servers_bytes_max;
    // The place of each value is kept by its pointer, so these limits bound the memory of places.
    limits.depth_max = k_servers_depth_max;
    limits.nodes_max = k_servers_values_max;
    limits.key_bytes_max = k_server_word_bytes_max;
    auto document = parse_placed_json(text, limits);
    if (!document) {
        document.error().error.message += ".";
        return tl::unexpected(std::vector<PlacedError>{std::move(document).error()});
    }
    ServersReading reading(*document);
    auto servers = reading.servers();
    if (reading.mistakes().all().empty()) return servers;
    return tl::unexpected(reading.mistakes().in_order());
}

std::string to_string(const PlacedError& mistake, const std::string& file) {
    const std::string& pointer = mistake.error.pointer;
    const std::string line = file + ":" + std::to_string(mistake.place.line) + ":" +
                             std::to_string(mistake.place.column) +
                             ": error: " + mistake.error.message +
                             (pointer.empty() ? "" : " (" + pointer + ")");
    // A name in the file may have line ends, and would look like another mistake.
    return question::escape_for_display(line);
}

}  // namespace iam::mcp
