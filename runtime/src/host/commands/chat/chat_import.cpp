#include "host/commands/chat/chat_import.hpp"

#include "host/commands/chat/chat_records.hpp"
#include "host/output/json_member.hpp"
#include "host/output/listing.hpp"
#include <iam/question/escape.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace iam::host {
namespace {

namespace fs = std::filesystem;
using question::escape_for_display;

struct ImportWords {
    std::vector<std::string> files{};
    std::string format = "auto";
};

struct NamedFormat {
    std::string_view name;
    std::optional<chat::ImportFormat> format;  ///< nothing: a database, which the store reads
};
constexpr std::array<NamedFormat, 5> k_import_formats = {{
    {"auto", chat::ImportFormat::automatic},
    {"iam", chat::ImportFormat::iam},
    {"chatgpt", chat::ImportFormat::chatgpt},
    {"openai", chat::ImportFormat::openai},
    {"sqlite", std::nullopt},
}};

/// One chat of a file: stored now, stored already, or failed.
struct ImportRow {
    std::string file{};
    std::string place{};
    std::string id{};  ///< empty: failed
    bool is_new = false;
    std::size_t messages = 0;
    std::string title{};
    std::string fault{};
};

/// Imports files, one after another, and keeps the outcome of each chat.
class ChatImport {
 public:
    ChatImport(Session& session, chat::ChatStore& store) : session_(session), store_(store) {}

    void read(const std::string& file, const NamedFormat& format) {
        file_ = file;
        std::error_code problem;
        if (!fs::is_regular_file(file, problem))
            return add_fault("the file", "it is not there, or no file; name files.");
        std::ifstream in(file, std::ios::binary);
        std::string piece(k_piece_bytes, '\0');
        if (!next(in, piece)) return add_fault("the file", "it is empty or may not be read.");
        if (piece.rfind("PK\x03\x04", 0) == 0)
            return add_fault("the file",
                             "it is a ZIP archive; unpack it, and name its conversations*.json.");
        const bool is_database = piece.rfind("SQLite format 3", 0) == 0;
        const bool is_automatic = format.format == chat::ImportFormat::automatic;
        if (!format.format || (is_automatic && is_database)) return read_database(file);
        chat::ChatFileReader reader({.format = *format.format}, sink());
        do {
            reader.add(piece);
            piece.resize(k_piece_bytes);
        } while (!store_fault_ && next(in, piece));
        if (!store_fault_) reader.finish();
    }

    const std::vector<ImportRow>& rows() const noexcept { return rows_; }
    const chat::LeftOut& left_out() const noexcept { return left_out_; }
    /// The store has taken no chat since this fault.
    const std::optional<Error>& store_fault() const noexcept { return store_fault_; }

 private:
    static constexpr std::size_t k_piece_bytes = std::size_t{64} << 10U;

    /// False at the end of the file.
    static bool next(std::ifstream& in, std::string& piece) {
        in.read(piece.data(), static_cast<std::streamsize>(piece.size()));
        piece.resize(static_cast<std::size_t>(in.gcount()));
        return !piece.empty();
    }

    void read_database(const std::string& file) {
        if (!session_.backend().import_chats)
            return add_fault("the file", "the store of this program reads no databases.");
        const auto read = session_.backend().import_chats(file, sink());
        if (!read) add_fault("the file", read.error().message);
    }

    chat::ImportSink sink() {
        return [this](chat::ImportOutcome outcome) { take(std::move(outcome)); };
    }

    void take(chat::ImportOutcome outcome) {
        if (store_fault_) return;
        if (!outcome.chat) return add_fault(std::move(outcome.place), outcome.chat.error().message);
        const chat::ImportedChat& chat = *outcome.chat;
        ImportRow row{.file = file_, .place = std::move(outcome.place), .title = chat.title};
        row.id = import_id(chat);
        row.messages = chat.messages.size();
        const std::string name = fs::path(file_).filename().string();
        const auto is_new = store_import(store_, chat, name, session_.environment().entropy);
        if (!is_new) {
            store_fault_ = is_new.error();
            return;
        }
        row.is_new = *is_new;
        if (row.is_new) add_left_out(chat.left_out);
        rows_.push_back(std::move(row));
    }

    void add_fault(std::string place, std::string why) {
        rows_.push_back({.file = file_, .place = std::move(place), .fault = std::move(why)});
    }
    void add_left_out(const chat::LeftOut& more) {
        left_out_.system_texts += more.system_texts;
        left_out_.thinking += more.thinking;
        left_out_.attachments += more.attachments;
    }

