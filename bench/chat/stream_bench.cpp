// Reads one stream many times, for bench/chat/run.mjs:
//   stream_bench FORM FILE TIMES      prints the nanoseconds of processor time of one reading
//   stream_bench discarded            prints how far discarded bytes grow the heap
#include <iam/chat/stream.hpp>

#include <malloc.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

namespace {

using namespace iam;

constexpr std::array<std::pair<std::string_view, chat::WireForm>, 5> k_forms = {
    {{"chat_completions", chat::WireForm::chat_completions},
     {"responses", chat::WireForm::responses},
     {"messages", chat::WireForm::messages},
     {"generate_content", chat::WireForm::generate_content},
     {"ollama", chat::WireForm::ollama_chat}}};

constexpr std::size_t k_piece = 1000;  // as the clients of npm get them

[[noreturn]] void stop(const char* why) {
    std::fprintf(stderr, "stream_bench: %s\n", why);
    std::exit(1);
}

/// Text and calls joined, as the clients of npm do it.
struct Reading {
    std::string text{};
    std::vector<chat::WholeCall> calls{};
    bool has_end = false;

    void take(const chat::Event& event) {
        if (const auto* piece = std::get_if<chat::TextPiece>(&event)) text += piece->text;
        if (const auto* call = std::get_if<chat::WholeCall>(&event)) calls.push_back(*call);
        if (std::get_if<chat::End>(&event) != nullptr) has_end = true;
    }
};

std::size_t read_once(chat::WireForm form, std::string_view bytes) {
    const auto parser = chat::make_stream_parser(form);
    Reading reading;
    const chat::StreamParser::Sink take = [&](const chat::Event& event) { reading.take(event); };
    for (; !bytes.empty(); bytes.remove_prefix(std::min(k_piece, bytes.size())))
        parser->add(bytes.substr(0, k_piece), take);
    parser->finish(take);
    if (!reading.has_end) stop("the stream has no end");
    return reading.text.size() + reading.calls.size();
}

int measure(std::string_view name, const char* path, int times) {
    const auto* form = std::find_if(k_forms.begin(), k_forms.end(),
                                    [&](const auto& each) { return each.first == name; });
    std::ifstream file(path, std::ios::binary);
    if (form == k_forms.end() || !file || times < 1) stop("no such form or file");
    const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    std::size_t sum = read_once(form->second, bytes);
    const std::clock_t begin = std::clock();
    for (int i = 0; i < times; ++i) sum += read_once(form->second, bytes);
    const double seconds = double(std::clock() - begin) / CLOCKS_PER_SEC;
    if (sum == 0) stop("nothing was read");
    std::printf("%.0f\n", seconds * 1e9 / times);
    return 0;
}

/// Comments, unknown events and members, and bytes behind the end: 64 MB of each.
void measure_discarded(const char* what, const std::string& before, const std::string& discarded) {
    constexpr std::size_t k_bytes = 64'000'000;
    const auto parser = chat::make_stream_parser(chat::WireForm::chat_completions);
    const chat::StreamParser::Sink ignore = [](const chat::Event&) {};
    parser->add(before, ignore);
    for (int i = 0; i < 100; ++i) parser->add(discarded, ignore);  // a line may need its room
    const std::size_t start = mallinfo2().uordblks;
    std::size_t most = start;
    for (std::size_t fed = 0; fed < k_bytes; fed += discarded.size()) {
        parser->add(discarded, ignore);
        most = std::max(most, mallinfo2().uordblks);
    }
    std::printf("%s: %zu bytes\n", what, most - start);
}

int measure_all_discarded() {
    measure_discarded("comments", "", ": " + std::string(1000, 'x') + "\n\n");
    measure_discarded("unknown events", "",
                      "event: x\ndata: {\"x\":\"" + std::string(1000, 'x') + "\"}\n\n");
    measure_discarded(
        "behind the end", "data: [DONE]\n\n",
        "data: {\"choices\":[{\"delta\":{\"content\":\"" + std::string(1000, 'x') + "\"}}]}\n\n");
    return 0;
}

}  // namespace

int main(int count, char** words) {
    if (count == 2 && std::string_view(words[1]) == "discarded") return measure_all_discarded();
    if (count != 4) stop("usage: stream_bench FORM FILE TIMES, or stream_bench discarded");
    int times = 0;
    const std::string_view digits = words[3];
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), times);
    if (code != std::errc{} || end != digits.data() + digits.size()) stop("TIMES is a number");
    return measure(words[1], words[2], times);
}
