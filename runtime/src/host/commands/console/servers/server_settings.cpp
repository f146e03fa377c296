#include "host/commands/console/servers/server_settings.hpp"

#include <iam/core/digest.hpp>
#include <iam/core/json.hpp>
#include <iam/mcp/server_endpoint.hpp>
#include <iam/mcp/servers_file.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <variant>

namespace iam::host {
namespace {

// Of the file of servers: "servers" is one level in, a server two.
constexpr std::size_t k_settings_indent = 4;

std::string_view address_of(std::string_view url) {
    return url.substr(0, url.find('?'));
}

std::string_view query_of(std::string_view url) {
    const std::size_t mark = url.find('?');
    return mark == std::string_view::npos ? std::string_view() : url.substr(mark + 1);
}

void mask(mcp::ServerConfig& server) {
    if (auto* process = std::get_if<mcp::StdioEndpoint>(&server.endpoint)) {
        for (auto& [name, value] : process->environment) value = k_kept_value;
    }
    auto* url = std::get_if<mcp::UrlEndpoint>(&server.endpoint);
    if (url == nullptr) return;
    net::Fields masked;
    for (const net::Field& field : url->fields.all())
        masked.add(field.name, std::string(k_kept_value));
    url->fields = std::move(masked);
    if (!query_of(url->url).empty())
        url->url = std::string(address_of(url->url)) + "?" + std::string(k_kept_value);
}

PlacedError mistake(const std::string& pointer, std::string message) {
    return {{Errc::invalid_argument, std::move(message), pointer}, {}};
}

/// True if secrets for the one would reach the same program or address in the other.
bool is_same_target(const mcp::ServerConfig& one, const mcp::ServerConfig& other) {
    const auto* program = std::get_if<mcp::StdioEndpoint>(&one.endpoint);
    const auto* other_program = std::get_if<mcp::StdioEndpoint>(&other.endpoint);
    if (program != nullptr && other_program != nullptr)
        return program->command == other_program->command &&
               program->arguments == other_program->arguments &&
               program->folder == other_program->folder;
    const auto* url = std::get_if<mcp::UrlEndpoint>(&one.endpoint);
    const auto* other_url = std::get_if<mcp::UrlEndpoint>(&other.endpoint);
    if (url != nullptr && other_url != nullptr)
        return address_of(url->url) == address_of(other_url->url);
    return one.endpoint == other.endpoint;
}

std::vector<mcp::SecretReference> references_of(const mcp::ServerConfig& server) {
    std::vector<mcp::SecretReference> references;
    if (server.authorization.secret) references.push_back(*server.authorization.secret);
    if (const auto* process = std::get_if<mcp::StdioEndpoint>(&server.endpoint))
        for (const auto& [name, secret] : process->secrets) references.push_back(secret);
    return references;
}

/// Puts the kept values back. Secrets of another program or address stay out.
class Restoring {
 public:
    Restoring(mcp::ServerConfig& server, const mcp::ServerConfig* before)
        : server_(server),
          before_(before),
          is_moved_(before != nullptr && !is_same_target(server, *before)) {}

    std::vector<PlacedError> run() {
        if (is_moved_) refuse_references();
        if (auto* process = std::get_if<mcp::StdioEndpoint>(&server_.endpoint))
            restore_variables(*process);
        if (auto* url = std::get_if<mcp::UrlEndpoint>(&server_.endpoint)) restore_url(*url);
        return std::move(mistakes_);
    }

 private:
    template <class Endpoint>
    const Endpoint* former() const {
        if (before_ == nullptr || is_moved_) return nullptr;
        return std::get_if<Endpoint>(&before_->endpoint);
    }
    void complain(const std::string& pointer) {
        const std::string kept = "\"" + std::string(k_kept_value) + "\" stands for a value that ";
        mistakes_.push_back(mistake(
            pointer, is_moved_ ? kept + "was written for another program or address; write the "
                                        "value anew."
                               : kept + "the file has, and it has none here; write the value."));
    }

    void refuse_references() {
        const std::vector<mcp::SecretReference> former = references_of(*before_);
        const auto refuse = [&](const std::string& pointer, const mcp::SecretReference& secret) {
            if (std::find(former.begin(), former.end(), secret) == former.end()) return;
            mistakes_.push_back(
                mistake(pointer,
                        "This secret was given to another program or address; take it out, save, "
                        "and write the secret anew."));
        };
        if (server_.authorization.secret) refuse("/auth", *server_.authorization.secret);
        if (const auto* process = std::get_if<mcp::StdioEndpoint>(&server_.endpoint))
            for (const auto& [name, secret] : process->secrets) refuse("/env/" + name, secret);
    }

