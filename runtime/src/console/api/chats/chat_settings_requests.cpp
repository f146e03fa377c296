#include "console/api/chats/chat_settings_requests.hpp"

#include "console/api/asked.hpp"
#include "console/api/chats/chat_answers.hpp"
#include "console/http/json_members.hpp"

#include <array>

namespace iam::console {
namespace {

using Kind = Member::Kind;

constexpr std::size_t k_export_bytes_max = std::size_t{3} << 20U;
// The body of a request has no more.
constexpr std::size_t k_import_bytes_max = std::size_t{1} << 20U;
constexpr std::size_t k_import_faults_max = 20;
constexpr std::size_t k_import_chats_max = 500;

constexpr std::array k_rename_chat{
    Member{"title", Kind::text, true, k_word_max, {}, "The new title."}};
constexpr std::array k_export_chat{
    Member{"format", Kind::text, false, k_word_max, "markdown jsonl", "As Markdown if absent."}};
constexpr std::array k_switch_chat_tools{
    Member{"is_on", Kind::text, true, k_word_max, "true false", "The chat may use them."},
    Member{"pattern", Kind::text, true, k_word_max, {}, "A tool's name, or a pattern: files/*."}};
constexpr std::array k_choose_chat_profile{
    Member{"profile", Kind::text, false, k_word_max, {}, "Its name; none if absent."}};
constexpr std::array k_import_chats{
    Member{"name", Kind::text, true, k_word_max, {}, "Of the file, for people."},
    Member{"text", Kind::text, true, k_import_bytes_max, {}, "Of the file."}};

Result<std::string> chat_tools_json(Chats& chats, const std::string& id) {
    IAM_TRY(tools, chats.tools(id));
    JsonWriter out;
    out.begin_object();
    out.key("tools");
    out.begin_array();
    for (const ChatTool& tool : tools) {
        out.begin_object();
        out.key("is_on");
        out.boolean(tool.is_on);
        put(out, "name", tool.name);
        put(out, "title", tool.title);
        out.end_object();
    }
    out.end_array();
    out.end_object();
    return out.take();
}

std::string imported_json(const ChatsImported& imported) {
    JsonWriter out;
    out.begin_object();
    out.key("chats");
    out.begin_array();
    for (std::size_t i = 0; i < imported.chats.size() && i < k_import_chats_max; ++i) {
        out.begin_object();
        put(out, "id", imported.chats[i].id);
        out.key("is_new");
        out.boolean(imported.chats[i].is_new);
        put(out, "title", imported.chats[i].title);
        out.end_object();
    }
    out.end_array();
    out.key("count");
    out.integer(std::uint64_t{imported.chats.size()});
    out.key("fault_count");
    out.integer(std::uint64_t{imported.faults.size()});
    out.key("faults");
    out.begin_array();
    for (std::size_t i = 0; i < imported.faults.size() && i < k_import_faults_max; ++i)
        out.string(question::escape_for_display(imported.faults[i]));
    out.end_array();
    out.end_object();
    return out.take();
}

net::Response rename_chat(const ApiParts& api, const Asked& asked) {
    return about_chats(
        api, [&](Chats& chats) { return chat_done(chats.rename(asked.id, asked.text("title"))); });
}

net::Response delete_chat(const ApiParts& api, const Asked& asked) {
    return about_chats(api, [&](Chats& chats) { return chat_done(chats.remove(asked.id)); });
}

net::Response export_chat(const ApiParts& api, const Asked& asked) {
    return about_chats(api, [&](Chats& chats) -> Result<std::string> {
        IAM_TRY(text, chats.export_text(asked.id, asked.text("format") == "jsonl"));
        if (text.size() > k_export_bytes_max)
            return fail(Errc::conflict,
                        "The chat is longer than 3 MiB; write it to a file with: chat export.");
        JsonWriter out;
        out.begin_object();
        out.key("text");
        out.string(text);
        out.end_object();
        return out.take();
    });
}

net::Response list_chat_tools(const ApiParts& api, const Asked& asked) {
    return about_chats(api, [&](Chats& chats) { return chat_tools_json(chats, asked.id); });
}

net::Response switch_chat_tools(const ApiParts& api, const Asked& asked) {
    return about_chats(api, [&](Chats& chats) {
        return chat_done(
            chats.switch_tools(asked.id, asked.text("pattern"), asked.text("is_on") == "true"));
    });
}

net::Response choose_chat_profile(const ApiParts& api, const Asked& asked) {
    return about_chats(api, [&](Chats& chats) {
        return chat_done(chats.choose_profile(asked.id, asked.text("profile")));
    });
}

net::Response import_chats(const ApiParts& api, const Asked& asked) {
    return about_chats(api, [&](Chats& chats) -> Result<std::string> {
        IAM_TRY(imported, chats.import_file(asked.text("name"), asked.text("text")));
        return imported_json(imported);
    });
}

constexpr std::array k_chat_settings_routes{
    Route{.method = "POST",
          .path = "/api/chats/{id}/rename",
          .respond = rename_chat,
          .members = k_rename_chat,
          .summary = "Gives a chat another title.",
          .answer = "done"},
    Route{.method = "POST",
          .path = "/api/chats/{id}/delete",
          .respond = delete_chat,
          .summary = "Forgets a chat; the ledger keeps its calls.",
          .answer = "done"},
    Route{.method = "GET",
          .path = "/api/chats/{id}/export",
          .respond = export_chat,
          .members = k_export_chat,
          .summary = "Gives a chat as a text of at most 3 MiB.",
          .answer = "text"},
    Route{.method = "GET",
          .path = "/api/chats/{id}/tools",
          .respond = list_chat_tools,
          .summary = "Lists the tools, and if the chat may use them.",
          .answer = "tools: name, title, is_on"},
    Route{.method = "POST",
          .path = "/api/chats/{id}/tools",
          .respond = switch_chat_tools,
          .members = k_switch_chat_tools,
          .summary = "Lets a chat use tools from now on, or not.",
          .answer = "done"},
    Route{.method = "POST",
          .path = "/api/chats/{id}/profile",
          .respond = choose_chat_profile,
          .members = k_choose_chat_profile,
          .summary = "Gives a chat a profile, with its instructions and tools, from now on.",
          .answer = "done"},
    Route{.method = "POST",
          .path = "/api/chats/import",
          .respond = import_chats,
          .members = k_import_chats,
          .summary = "Imports the chats of a file. Their texts enter as data.",
          .answer = "chats: id, title, is_new (the first 500 of count); faults: sentences (the "
                    "first 20 of fault_count)"}};

}  // namespace

std::span<const Route> chat_settings_routes() noexcept {
    return k_chat_settings_routes;
}

}  // namespace iam::console