    Session& session_;
    chat::ChatStore& store_;
    std::string file_{};
    std::vector<ImportRow> rows_{};
    chat::LeftOut left_out_{};
    std::optional<Error> store_fault_{};
};

void print_import_json(const Session& session, const ChatImport& import) {
    JsonWriter out;
    out.begin_object();
    const auto put_rows = [&](const char* name, bool are_faults) {
        out.plain_key(name);
        out.begin_array();
        for (const ImportRow& row : import.rows()) {
            if (row.id.empty() != are_faults) continue;
            out.begin_object();
            put(out, "file", row.file);
            put(out, "place", row.place);
            put_unless_empty(out, "reason", row.fault);
            put_unless_empty(out, "id", row.id);
            put_unless_empty(out, "title", row.title);
            if (!are_faults) {
                out.plain_key("messages");
                out.integer(std::uint64_t{row.messages});
                out.plain_key("is_new");
                out.boolean(row.is_new);
            }
            out.end_object();
        }
        out.end_array();
    };
    put_rows("chats", false);
    put_rows("failed", true);
    out.end_object();
    session.print(out);
}

void print_import_rows(const Session& session, const ChatImport& import) {
    Rows rows;
    for (const ImportRow& row : import.rows()) {
        if (row.id.empty()) continue;
        rows.push_back({row.id, row.is_new ? "imported" : "already there",
                        std::to_string(row.messages) + " messages", escape_for_display(row.title)});
    }
    print_list(session, {"CHAT", "STATE", "LENGTH", "TITLE"}, rows, "No chat was imported.");
    for (const ImportRow& row : import.rows()) {
        if (!row.id.empty()) continue;
        session.say("Not imported: " + row.file + ", " + row.place + ": " + row.fault);
    }
    const chat::LeftOut& left = import.left_out();
    if (left.system_texts + left.thinking + left.attachments == 0) return;
    session.say("Left out: " + std::to_string(left.system_texts) + " system texts, " +
                std::to_string(left.thinking) + " of thinking, " +
                std::to_string(left.attachments) + " attachments.");
}

ExitCode import_chats(Session& session, const ImportWords& words) {
    const auto format =
        std::find_if(k_import_formats.begin(), k_import_formats.end(),
                     [&](const NamedFormat& one) { return one.name == words.format; });
    if (format == k_import_formats.end())
        return session.report({Errc::invalid_argument,
                               "\"" + escape_for_display(words.format) +
                                   "\" is no format; write auto, iam, chatgpt, openai or sqlite."});
    // A chat in the memory of this process would be gone with it.
    if (!session.backend().open_chats)
        return session.report({Errc::invalid_argument,
                               "The store of this program keeps no chats, so it imports none."});
    // The state begins with its ledger, which tells that there is one.
    const auto ledger = session.open_store(store::Mode::read_write);
    if (!ledger) return session.report(ledger.error());
    const auto store = open_chats(session, store::Mode::read_write);
    if (!store) return session.report(store.error());
    ChatImport import(session, **store);
    for (const std::string& file : words.files)
        if (!import.store_fault()) import.read(file, *format);
    session.options().json ? print_import_json(session, import)
                           : print_import_rows(session, import);
    if (import.store_fault()) return session.report(*import.store_fault());
    const bool has_failed = std::any_of(import.rows().begin(), import.rows().end(),
                                        [](const ImportRow& row) { return row.id.empty(); });
    return has_failed ? ExitCode::failed : ExitCode::done;
}

}  // namespace

Result<bool> store_import(chat::ChatStore& store, const chat::ImportedChat& chat,
                          const std::string& name, Entropy& entropy) {
    const auto stored = store.append(import_id(chat), 0, import_steps(chat, name, entropy));
    if (stored) return true;
    // The id follows from the texts, so a chat that has it is the same chat.
    if (stored.error().code == Errc::conflict) return false;
    return tl::unexpected(stored.error());
}

void add_chat_import_command(const Commands& commands, CLI::App& chat) {
    auto words = std::make_shared<ImportWords>();
    CLI::App* command = add_command(
        commands, chat, "import",
        "Imports chats: exported ones, ChatGPT's conversations*.json, messages of OpenAI's API,\n"
        "a database of Reins. Texts alone enter, as data; a chat that is there is not made twice",
        [words](Session& session) { return import_chats(session, *words); });
    command->add_option("FILE", words->files, "The files")->required();
    command
        ->add_option("--format", words->format,
                     "auto, iam, chatgpt, openai or sqlite (a database of Reins)")
        ->capture_default_str();
    give_examples(*command, commands.session,
                  {"chat import conversations.json", "chat import --format openai train.jsonl"});
}

}  // namespace iam::host
