#include "host/commands/chat/chat_records.hpp"

#include "host/commands/chat/chat_import.hpp"
#include "host/output/json_member.hpp"
#include "host/output/listing.hpp"
#include <iam/chat/export_text.hpp>
#include <iam/core/clock.hpp>
#include <iam/core/entropy.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/core/utf8.hpp>
#include <iam/question/escape.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace iam::host {
namespace {

using question::escape_for_display;

constexpr std::size_t k_title_bytes_max = 60;

/// The steps of a chat that has some.
Result<std::vector<chat::Step>> load_chat(const Session& session, const std::string& id) {
    IAM_TRY(chats, open_chats(session, store::Mode::read_only));
    IAM_TRY(steps, chats->load(id));
    if (steps.empty()) return tl::unexpected(no_such_chat(session, id));
    return steps;
}

struct ListedChat {
    std::string id{};
    std::size_t messages = 0;
    std::string title{};
    std::optional<Error> fault{};  ///< why it cannot be read
};

void put_chat(JsonWriter& out, const ListedChat& chat) {
    out.begin_object();
    put(out, "id", chat.id);
    out.plain_key("messages");
    out.integer(std::uint64_t{chat.messages});
    put(out, "title", chat.title);
    if (chat.fault) put(out, "unreadable_because", chat.fault->message);
    out.end_object();
}

/// The chats of the state. A chat that cannot be read stands among them.
Result<std::vector<ListedChat>> listed_chats(chat::ChatStore& chats) {
    IAM_TRY(ids, chats.list());
    std::vector<ListedChat> listed;
    for (const std::string& id : ids) {
        const auto steps = chats.load(id);
        if (!steps && steps.error().code != Errc::corrupt) return tl::unexpected(steps.error());
        if (steps) {
            listed.push_back({id, messages_in(*steps), title_of(*steps)});
        } else {
            listed.push_back({.id = id, .fault = steps.error()});
        }
    }
    return listed;
}

void print_chats(const Session& session, const std::vector<ListedChat>& listed) {
    Rows rows;
    for (const ListedChat& each : listed)
        rows.push_back({each.id,
                        each.fault ? "unreadable" : std::to_string(each.messages) + " messages",
                        escape_for_display(each.title)});
    print_list(session, {"CHAT", "LENGTH", "BEGINS"}, rows, "There are no chats yet.");
}

ExitCode list_chats(Session& session) {
    if (!session.has_ledger()) {
        session.say("There are no chats yet.");
        return ExitCode::done;
    }
    const auto chats = open_chats(session, store::Mode::read_only);
    if (!chats) return session.report(chats.error());
    const auto listed = listed_chats(**chats);
    if (!listed) return session.report(listed.error());
    if (session.options().json) {
        JsonWriter out;
        out.begin_object();
        put_list(out, "chats", *listed, put_chat);
        out.end_object();
        session.print(out);
    } else {
        print_chats(session, *listed);
    }
    ExitCode code = ExitCode::done;
    for (const ListedChat& each : *listed) {
        if (!each.fault) continue;
        session.say("The chat " + each.id + " cannot be read: " + each.fault->message);
        code = ExitCode::failed;
    }
    return code;
}

ExitCode show_chat(Session& session, const std::string& id) {
    auto steps = load_chat(session, id);
    if (!steps) return session.report(steps.error());
    const auto branch = chat::branch_of(*std::move(steps));
    if (!branch) return session.report(branch.error());
    session.out() << question::visible_lines(chat::markdown_of(*branch));
    return ExitCode::done;
}

/// The steps with the results of the ledger, as far as it has them.
Result<std::vector<chat::Step>> load_with_results(const Session& session, const std::string& id) {
    IAM_TRY(steps, load_chat(session, id));
    IAM_TRY(ledger, session.open_store(store::Mode::read_only));
    IAM_CHECK(chat::fill_results(*ledger, steps));
    return std::move(steps);
}

ExitCode export_chat(Session& session, const std::string& id, const std::string& format) {
    if (format == "markdown") return show_chat(session, id);
    if (format != "jsonl")
        return session.report({Errc::invalid_argument, "\"" + escape_for_display(format) +
                                                           "\" is no format; write jsonl or "
                                                           "markdown."});
    auto steps = load_with_results(session, id);
    if (!steps) return session.report(steps.error());
    const auto lines = chat::json_lines_of(*std::move(steps));
    if (!lines) return session.report(lines.error());
    session.out() << harmless_lines(*lines);
    return ExitCode::done;
}

/// Nobody could use an answer to a question of a chat that is gone.
Result<void> withdraw_questions(Session& session, const std::set<std::string>& approvals) {
    if (approvals.empty()) return {};
    IAM_TRY(desk, session.open_desk());
    return withdraw_all(desk.runtime->consent(), session.subject(), approvals);
}

void add_export_command(const Commands& commands, CLI::App& chat) {
    struct ChatExportWords {
        std::string id{};
        std::string format = "jsonl";
    };
    auto words = std::make_shared<ChatExportWords>();
    CLI::App* command = add_command(
        commands, chat, "export",
        "Prints a chat with its branches, calls and results as JSON lines; chat import reads them",
        [words](Session& session) { return export_chat(session, words->id, words->format); });
    command->add_option("ID", words->id, "The chat, as chat list names it")->required();
    command
        ->add_option("--format", words->format, "jsonl, or markdown: the present branch for people")
        ->capture_default_str();
}

ExitCode delete_chat(Session& session, const std::string& id) {
    const auto chats = open_chats(session, store::Mode::read_write);
    if (!chats) return session.report(chats.error());
    const auto steps = (*chats)->load(id);
    if (!steps) return session.report(steps.error());
    const auto removed = (*chats)->remove(id);
    if (!removed && removed.error().code == Errc::not_found)
        return session.report(no_such_chat(session, id));
    if (!removed) return session.report(removed.error());
    if (const auto done = withdraw_questions(session, open_questions(*steps)); !done)
        return session.report(done.error());
    session.say("The chat is gone. The ledger keeps its calls.");
    return ExitCode::done;
}

}  // namespace

