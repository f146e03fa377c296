// chat: a model that uses the tools of this program, at the terminal or for one turn of a script.
#include "host/commands/chat/chat_records.hpp"
#include "host/commands/chat/chat_session.hpp"
#include "host/commands/chat/chat_setup.hpp"
#include "host/commands/chat/line_input.hpp"
#include "host/commands/chat/model_options.hpp"
#include "host/commands/chat/profiles/profile_commands.hpp"
#include "host/commands/commands.hpp"
#include "host/commands/servers/servers.hpp"
#include "host/output/proposer_words.hpp"
#include "host/session/input.hpp"
#include <iam/chat/conversation.hpp>
#include <iam/question/escape.hpp>

#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <utility>

namespace iam::host {
namespace {

ExitCode code_of_turn(chat::TurnEnd end) {
    return end == chat::TurnEnd::done ? ExitCode::done : ExitCode::failed;
}

/// One turn: the prompt of the command line, or all of standard input.
ExitCode run_one_turn(Session& session, ChatSession& chat, const ChatWords& words) {
    const auto text =
        text_or_input(words.prompt.empty() ? "-" : words.prompt, session.environment().in);
    if (!text) return session.report(text.error());
    return code_of_turn(chat.say(*text));
}

std::unique_ptr<LineInput> input_of(const Session& session) {
    const Environment& environment = session.environment();
    const std::string prompt = "> ";
    const bool is_plain = session.options().plain || environment.plain;
    if (!is_plain) {
        if (auto input = make_edited_input(session.registry().application(), prompt,
                                           session.chat_history_path()))
            return input;
    }
    return make_plain_input(environment, prompt);
}

ExitCode run_lines(Session& session, ChatSession& chat, const std::string& id,
                   const ChatSetup& setup) {
    session.say("Chat " + id + " with " + question::escape_for_display(setup.model().name()) +
                ". /help lists commands, Ctrl-D ends.");
    chat.tell_state();
    const auto input = input_of(session);
    for (;;) {
        std::optional<std::string> line;
        {
            const auto watch = session.watch_interrupts(
                [&session] { session.say("Ctrl-D ends the chat; Ctrl-C again ends it at once."); });
            line = input->next();
        }
        if (!line) break;
        const auto read = read_chat_line(*line);
        if (!read) {
            session.report(read.error());
            continue;
        }
        if (!chat.act(*read)) break;
    }
    return ExitCode::done;
}

/// The profile and the model, with what an earlier chat has recorded.
Result<void> begin_setup(const Session& session, const ChatWords& words, ChatSetup& setup) {
    if (!words.chat.empty()) {
        if (!session.has_ledger()) return tl::unexpected(no_such_chat(session, words.chat));
        IAM_TRY(store, open_chats(session, store::Mode::read_only));
        IAM_TRY(steps, store->load(words.chat));
        if (steps.empty()) return tl::unexpected(no_such_chat(session, words.chat));
        setup.remember(steps);
    }
    return setup.begin();
}

ExitCode run_chat(Session& session, const ChatWords& words) {
    ChatSetup setup(session, words);
    if (const auto ready = begin_setup(session, words, setup); !ready)
        return session.report(ready.error());
    session.close_to_servers(setup.key_file());
    if (const auto imported = session.import_tools(k_servers_wait); !imported)
        return report_lines(session, imported.error());
    const Asking asking = asking_of(session);
    chat::TaintGuard& taint_guard = session.guard_taint();
    auto desk = session.open_desk(asking);
    if (!desk) return session.report(desk.error());
    const auto store = open_chats(session, store::Mode::read_write);
    if (!store) return session.report(store.error());
    ChatSession chat({.session = session,
                      .desk = *desk,
                      .setup = setup,
                      .store = **store,
                      .asks_here = asking == Asking::terminal,
                      .taint_guard = &taint_guard});
    const std::string id = words.chat.empty() ? new_chat_id(session) : words.chat;
    if (const auto opened = chat.open(id); !opened) return session.report(opened.error());
    const bool is_one_turn = !words.prompt.empty() || !session.environment().in_is_terminal;
    return is_one_turn ? run_one_turn(session, chat, words) : run_lines(session, chat, id, setup);
}

void add_profile_options(CLI::App& chat, ChatWords& words) {
    chat.add_option("--profile", words.profile,
                    "Model, instructions, tools and budgets of this profile; chat profiles list\n"
                    "names them. - stands for none")
        ->type_name("NAME|FILE");
    chat.add_option("--server", words.servers,
                    "Uses tools of this server, and of no server that is not named so; repeat it")
        ->type_name("NAME")
        ->allow_extra_args(false);
    chat.add_option("--tool", words.tools,
                    "Uses the tools that this pattern meets, and no others; repeat it")
        ->type_name("PATTERN")
        ->allow_extra_args(false);
}

}  // namespace

void add_chat_commands(const Commands& commands) {
    auto words = std::make_shared<ChatWords>();
    CLI::App* chat =
        add_command(commands, commands.app, "chat",
                    "Talks with a model that uses the tools, each call through the gate",
                    [words](Session& session) { return run_chat(session, *words); });
    chat->add_option("PROMPT", words->prompt,
                     "One turn, and the end. Without it a terminal gets a conversation, and other\n"
                     "standard input is one turn");
    add_model_options(*chat, words->model);
    chat->add_option("--chat", words->chat, "Goes on with this chat; chat list names them")
        ->type_name("ID");
    chat->add_option("--system", words->system, "Instructions of yours for the model")
        ->type_name("TEXT");
    add_profile_options(*chat, *words);
    chat->require_subcommand(0, 1);
    add_chat_records_commands(commands, *chat);
    add_profile_commands(commands, *chat);
    give_examples(
        *chat, commands.session,
        {"chat --model ollama/qwen3:8b", "chat --model anthropic/NAME \"Which alarms are set?\"",
         "chat --model openai/NAME --model-url http://127.0.0.1:8080/v1 <question.txt",
         "chat --profile alarms --tool '*_alarm'"});
}

}  // namespace iam::host
