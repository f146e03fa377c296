#include "console/api/chats/chat_requests.hpp"

#include "console/api/asked.hpp"
#include "console/api/chats/chat_answers.hpp"
#include "console/api/chats/chat_views.hpp"
#include "console/events/chat_feed.hpp"
#include "console/http/answers.hpp"
#include "console/http/json_members.hpp"
#include <iam/tool/codecs/decimal.hpp>

#include <array>
#include <utility>

namespace iam::console {
namespace {

using Kind = Member::Kind;

// A JSON text of one message of a person has room in a body.
constexpr std::size_t k_message_bytes_max = std::size_t{60} << 10U;
constexpr std::size_t k_chats_max = 500;

constexpr std::array k_list_chats{Member{
    "text", Kind::text, false, k_word_max, {}, "Has this text in its title or its messages."}};
constexpr std::array k_show_chat{
    Member{"before", Kind::text, false, k_word_max, {}, "Messages before this one."}};
constexpr std::array k_send_chat{
    Member{"chat", Kind::text, false, k_word_max, {}, "The chat; a new one if absent."},
    Member{"profile",
           Kind::text,
           false,
           k_word_max,
           {},
           "The profile of a new chat; that of the console, or none, if absent."},
    Member{"text", Kind::text, true, k_message_bytes_max, {}, "The message."}};
std::string chat_id_json(std::string_view name, std::string_view text) {
    JsonWriter out;
    out.begin_object();
    put(out, name, text);
    out.end_object();
    return out.take();
}

Result<std::string> chat_list_json(Chats& chats, const std::string& text) {
    IAM_TRY(listed, chats.list(text));
    JsonWriter out;
    out.begin_object();
    out.key("chats");
    out.begin_array();
    for (std::size_t i = 0; i < listed.size() && i < k_chats_max; ++i) {
        out.begin_object();
        put(out, "id", listed[i].id);
        out.key("messages");
        out.integer(std::uint64_t{listed[i].messages});
        put(out, "title", listed[i].title);
        put(out, "unreadable_because", listed[i].unreadable_because);
        out.end_object();
    }
    out.end_array();
    put(out, "closed_because", chats.closed_because());
    out.key("left_out");
    out.integer(std::uint64_t{listed.size() > k_chats_max ? listed.size() - k_chats_max : 0});
    out.end_object();
    return out.take();
}

net::Response list_chats(const ApiParts& api, const Asked& asked) {
    return about_chats(api,
                       [&](Chats& chats) { return chat_list_json(chats, asked.text("text")); });
}

net::Response show_chat(const ApiParts& api, const Asked& asked) {
    std::optional<std::uint64_t> before;
    if (const std::string text = asked.text("before"); !text.empty()) {
        before.emplace();
        if (!read_decimal(text, *before))
            return refusal({Errc::invalid_argument, "\"before\" must be the id of a message."});
    }
    return about_chats(api, [&](Chats& chats) -> Result<std::string> {
        // The draft is read before the chat, so no text is lost between them.
        const std::string draft = api.chat_feed.draft(asked.id);
        IAM_TRY(shown, chats.show(asked.id));
        return chat_json(asked.id, shown, before, shown.state == "working" ? draft : std::string());
    });
}

net::Response send_message(const ApiParts& api, const Asked& asked) {
    return about_chats(api, [&](Chats& chats) -> Result<std::string> {
        IAM_TRY(id, chats.send(asked.text("chat"), asked.text("text"), asked.text("profile")));
        return chat_id_json("chat", id);
    });
}

net::Response resume_chat(const ApiParts& api, const Asked& asked) {
    return about_chats(api, [&](Chats& chats) { return chat_done(chats.resume(asked.id)); });
}

net::Response stop_chat(const ApiParts& api, const Asked& asked) {
    return about_chats(api, [&](Chats& chats) { return chat_done(chats.stop(asked.id)); });
}

constexpr std::array k_chat_routes{
    Route{.method = "GET",
          .path = "/api/chats",
          .respond = list_chats,
          .members = k_list_chats,
          .summary = "Lists the chats of the state, the newest first.",
          .answer =
              "chats: id, messages (how many), title, unreadable_because; left_out (beyond 500); "
              "closed_because"},
    Route{.method = "POST",
          .path = "/api/chats",
          .respond = send_message,
          .members = k_send_chat,
          .summary = "Begins a turn with a message of the person.",
          .answer = "chat: the id"},
    Route{.method = "GET",
          .path = "/api/chats/{id}",
          .respond = show_chat,
          .members = k_show_chat,
          .summary = "Gives the messages of a chat with their calls.",
          .answer = "id, title, state, why, model, profile, closed_because, draft, draft_bytes, "
                    "has_earlier, messages: id, is_of_model, text or tree, end, calls"},
    Route{.method = "POST",
          .path = "/api/chats/{id}/resume",
          .respond = resume_chat,
          .summary = "Lets the last turn go on.",
          .answer = "done"},
    Route{.method = "POST",
          .path = "/api/chats/{id}/stop",
          .respond = stop_chat,
          .summary = "Stops the turn: the stream and the calls.",
          .answer = "done"}};

}  // namespace

std::span<const Route> chat_routes() noexcept {
    return k_chat_routes;
}

}  // namespace iam::console
