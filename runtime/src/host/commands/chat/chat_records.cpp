#include "host/commands/chat/chat_records.hpp"

#include "host/output/json_member.hpp"
#include "host/output/listing.hpp"
#include <iam/chat/export_text.hpp>
#include <iam/chat/step_text.hpp>
#include <iam/core/clock.hpp>
#include <iam/core/entropy.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/question/escape.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace iam::host {
namespace {

using question::escape_for_display;

constexpr std::size_t k_title_bytes_max = 60;

/// The first line of a person's first message, cut between characters.
std::string title_of(const std::vector<chat::Step>& steps) {
    for (const chat::Step& step : steps) {
        const auto* const said = std::get_if<chat::PersonSaid>(&step);
        if (said == nullptr || said->segments.empty()) continue;
        std::string title = said->segments.front().text;
        title = title.substr(0, title.find('\n'));
        std::size_t end = std::min(title.size(), k_title_bytes_max);
        while (end > 0 && end < title.size() &&
               (static_cast<unsigned char>(title[end]) & 0xC0U) == 0x80U)
            --end;
        return title.substr(0, end);
    }
    return {};
}

std::size_t messages_in(const std::vector<chat::Step>& steps) {
    std::size_t count = 0;
    for (const chat::Step& step : steps) {
        if (std::holds_alternative<chat::PersonSaid>(step) ||
            std::holds_alternative<chat::Answered>(step))
            ++count;
    }
    return count;
}

/// The steps of a chat that has some.
Result<std::vector<chat::Step>> load_chat(const Session& session, const std::string& id) {
    IAM_TRY(chats, open_chats(session, store::Mode::read_only));
    IAM_TRY(steps, chats->load(id));
    if (steps.empty()) return tl::unexpected(no_such_chat(session, id));
    return steps;
}

ExitCode list_chats(Session& session) {
    if (!session.has_ledger()) {
        session.say("There are no chats yet.");
        return ExitCode::done;
    }
    const auto chats = open_chats(session, store::Mode::read_only);
    if (!chats) return session.report(chats.error());
    const auto ids = (*chats)->list();
    if (!ids) return session.report(ids.error());
    Rows rows;
    JsonWriter out;
    out.begin_object();
    out.plain_key("chats");
    out.begin_array();
    for (const std::string& id : *ids) {
        const auto steps = (*chats)->load(id);
        if (!steps) return session.report(steps.error());
        const std::string count = std::to_string(messages_in(*steps));
        rows.push_back({id, count + " messages", escape_for_display(title_of(*steps))});
        out.begin_object();
        put(out, "id", id);
        out.plain_key("messages");
        out.integer(std::uint64_t{messages_in(*steps)});
        put(out, "title", title_of(*steps));
        out.end_object();
    }
    out.end_array();
    out.end_object();
    if (session.options().json) {
        session.print(out);
    } else {
        print_list(session, {"CHAT", "LENGTH", "BEGINS"}, rows, "There are no chats yet.");
    }
    return ExitCode::done;
}

ExitCode show_chat(Session& session, const std::string& id) {
    auto steps = load_chat(session, id);
    if (!steps) return session.report(steps.error());
    const auto branch = chat::branch_of(*std::move(steps));
    if (!branch) return session.report(branch.error());
    session.out() << question::visible_lines(chat::markdown_of(*branch));
    return ExitCode::done;
}

/// Every step in a line of its own, after a line that says which form this is.
ExitCode export_chat(Session& session, const std::string& id) {
    const auto steps = load_chat(session, id);
    if (!steps) return session.report(steps.error());
    JsonWriter head;
    head.begin_object();
    put(head, "chat", id);
    head.plain_key("iam_chat");
    head.integer(std::uint64_t{1});
    head.end_object();
    session.out() << head.text() << '\n';
    for (const chat::Step& step : *steps)
        session.out() << question::json_without_controls(chat::step_text(step)) << '\n';
    return ExitCode::done;
}

ExitCode delete_chat(Session& session, const std::string& id) {
    const auto chats = open_chats(session, store::Mode::read_write);
    if (!chats) return session.report(chats.error());
    const auto removed = (*chats)->remove(id);
    if (!removed && removed.error().code == Errc::not_found)
        return session.report(no_such_chat(session, id));
    if (!removed) return session.report(removed.error());
    session.say("The chat is gone. The ledger keeps its calls.");
    return ExitCode::done;
}

}  // namespace

Error no_such_chat(const Session& session, const std::string& id) {
    return {Errc::not_found, "There is no chat '" + escape_for_display(id) +
                                 "'; list them: " + session.command("chat list")};
}

std::string new_chat_id(const Session& session) {
    const auto now = session.environment().clock.now().wall.time_since_epoch();
    std::array<std::uint8_t, 3> chance{};
    session.environment().entropy.fill(chance);
    return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(now).count()) + "-" +
           to_hex(chance);
}

Result<std::unique_ptr<chat::ChatStore>> open_chats(const Session& session, store::Mode mode) {
    if (!session.backend().open_chats) return chat::make_memory_chat_store();
    IAM_TRY(place, session.place());
    return session.backend().open_chats(place, mode);
}

void add_chat_records_commands(const Commands& commands, CLI::App& chat) {
    add_command(commands, chat, "list",
                "Lists the chats by their ids; ids that were made begin with their time",
                list_chats);
    const auto with_id = [&](const char* name, const char* help,
                             ExitCode (*action)(Session&, const std::string&)) {
        auto id = std::make_shared<std::string>();
        CLI::App* command = add_command(commands, chat, name, help, [id, action](Session& session) {
            return action(session, *id);
        });
        command->add_option("ID", *id, "The chat, as chat list names it")->required();
    };
    with_id("show", "Prints a chat as Markdown", show_chat);
    with_id("export", "Prints a chat as JSON lines, a step a line; results stay in the ledger",
            export_chat);
    with_id("delete", "Forgets a chat; the ledger keeps its calls", delete_chat);
}

}  // namespace iam::host