    void restore_variables(mcp::StdioEndpoint& process) {
        const auto* old = former<mcp::StdioEndpoint>();
        for (auto& [name, value] : process.environment) {
            if (value != k_kept_value) continue;
            const bool is_known = old != nullptr && old->environment.count(name) != 0;
            if (is_known) {
                value = old->environment.at(name);
            } else {
                complain("/env/" + name);
            }
        }
    }

    void restore_url(mcp::UrlEndpoint& url) {
        const auto* old = former<mcp::UrlEndpoint>();
        if (query_of(url.url) == k_kept_value) {
            if (old != nullptr && !query_of(old->url).empty()) {
                url.url = old->url;
            } else {
                complain("/url");
            }
        }
        net::Fields fields;
        for (const net::Field& field : url.fields.all()) {
            std::string value = field.value;
            if (value == k_kept_value) {
                const auto known = old == nullptr ? std::nullopt : old->fields.find(field.name);
                if (known) {
                    value = *known;
                } else {
                    complain("/headers/" + field.name);
                }
            }
            fields.add(field.name, std::move(value));
        }
        url.fields = std::move(fields);
    }

    mcp::ServerConfig& server_;
    const mcp::ServerConfig* before_;
    const bool is_moved_;  // another program or address than before
    std::vector<PlacedError> mistakes_{};
};

/// From the places and pointers of a file of servers to those of the object.
void move_into_object(PlacedError& error, const std::string& name) {
    if (error.place.line > 1) --error.place.line;
    const std::string before = "/servers/" + name;
    if (error.error.pointer.starts_with(before)) error.error.pointer.erase(0, before.size());
}

std::map<std::string, std::string> members_of(const std::string& text) {
    std::map<std::string, std::string> members;
    const auto value = parse_json(text);
    if (!value || !value->is_object()) return members;
    for (const auto& [name, member] : value->items()) members[name] = member.dump();
    return members;
}

}  // namespace

Result<std::string> settings_text(mcp::ServerConfig server) {
    mask(server);
    IAM_TRY(file, mcp::write_servers({server}));
    // No text of JSON has a line end, so each line of the object is one of the file.
    const std::string head = "\"" + server.name + "\": ";
    const std::size_t begin = file.find(head, file.find('{', 1)) + head.size();
    const std::size_t end = file.rfind('}', file.rfind('}', file.rfind('}') - 1) - 1) + 1;
    std::string object = file.substr(begin, end - begin);
    const std::string indent = "\n" + std::string(k_settings_indent, ' ');
    for (std::size_t at = object.find(indent); at != std::string::npos;
         at = object.find(indent, at + 1))
        object.erase(at + 1, k_settings_indent);
    return object;
}

tl::expected<mcp::ServerConfig, std::vector<PlacedError>> read_settings(
    const std::string& name, const std::string& text, const mcp::ServerConfig* before) {
    using Mistakes = std::vector<PlacedError>;
    if (!mcp::is_server_name(name))
        return tl::unexpected(Mistakes{mistake("", "A name has 1 to 64 of A-Z a-z 0-9 _ and -.")});
    auto servers = mcp::read_servers("{\"servers\":{\"" + name + "\":\n" + text + "\n}}");
    if (!servers) {
        Mistakes mistakes = std::move(servers).error();
        for (PlacedError& one : mistakes) move_into_object(one, name);
        return tl::unexpected(std::move(mistakes));
    }
    // The text may have closed the object around it and begun another one.
    if (servers->size() != 1 || servers->front().name != name)
        return tl::unexpected(
            Mistakes{mistake("", "The settings are more than one object; write one.")});
    mcp::ServerConfig server = std::move(servers->front());
    Mistakes mistakes = Restoring(server, before).run();
    if (!mistakes.empty()) return tl::unexpected(std::move(mistakes));
    return server;
}

std::string shown_digest(const mcp::ServerConfig& server) {
    return sha256(domain_tag("iam/console/endpoint/1"), mcp::endpoint_text(server)).hex();
}

std::vector<std::string> changed_members(const std::string& before, const std::string& now) {
    const auto old_members = members_of(before);
    const auto new_members = members_of(now);
    std::set<std::string> changed;
    for (const auto& [name, value] : old_members) {
        const auto same = new_members.find(name);
        if (same == new_members.end() || same->second != value) changed.insert(name);
    }
    for (const auto& [name, value] : new_members)
        if (old_members.count(name) == 0) changed.insert(name);
    return {changed.begin(), changed.end()};
}

}  // namespace iam::host
