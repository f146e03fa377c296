#include "console/api/program/traffic_requests.hpp"

#include "console/api/api.hpp"
#include "console/api/asked.hpp"
#include "console/http/answers.hpp"
#include "console/http/json_members.hpp"
#include <iam/console/traffic.hpp>
#include <iam/core/clock.hpp>

#include <array>

namespace iam::console {
namespace {

using Kind = Member::Kind;

// Of one answer.
constexpr std::size_t k_traffic_messages_max = 100;
constexpr std::size_t k_traffic_bytes_max = std::size_t{2} << 20U;
// No program sends so many.
constexpr std::size_t k_traffic_number_max = std::size_t{1} << 53U;

constexpr std::array k_traffic_after{Member{
    "after", Kind::integer, false, k_traffic_number_max, {}, "Behind the message of this number."}};
constexpr std::array k_turn_traffic{
    Member{"is_on", Kind::text, true, k_word_max, "true false", "Messages are kept from now on."}};

void put_message(JsonWriter& out, const TrafficMessage& message) {
    out.begin_object();
    out.key("bytes");
    out.integer(std::uint64_t{message.bytes});
    put(out, "kind", message.kind);
    out.key("number");
    out.integer(message.number);
    put(out, "server", message.server);
    put(out, "text", message.text);
    put(out, "time", to_rfc3339(message.time));
    out.end_object();
}

net::Response list_traffic(const ApiParts& api, const Asked& asked) {
    const Traffic* const traffic = api.parts.traffic;
    if (traffic == nullptr) return json_answer(R"({"is_here":false})");
    const auto after = asked.integers.find("after");
    JsonWriter out;
    out.begin_object();
    out.key("is_on");
    out.boolean(traffic->is_on());
    out.key("messages");
    out.begin_array();
    std::size_t bytes = 0;
    const auto messages =
        traffic->after(after == asked.integers.end() ? 0 : after->second, k_traffic_messages_max);
    for (const TrafficMessage& message : messages) {
        put_message(out, message);
        bytes += message.text.size();
        if (bytes > k_traffic_bytes_max) break;  // the others come with the next request
    }
    out.end_array();
    out.end_object();
    return json_answer(out.take());
}

net::Response turn_traffic(const ApiParts& api, const Asked& asked) {
    if (api.parts.traffic == nullptr)
        return not_here("This program has no servers on its console.");
    api.parts.traffic->turn(asked.text("is_on") == "true");
    return json_answer(R"({"done":true})");
}

constexpr std::array k_traffic_routes{
    Route{.method = "GET",
          .path = "/api/traffic",
          .respond = list_traffic,
          .members = k_traffic_after,
          .summary = "Gives kept messages between the program and its servers, up to 100 or 2 MiB.",
          .answer = "is_on, messages: bytes, kind (sent, received, note), number, server, text "
                    "(without secrets, at most 64 KiB), time; is_here false: it has no servers"},
    Route{.method = "POST",
          .path = "/api/traffic/turn",
          .respond = turn_traffic,
          .members = k_turn_traffic,
          .summary = "Begins or ends the keeping of messages, for all sessions of this console.",
          .answer = "done"}};

}  // namespace

std::span<const Route> traffic_routes() noexcept {
    return k_traffic_routes;
}

}  // namespace iam::console