std::string title_of(const std::vector<chat::Step>& steps) {
    for (auto step = steps.rbegin(); step != steps.rend(); ++step)
        if (const auto* const titled = std::get_if<chat::ChatTitled>(&*step)) return titled->title;
    for (const chat::Step& step : steps) {
        const auto* const said = std::get_if<chat::PersonSaid>(&step);
        if (said == nullptr || said->segments.empty()) continue;
        const std::string_view text = chat::plain_text(said->segments.front());
        return std::string(first_bytes(text.substr(0, text.find('\n')), k_title_bytes_max));
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

std::set<std::string> open_questions(const std::vector<chat::Step>& steps) {
    std::map<std::string, std::string> by_call;
    for (const chat::Step& step : steps) {
        if (const auto* const waits = std::get_if<chat::CallWaits>(&step))
            by_call[waits->call] = waits->approval;
        if (const auto* const ended = std::get_if<chat::CallEnded>(&step))
            by_call.erase(ended->call);
    }
    std::set<std::string> approvals;
    for (const auto& [call, approval] : by_call) approvals.insert(approval);
    return approvals;
}

Result<void> withdraw_all(gate::Consent consent, const Subject& by,
                          const std::set<std::string>& approvals) {
    Result<void> first;
    for (const std::string& approval : approvals) {
        auto done = consent.withdraw(approval, by);
        // After a conflict it has been answered or has expired since then.
        if (!done && done.error().code != Errc::conflict && first) first = std::move(done);
    }
    return first;
}

std::string harmless_lines(std::string_view json_lines) {
    std::string out;
    while (!json_lines.empty()) {
        const std::size_t end = std::min(json_lines.find('\n'), json_lines.size());
        out += question::json_without_controls(json_lines.substr(0, end));
        out += '\n';
        json_lines.remove_prefix(std::min(end + 1, json_lines.size()));
    }
    return out;
}

Error no_such_chat(const Session& session, const std::string& id) {
    return {Errc::not_found, "There is no chat '" + escape_for_display(id) +
                                 "'; list them: " + session.command("chat list")};
}

std::string new_chat_id(const Session& session) {
    const auto now = session.environment().clock.now().wall.time_since_epoch();
    std::array<std::uint8_t, 3> chance{};
    session.environment().entropy.fill(chance);
    return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(now).count()) +
           "-" + to_hex(chance);
}

Result<std::unique_ptr<chat::ChatStore>> open_chats(const Session& session, store::Mode mode) {
    if (!session.backend().open_chats) return chat::make_memory_chat_store();
    IAM_TRY(place, session.place());
    return session.backend().open_chats(place, mode);
}

void add_chat_records_commands(const Commands& commands, CLI::App& chat) {
    add_command(
        commands, chat, "list",
        "Lists the chats, sorted by their ids. The id of a chat that was begun here starts\n"
        "with the millisecond of its beginning. Imported chats stand behind these",
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
    add_export_command(commands, chat);
    add_chat_import_command(commands, chat);
    with_id("delete", "Forgets a chat and ends its open questions; the ledger keeps its calls",
            delete_chat);
}

}  // namespace iam::host
