// Tests of runtime/src/mcp/client/config/{servers_read,server_members}.cpp and of
// runtime/src/mcp/client/config/{servers_write,server_check,server_names}.cpp.
// runtime/src/mcp/client/config/{servers_read,servers_write,server_check,server_names}.cpp.
#include <iam/mcp/servers_file.hpp>
#include <support/json_values.hpp>

#include <catch2/catch.hpp>

#include <fstream>
#include <iterator>

using namespace iam;
using namespace iam::mcp;
using Catch::Contains;

namespace {

ServerConfig one_server(const std::string& entry) {
    const auto servers = read_servers(R"({"servers":{"s":)" + entry + "}}");
    if (!servers) FAIL(to_string(servers.error().front(), "servers.json"));
    REQUIRE(servers->size() == 1);
    return servers->front();
}

/// All mistakes of a file, a line each.
std::string mistakes_of(const std::string& text) {
    const auto servers = read_servers(text);
    REQUIRE_FALSE(servers);
    std::string all;
    for (const PlacedError& one : servers.error()) all += to_string(one, "f") + "\n";
    return all;
}

std::string mistakes_in_server(const std::string& entry) {
    return mistakes_of(R"({"servers":{"s":)" + entry + "}}");
}

constexpr const char* k_full = R"({
  "servers": {
    "files": {
      "command": "npx",
      "args": [
        "-y",
        "server-filesystem"
      ],
      "env": {
        "LOG": "1",
        "TOKEN": {
          "file": "/s/token"
        }
      },
      "cwd": "/srv/notes",
      "sandbox": {
        "network": true,
        "readable": [
          "/opt/node"
        ],
        "writable": [
          "/srv/notes"
        ]
      },
      "enabled": false,
      "era": "sessions",
      "tools": [
        "read_file"
      ],
      "roots": [
        "/srv/notes"
      ],
      "timeouts": {
        "call_ms": 5000,
        "heartbeat_ms": 0
      },
      "calls_per_minute": 30
    },
    "local": {
      "socket": "/run/s.sock"
    },
    "open": {
      "command": "/usr/bin/server",
      "sandbox": false
    },
    "web": {
      "url": "wss://example.com/mcp",
      "transport": "websocket",
      "headers": {
        "X-Client": "desk"
      },
      "subprotocols": [
        "jsonrpc-2.0",
        "jsonrpc"
      ],
      "tls": {
        "ca_file": "/etc/own-ca.pem",
        "pins": [
          "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
        ]
      },
      "auth": {
        "type": "header",
        "name": "X-API-Key",
        "keyring": "web"
      }
    }
  }
}
)";

}  // namespace

TEST_CASE("a file of servers is read and written back byte for byte") {
    const auto servers = read_servers(k_full);
    REQUIRE(servers);
    REQUIRE(servers->size() == 4);
    CHECK(*write_servers(*servers) == k_full);
    const auto& files = std::get<StdioEndpoint>(servers->front().endpoint);
    CHECK(files.arguments == std::vector<std::string>{"-y", "server-filesystem"});
    CHECK(files.environment.at("LOG") == "1");
    CHECK(files.secrets.at("TOKEN").name == "/s/token");
    CHECK(files.sandbox.has_network);
    CHECK(servers->front().roots == std::vector<std::string>{"/srv/notes"});
    CHECK_FALSE(servers->front().is_enabled);
    CHECK(servers->front().era == ServerEra::sessions);
    CHECK(servers->front().times.call == std::chrono::seconds(5));
    CHECK_FALSE(std::get<StdioEndpoint>(servers->at(2).endpoint).sandbox.is_on);
    const auto& web = std::get<UrlEndpoint>(servers->back().endpoint);
    CHECK(web.transport == UrlTransport::web_socket);
    CHECK(web.fields.find("x-client") == "desk");
    CHECK(web.tls.ca_file == "/etc/own-ca.pem");
    CHECK(web.tls.pins.size() == 1);
    CHECK(servers->back().authorization.kind == ServerAuthorization::Kind::field);
    CHECK(servers->back().authorization.secret->place == SecretReference::Place::keyring);
}

