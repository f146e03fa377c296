// The memory of one turn, beside the bytes that it keeps: the greatest heap during the turn, less
// the heap before it.
//   turn_memory
#include <iam/chat/conversation.hpp>
#include <iam/chat/scripted_model.hpp>
#include <iam/core/entropy.hpp>
#include <iam/store/memory_store.hpp>

#include <malloc.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace {

std::atomic<std::size_t> live_bytes{0};
std::atomic<std::size_t> most_bytes{0};

void* counted(void* block) {
    if (block == nullptr) throw std::bad_alloc();
    const std::size_t now = live_bytes += malloc_usable_size(block);
    std::size_t most = most_bytes;
    while (now > most && !most_bytes.compare_exchange_weak(most, now)) continue;
    return block;
}

void released(void* block) noexcept {
    if (block != nullptr) live_bytes -= malloc_usable_size(block);
    std::free(block);
}

}  // namespace

void* operator new(std::size_t size) {
    return counted(std::malloc(size));
}
void operator delete(void* block) noexcept {
    released(block);
}
void operator delete(void* block, std::size_t /*size*/) noexcept {
    released(block);
}

namespace {

using namespace iam;

constexpr std::size_t k_piece_bytes = 64;

[[noreturn]] void stop(const char* why) {
    std::fprintf(stderr, "turn_memory: %s\n", why);
    std::exit(1);
}

/// A store on a disk, as far as memory goes: it keeps nothing in the process.
class DiskChatStore final : public chat::ChatStore {
 public:
    Result<void> append(const std::string& /*chat*/, chat::StepNumber /*number*/,
                        const std::vector<chat::Step>& /*steps*/) override {
        return {};
    }
    Result<std::shared_ptr<void>> hold(const std::string& /*chat*/) override {
        return std::make_shared<int>(0);
    }
    Result<std::vector<chat::Step>> load(const std::string& /*chat*/) override {
        return std::vector<chat::Step>();
    }
    Result<std::vector<std::string>> list() override { return std::vector<std::string>(); }
    Result<chat::Counted> counted_on(std::int64_t /*day*/) override { return chat::Counted{}; }
    Result<void> remove(const std::string& /*chat*/) override { return {}; }
};

/// A model without memory of its own: it writes the same piece again and again.
class PieceModel final : public chat::Model {
 public:
    PieceModel(std::size_t text_bytes, std::size_t thinking_bytes)
        : text_bytes_(text_bytes), thinking_bytes_(thinking_bytes) {}
    std::string name() const override { return "bench/pieces"; }
    std::optional<std::uint64_t> context_tokens() const override { return std::nullopt; }
    std::unique_ptr<chat::ModelStream> start(
        chat::ModelRequest /*request*/, std::function<void(const chat::Event&)> on_event) override {
        on_event_ = std::move(on_event);
        return std::make_unique<chat::ModelStream>();
    }
    /// The answer, on the thread of the caller.
    void answer() {
        const chat::Event thinking = chat::ThinkingPiece{std::string(k_piece_bytes, 't')};
        const chat::Event text = chat::TextPiece{std::string(k_piece_bytes, 'x')};
        for (std::size_t sent = 0; sent < thinking_bytes_; sent += k_piece_bytes)
            on_event_(thinking);
        for (std::size_t sent = 0; sent < text_bytes_; sent += k_piece_bytes) on_event_(text);
        on_event_(chat::End{.finish = chat::Finish::stop});
    }

 private:
    const std::size_t text_bytes_;
    const std::size_t thinking_bytes_;
    std::function<void(const chat::Event&)> on_event_;
};

/// The growth of the heap in a turn.
struct Growth {
    std::size_t most = 0;
    std::size_t after = 0;  ///< the turn is over, and the chat is open
};

/// A turn whose answer has so many bytes.
Growth growth_of_turn(std::size_t text_bytes, std::size_t thinking_bytes) {
    Registry registry;
    const auto ledger = store::make_memory_store();
    gate::Runtime runtime({.registry = registry, .store = *ledger});
    DiskChatStore chats;
    PieceModel model(text_bytes, thinking_bytes);
    SystemEntropy entropy;
    chat::ConversationOptions options{.chat = "memory"};
    options.limits.answer_bytes_max = text_bytes + thinking_bytes + 2 * k_piece_bytes;
    const auto opened = chat::Conversation::open({.runtime = runtime,
                                                  .registry = registry,
                                                  .ledger = *ledger,
                                                  .model = model,
                                                  .store = chats,
                                                  .entropy = entropy},
                                                 std::move(options));
    if (!opened || !(*opened)->send("Hello.")) stop("the chat does not begin");
    const std::size_t before = live_bytes;
    most_bytes = before;
    model.answer();
    const std::size_t most = most_bytes;
    if ((*opened)->state() != chat::State::done) stop("the turn is not done");
    return {most - before, live_bytes - before};
}

}  // namespace

int main() {
    growth_of_turn(k_piece_bytes, 0);  // first uses
    for (const std::size_t bytes :
         {std::size_t{100'000}, std::size_t{1'000'000}, std::size_t{4'000'000}}) {
        const Growth growth = growth_of_turn(bytes, 0);
        std::printf("an answer of %zu bytes: at most %.2f times as many, %.2f afterwards\n", bytes,
                    double(growth.most) / double(bytes), double(growth.after) / double(bytes));
    }
    const std::size_t without = growth_of_turn(1'000'000, 0).most;
    const std::size_t with = growth_of_turn(1'000'000, 16'000'000).most;
    std::printf("16 MB of thinking before 1 MB of text add %td bytes\n",
                static_cast<std::ptrdiff_t>(with - without));
    return 0;
}
