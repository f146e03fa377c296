// Opens a chat of many messages, and reads its rows alone as the floor:
//   open_bench FOLDER [MESSAGES]     figures are medians of processor time
#include <iam/chat/conversation.hpp>
#include <iam/chat/scripted_model.hpp>
#include <iam/core/entropy.hpp>
#include <iam/store/memory_store.hpp>
#include <iam/store_sqlite/sqlite_chats.hpp>

#include <nlohmann/json.hpp>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace iam;

constexpr int k_rounds = 9;
constexpr const char* k_chat = "long";

[[noreturn]] void stop(const std::string& why) {
    std::fprintf(stderr, "open_bench: %s\n", why.c_str());
    std::exit(1);
}

double median_ms(const std::function<void()>& run) {
    std::array<double, k_rounds> times{};
    for (double& time : times) {
        const std::clock_t begin = std::clock();
        run();
        time = double(std::clock() - begin) * 1000 / CLOCKS_PER_SEC;
    }
    std::nth_element(times.begin(), times.begin() + k_rounds / 2, times.end());
    return times[k_rounds / 2];
}

/// A message of a person and an answer a turn, each of 200 letters.
std::vector<chat::Step> steps_of(std::size_t messages) {
    const std::string text = std::string(199, 'x') + "\n";
    std::vector<chat::Step> steps;
    std::optional<chat::StepNumber> leaf;
    for (std::uint64_t turn = 1; turn <= messages / 2; ++turn) {
        steps.emplace_back(chat::PersonSaid{leaf, {{chat::Source{}, text}}});
        leaf = steps.size() - 1;
        steps.emplace_back(chat::TurnBegan{turn, *leaf});
        steps.emplace_back(chat::RequestSent{turn, 1, "scripted/model", {}});
        steps.emplace_back(chat::Answered{.turn = turn,
                                          .generation = 1,
                                          .after = *leaf,
                                          .text = text,
                                          .model = "scripted/model"});
        leaf = steps.size() - 1;
        steps.emplace_back(chat::TurnEnded{turn, chat::TurnEnd::done, {}});
    }
    return steps;
}

/// The rows in order, each parsed by nlohmann's parser.
void read_rows(const std::string& file) {
    sqlite3* database = nullptr;
    sqlite3_stmt* rows = nullptr;
    if (sqlite3_open_v2(file.c_str(), &database, SQLITE_OPEN_READONLY, nullptr) != SQLITE_OK ||
        sqlite3_prepare_v2(database, "SELECT step FROM steps WHERE chat = 'long' ORDER BY number",
                           -1, &rows, nullptr) != SQLITE_OK)
        stop("the rows cannot be read");
    std::size_t members = 0;
    while (sqlite3_step(rows) == SQLITE_ROW) {
        const auto* const text = reinterpret_cast<const char*>(sqlite3_column_text(rows, 0));
        const auto size = static_cast<std::size_t>(sqlite3_column_bytes(rows, 0));
        members += nlohmann::json::parse(std::string_view(text, size)).size();
    }
    if (members == 0) stop("there are no rows");
    sqlite3_finalize(rows);
    sqlite3_close(database);
}

void open_chat(const std::filesystem::path& folder, std::size_t messages) {
    const auto chats = store_sqlite::open_chats(folder, store::Mode::read_write);
    if (!chats) stop(chats.error().message);
    Registry registry;
    const auto ledger = store::make_memory_store();
    gate::Runtime runtime({.registry = registry, .store = *ledger});
    chat::ScriptedModel model({});
    SystemEntropy entropy;
    const auto opened = chat::Conversation::open({.runtime = runtime,
                                                  .registry = registry,
                                                  .ledger = *ledger,
                                                  .model = model,
                                                  .store = **chats,
                                                  .entropy = entropy},
                                                 {.chat = k_chat});
    if (!opened) stop(opened.error().message);
    if ((*opened)->branch().size() != messages) stop("messages are missing");
}

}  // namespace

int main(int count, char** words) {
    if (count < 2) stop("usage: open_bench FOLDER [MESSAGES]");
    std::size_t messages = 10'000;
    if (count > 2) {
        const std::string_view digits = words[2];
        std::from_chars(digits.data(), digits.data() + digits.size(), messages);
    }
    const std::filesystem::path folder(words[1]);
    {
        const auto chats = store_sqlite::open_chats(folder, store::Mode::read_write);
        if (!chats) stop(chats.error().message);
        if (const auto old = (*chats)->load(k_chat); old && !old->empty())
            if (!(*chats)->remove(k_chat)) stop("the old chat stays");
        if (const auto made = (*chats)->append(k_chat, 0, steps_of(messages)); !made)
            stop(made.error().message);
    }
    const double opening = median_ms([&] { open_chat(folder, messages); });
    const double rows = median_ms([&] { read_rows((folder / "chats.db").string()); });
    std::printf("a chat of %zu messages: opened in %.1f ms, rows and JSON %.1f ms, ratio %.2f\n",
                messages, opening, rows, opening / rows);
    return 0;
}