TEST_CASE("servers are written by name, whatever their order") {
    auto servers = *read_servers(k_full);
    std::swap(servers.front(), servers.back());
    CHECK(*write_servers(servers) == k_full);
}

TEST_CASE("each kind of authorization is read and written back") {
    for (const std::string auth :
         {R"({"type":"none"})", R"({"type":"bearer","environment":"TOKEN"})",
          R"({"type":"header","name":"Authorization","file":"/s/basic"})",
          R"({"type":"oauth","client_id":"c","scopes":["a","b"],"file":"/s/c"})"}) {
        const ServerConfig server =
            one_server(R"({"url":"https://example.com/mcp","auth":)" + auth + "}");
        const auto text = write_servers({server});
        REQUIRE(text);
        CHECK(*canonicalize(*text) == *canonicalize(R"({"servers":{"s":{"auth":)" + auth +
                                                    R"(,"url":"https://example.com/mcp"}}})"));
    }
}

TEST_CASE("usual values are not written") {
    const ServerConfig server =
        one_server(R"({"command":"s","args":[],"env":{},"sandbox":true,"enabled":true,)"
                   R"("timeouts":{"call_ms":60000}})");
    CHECK(*canonicalize(*write_servers({server})) == R"({"servers":{"s":{"command":"s"}}})");
    CHECK(read_servers(R"({"servers":{}})")->empty());
    CHECK(one_server(R"({"command":"s","tools":[]})").tools->empty());
}

TEST_CASE("the parts of a server that pass are named, and usual ones are not written") {
    const auto passed = [](const std::string& words) {
        return one_server(R"({"command":"c","pass_on":)" + words + "}").pass_on;
    };
    const PassedParts usual = one_server(R"({"command":"c"})").pass_on;
    CHECK((usual.resources && usual.prompts && usual.logging));
    CHECK_FALSE((usual.elicitation || usual.url_elicitation || usual.sampling));
    CHECK(passed(R"(["resources","prompts","logging"])") == usual);
    const PassedParts none{.resources = false, .prompts = false, .logging = false};
    CHECK(passed("[]") == none);
    PassedParts asking = none;
    asking.elicitation = asking.url_elicitation = asking.sampling = true;
    CHECK(passed(R"(["sampling","elicitation","url_elicitation","sampling"])") == asking);
    for (const std::string words :
         {R"(["elicitation","url_elicitation","sampling"])", "[]", R"(["prompts"])"}) {
        const auto text = write_servers({one_server(R"({"command":"c","pass_on":)" + words + "}")});
        CHECK(*canonicalize(*text) ==
              R"({"servers":{"s":{"command":"c","pass_on":)" + words + "}}}");
    }
    const auto text = write_servers(
        {one_server(R"({"command":"c","pass_on":["logging","prompts","resources"]})")});
    CHECK(*canonicalize(*text) == R"({"servers":{"s":{"command":"c"}}})");
    CHECK(mistakes_in_server(R"({"command":"c","pass_on":["roots",7]})") ==
          "f:1:43: error: 'roots' cannot be passed on; known are 'resources', 'prompts', "
          "'logging', 'elicitation', 'url_elicitation', 'sampling'. (/servers/s/pass_on/0)\n"
          "f:1:51: error: expected a string; put it in quotes. (/servers/s/pass_on/1)\n");
    CHECK_THAT(mistakes_in_server(R"({"command":"c","pass_on":true})"),
               Contains("(/servers/s/pass_on)"));
    CHECK_THAT(mistakes_in_server(R"({"command":"c","roots":["notes"]})"),
               Contains("whole path") && Contains("(/servers/s/roots/0)"));
}

TEST_CASE("an unknown member of servers.json is named with its place and the nearest name") {
    CHECK(mistakes_of("{\"servers\":{\n \"s\":{\"command\":\"c\",\n  \"argz\":[]}}}") ==
          "f:3:3: error: there is no member 'argz' of a server; known are 'command', 'args', "
          "'env', 'cwd', 'sandbox', 'enabled', 'era', 'tools', 'pass_on', 'roots', 'timeouts', "
          "'recipes', 'calls_per_minute'. Did you mean 'args'? "
          "(/servers/s/argz)\n");
    CHECK_THAT(mistakes_of(R"({"servers":{},"server":{}})"), Contains("(/server)"));
    CHECK_THAT(mistakes_in_server(R"({"command":"c","sandbox":{"netwrok":true}})"),
               Contains("Did you mean 'network'?") && Contains("(/servers/s/sandbox/netwrok)"));
    CHECK_THAT(mistakes_in_server(R"({"command":"c","timeouts":{"cal_ms":1}})"),
               Contains("Did you mean 'call_ms'?"));
    CHECK_THAT(
        mistakes_in_server(R"({"url":"http://h/","auth":{"type":"bearer","token":"geheim"}})"),
        Contains("'token'") && !Contains("geheim"));
    CHECK_THAT(mistakes_in_server(R"({"command":"c","auth":{"type":"none"}})"),
               Contains("belongs to servers with a URL"));
    CHECK_THAT(mistakes_in_server(R"({"url":"http://h/","sandbox":false})"),
               Contains("belongs to servers with a command"));
}

TEST_CASE("trust in servers.json is refused with the command that gives it") {
    CHECK(
        mistakes_of("{\"servers\":{\"s\":{\"command\":\"c\",\n \"trust\":true}}}") ==
        "f:2:2: error: trust is no member of this file, since a copied file would bring it along; "
        "take it out, and run: servers trust s. (/servers/s/trust)\n");
    CHECK_THAT(mistakes_in_server(R"({"url":"http://h/","trust":"low"})"),
               Contains("servers trust s"));
}

TEST_CASE("all mistakes of servers.json are reported at once, in its order") {
    const std::string all = mistakes_of(
        R"({"servers":{"a b":{"command":"c"},"b":{"command":7},"c":{"url":"ftp://x"},"d":{},)"
        R"("e":{"command":"c","url":"http://h"},"f":[],"g":{"command":"c","era":"new"}}})");
    CHECK(std::count(all.begin(), all.end(), '\n') == 7);
    CHECK(all.find("a b") < all.find("/servers/b"));
    CHECK_THAT(all, Contains("(/servers/b/command)") && Contains("(/servers/c/url)") &&
                        Contains("(/servers/d)") && Contains("(/servers/e)") &&
                        Contains("(/servers/f)") && Contains("(/servers/g/era)"));
    for (const char* text : {"", "[]", "{", R"({"servers":[]})", "{}", R"({"servers":{},})"}) {
        CHECK_FALSE(read_servers(text));
    }
}

TEST_CASE("all mistakes of one server are reported at once, each of them once") {
    CHECK(mistakes_in_server(R"({"comand":"c","era":"new"})") ==
          "f:1:17: error: the server has no place; add \"command\", \"url\" or \"socket\". "
          "(/servers/s)\n"
          "f:1:18: error: there is no member 'comand' of a server; known are 'command', 'args', "
          "'env', 'cwd', 'sandbox', 'url', 'transport', 'headers', 'subprotocols', 'tls', 'auth', "
          "'socket', 'enabled', 'era', 'tools', 'pass_on', 'roots', 'timeouts', 'recipes', "
          "'calls_per_minute'. Did you mean 'command'? "
          "(/servers/s/comand)\n"
          "f:1:37: error: an era is \"sessions\" or \"stateless\"; leave it out to ask the "
          "server. (/servers/s/era)\n");
    const std::string several = mistakes_of(
        R"({"servers":{"a b":{"command":"c","url":"ftp://h","cwd":7,"socket":[],"nmae":"s"}}})");
    CHECK(std::count(several.begin(), several.end(), '\n') == 5);
    CHECK_THAT(several, Contains("rename it") && Contains("take the others out") &&
                            Contains("/cwd)") && Contains("/socket)") && Contains("'nmae'"));
    const std::string values = mistakes_in_server(
        R"({"command":"a/b","args":7,"cwd":"here","timeouts":{"call_ms":0,"cal_ms":1}})");
    CHECK(std::count(values.begin(), values.end(), '\n') == 4);
    CHECK_THAT(values, Contains("relative path") && Contains("/args)") && Contains("/cwd)") &&
                           Contains("/timeouts/cal_ms)") && !Contains("/timeouts/call_ms)"));
    CHECK(mistakes_in_server(R"({"command":7})") ==
          "f:1:28: error: expected a string; put it in quotes. (/servers/s/command)\n");
}

TEST_CASE("a mistake is one line, whatever characters the names of the file have") {
    CHECK(mistakes_of(R"({"servers":{"s":{"command":"c","env":{"A\nB\u001b[2J":7}}}})") ==
          "f:1:55: error: expected a string; put it in quotes. "
          "(/servers/s/env/A\\nB\\u{1B}[2J)\n");
    const std::string unknown = mistakes_in_server(R"({"command":"c","x\u0085y\nz":1})");
    CHECK(std::count(unknown.begin(), unknown.end(), '\n') == 1);
    CHECK_THAT(unknown, !Contains("\xC2\x85"));
}

TEST_CASE("a name of a server is short, plain, and stands once without regard to case") {
    CHECK(is_server_name("Files_2-x"));
    CHECK(is_server_name(std::string(64, 'a')));
    for (const std::string& name :
         {std::string(), std::string(65, 'a'), std::string("a.b"), std::string("ä")})
        CHECK_FALSE(is_server_name(name));
    CHECK_THAT(mistakes_of(R"({"servers":{"A":{"command":"c"},"a":{"command":"c"}}})"),
               Contains("apart from capital letters"));
    CHECK_FALSE(
        write_servers({one_server(R"({"command":"c"})"), one_server(R"({"command":"d"})")}));
}

TEST_CASE("B71 a missing name is the host, or the endpoint before its first slash") {
    for (const auto& [endpoint, name] : std::vector<std::pair<std::string, std::string>>{
             {"https://api.example.com:8443/mcp", "api-example-com"},
             {"ws://gateway/ws", "gateway"},
             {"wss://user:geheim@host.example/x", "host-example"},
             {"http://[::1]:8080/mcp", "1"},
             {"localhost:3000/mcp", "localhost-3000"},
             {"gateway", "gateway"},
             {"", "server"},
             {"https:///", "server"},
             {"ws://" + std::string(99, 'a'), std::string(64, 'a')}}) {
        INFO(endpoint);
        CHECK(name_of_endpoint(endpoint) == name);
        CHECK(is_server_name(name_of_endpoint(endpoint)));
    }
}

TEST_CASE("B47 a secret never stands in servers.json") {
    for (const char* field : {"Authorization", "authorization", "Cookie", "Proxy-Authorization",
                              "X-API-Key", "x-auth-token"}) {
        const std::string mistake = mistakes_in_server(
            std::string(R"({"url":"https://h/","headers":{")") + field + R"(":"Bearer geheim"}})");
        CHECK_THAT(mistake, Contains("\"auth\"") && Contains(field) && !Contains("geheim"));
    }
    CHECK_THAT(mistakes_in_server(R"({"url":"https://me:geheim@h/"})"),
               Contains("\"auth\"") && !Contains("geheim"));
    CHECK_THAT(mistakes_in_server(R"({"url":"https://h/","auth":{"type":"bearer"}})"),
               Contains("the secret is missing"));
    CHECK_THAT(mistakes_in_server(
                   R"({"url":"https://h/","auth":{"type":"bearer","file":"/a","keyring":"b"}})"),
               Contains("one place"));
    CHECK_THAT(mistakes_in_server(R"({"url":"https://h/","auth":{"file":"/a"}})"),
               Contains("\"type\" is missing"));
    CHECK_THAT(mistakes_in_server(R"({"command":"c","env":{"K":{}}})"),
               Contains("(/servers/s/env/K)"));
    CHECK_THAT(mistakes_in_server(R"({"command":"c","env":{"LD_PRELOAD":{"file":"/a"}}})"),
               Contains("cannot be a secret"));
}

TEST_CASE("the certificates of a server are checked, and belong to URLs with TLS") {
    const auto mistakes = [](const std::string& tls, const std::string& scheme = "https") {
        return mistakes_in_server(R"({"url":")" + scheme + R"(://h/","tls":)" + tls + "}");
    };
    CHECK_THAT(mistakes(R"({"ca_file":"ca.pem"})"),
               Contains("whole path") && Contains("(/servers/s/tls/ca_file)"));
    CHECK_THAT(mistakes(R"({"ca_file":""})"), Contains("write its path"));
    CHECK_THAT(mistakes(R"({"ca_fil":"/ca.pem"})"), Contains("Did you mean 'ca_file'?"));
    CHECK_THAT(mistakes("true"), Contains("expected an object"));
    for (const char* pin : {"", "sha256/", "AAAA", "sha256/AAAA",
                            "sha1/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}) {
        CHECK_THAT(mistakes(std::string(R"({"pins":[")") + pin + "\"]}"),
                   Contains("sha256/") && Contains("(/servers/s/tls/pins/0)"));
    }
    for (const char* scheme : {"http", "ws"})
        CHECK_THAT(mistakes(R"({"ca_file":"/ca.pem"})", scheme), Contains("take this out"));
    CHECK_THAT(mistakes_in_server(R"({"command":"c","tls":{}})"),
               Contains("belongs to servers with a URL"));
    CHECK(one_server(R"({"url":"https://h/","tls":{}})") == one_server(R"({"url":"https://h/"})"));
}

TEST_CASE("B48 fields and subprotocols of a server are checked") {
    for (const char* field :
         {"Host", "content-length", "Mcp-Session-Id", "Sec-WebSocket-Key", "Origin"}) {
        CHECK_THAT(mistakes_in_server(std::string(R"({"url":"https://h/","headers":{")") + field +
                                      R"(":"x"}})"),
                   Contains("the transport writes this field"));
    }
    for (const char* headers :
         {R"({"a b":"x"})", R"({"A":"x\ny"})", R"({"A":"x\u0000"})", R"({"A":" x"})",
          R"({"A":"x","a":"y"})", R"({"":"x"})", R"({"A":1})"}) {
        INFO(headers);
        mistakes_in_server(std::string(R"({"url":"https://h/","headers":)") + headers + "}");
    }
    mistakes_in_server(R"({"url":"https://h/","subprotocols":["a"]})");
    mistakes_in_server(R"({"url":"ws://h/","subprotocols":["a","a"]})");
    mistakes_in_server(R"({"url":"ws://h/","transport":"sse"})");
    mistakes_in_server(R"({"url":"ws://h/","transport":"pipe"})");
    one_server(R"({"url":"https://h/","transport":"websocket","subprotocols":["a"]})");
}

TEST_CASE("a URL of a server has a known scheme, a host and no stray signs") {
    for (const char* url : {"", "h", "ftp://h/", "http:/h", "https://", "https://:80/",
                            "https://h/a b", "https://h/#x", "https://h/\\n"}) {
        INFO(url);
        CHECK_THAT(mistakes_in_server(std::string(R"({"url":")") + url + "\"}"),
                   Contains("(/servers/s/url)"));
    }
    for (const char* url :
         {"http://box.tail1234.ts.net:8080/mcp", "HTTPS://h", "wss://[::1]:1/x?y=z"})
        one_server(std::string(R"({"url":")") + url + "\"}");
}

TEST_CASE("the texts that start a process are checked") {
    for (const char* entry :
         {R"({"command":""})", R"({"command":"./s"})", R"({"command":"c","args":["a\u0000"]})",
          R"({"command":"c","args":[1]})", R"({"command":"c","env":{"A=B":"x"}})",
          R"({"command":"c","env":{"":"x"}})", R"({"command":"c","env":{"A":1}})",
          R"({"command":"c","cwd":"rel"})", R"({"command":"c","cwd":""})",
          R"({"command":"c","sandbox":{"readable":["~/x"]}})",
          R"({"command":"c","sandbox":{"writable":["x"]}})", R"({"command":"c","sandbox":"off"})",
          R"({"command":"c","enabled":"yes"})", R"({"command":"c","tools":[""]})",
          R"({"socket":"rel"})"}) {
        INFO(entry);
        CHECK_FALSE(mistakes_in_server(entry).empty());
    }
    CHECK_FALSE(mistakes_in_server(R"({"socket":"/)" + std::string(107, 's') + "\"}").empty());
    one_server(R"({"socket":"/)" + std::string(106, 's') + "\"}");
}

TEST_CASE("times of a server are between a millisecond and a day") {
    one_server(R"({"command":"c","timeouts":{"initialize_ms":1,"call_total_ms":86400000}})");
    for (const char* times :
         {R"({"list_ms":0})", R"({"list_ms":-1})", R"({"list_ms":86400001})", R"({"list_ms":1.5})",
          R"({"list_ms":"1"})", R"({"call_ms":2,"call_total_ms":1})", R"({"heartbeat_ms":-1})",
          R"({"heartbeat_ms":86400001})", "7"}) {
        INFO(times);
        CHECK_THAT(mistakes_in_server(std::string(R"({"command":"c","timeouts":)") + times + "}"),
                   Contains("/servers/s/timeouts"));
    }
}

TEST_CASE("a server gets 1 to 10000 calls a minute") {
    CHECK(one_server(R"({"command":"c"})").calls_per_minute == 0);
    CHECK(one_server(R"({"command":"c","calls_per_minute":10000})").calls_per_minute == 10000);
    for (const char* calls : {"0", "-1", "10001", "1.5", "\"1\""}) {
        INFO(calls);
        CHECK_THAT(
            mistakes_in_server(std::string(R"({"command":"c","calls_per_minute":)") + calls + "}"),
            Contains("/servers/s/calls_per_minute"));
    }
}

TEST_CASE("servers.json has limits, each with its own sentence") {
    const auto many = [](std::size_t count) {
        std::string all;
        for (std::size_t i = 0; i < count; ++i)
            all += (i > 0 ? ",\"s" : "\"s") + std::to_string(i) + R"(":{"command":"c"})";
        return R"({"servers":{)" + all + "}}";
    };
    CHECK(read_servers(many(k_servers_max))->size() == k_servers_max);
    CHECK_THAT(mistakes_of(many(k_servers_max + 1)), Contains("more than 256 servers"));
    CHECK_FALSE(read_servers(std::string(k_servers_bytes_max + 1, ' ')));
    CHECK_THAT(mistakes_in_server(R"({"command":"c","args":[[["x"]]]})"), Contains("/args/0"));
    CHECK_THAT(mistakes_in_server(R"({"command":"c","args":[[[[[[[[[["x"]]]]]]]]]]})"),
               Contains("deep"));
    CHECK_THAT(mistakes_in_server(R"({"command":"c","env":{")" +
                                  std::string(k_server_word_bytes_max + 1, 'a') + R"(":""}})"),
               Contains("256"));
    std::string values = "0";
    for (std::size_t i = 0; i < k_servers_values_max; ++i) values += ",0";
    CHECK_THAT(mistakes_in_server(R"({"command":"c","args":[)" + values + "]}"), Contains("50000"));

    const auto list = [](std::size_t count) {
        std::string all;
        for (std::size_t i = 0; i < count; ++i) all += i > 0 ? ",\"a\"" : "\"a\"";
        return R"({"command":"c","args":[)" + all + "]}";
    };
    one_server(list(k_server_list_max));
    CHECK_THAT(mistakes_in_server(list(k_server_list_max + 1)), Contains("more than 256"));

    const auto argument = [](std::size_t bytes) {
        return R"({"command":"c","args":[")" + std::string(bytes, 'a') + "\"]}";
    };
    one_server(argument(k_server_text_bytes_max));
    CHECK_THAT(mistakes_in_server(argument(k_server_text_bytes_max + 1)),
               Contains("longer than 32768 bytes") && Contains("(/servers/s/args/0)"));

    const std::string long_text = "\"" + std::string(k_server_text_bytes_max, 'a') + "\"";
    CHECK_THAT(mistakes_in_server(R"({"command":"c","args":[)" + long_text + "," + long_text + "," +
                                  long_text + "]}"),
               Contains("let the server read a file"));
}

TEST_CASE("a server that the reader would refuse is not written") {
    ServerConfig server = one_server(R"({"url":"https://h/"})");
    std::get<UrlEndpoint>(server.endpoint).fields.add("Authorization", "Bearer geheim");
    const auto text = write_servers({server});
    REQUIRE_FALSE(text);
    CHECK(text.error().pointer == "/servers/s/headers/Authorization");
    CHECK_THAT(text.error().message, !Contains("geheim"));
    server = one_server(R"({"command":"c"})");
    std::get<StdioEndpoint>(server.endpoint).arguments.push_back("\xff");
    CHECK_FALSE(write_servers({server}));
}
