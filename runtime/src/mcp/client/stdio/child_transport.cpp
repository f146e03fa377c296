#include "mcp/client/stdio/child_transport.hpp"

#include "mcp/client/stdio/line_transport.hpp"

#include <signal.h>

#include <string>
#include <utility>

namespace iam::mcp {
namespace {

// How often an ending process is looked at.
constexpr std::chrono::milliseconds k_look{20};
// How long a process without output may take to end before it is told of.
constexpr std::chrono::milliseconds k_exit_wait{500};

/// The last line with words, and not more of it than a message needs.
std::string last_line(const std::string& before, std::string_view bytes) {
    constexpr std::size_t k_line_bytes_max = 300;
    while (!bytes.empty() && (bytes.back() == '\n' || bytes.back() == '\r')) bytes.remove_suffix(1);
    if (bytes.empty()) return before;
    const std::size_t begin = bytes.rfind('\n');
    if (begin != std::string_view::npos) bytes.remove_prefix(begin + 1);
    return std::string(bytes.substr(0, k_line_bytes_max));
}

/// A process on its way out. The end of its input asks it to end, then SIGTERM does. The end of
/// this object kills it.
class Ending : public std::enable_shared_from_this<Ending> {
 public:
    Ending(process::Child child, Loop& loop, std::chrono::milliseconds grace,
           std::function<void(std::string_view)> on_stderr)
        : child_(std::move(child)),
          loop_(loop),
          hold_(loop.hold()),
          grace_(grace),
          left_(grace),
          on_stderr_(std::move(on_stderr)) {}

    void begin() {
        child_.close_in();
        look();
    }

 private:
    void look() {
        // A full pipe must not keep the process from its end.
        const auto drop = [](std::string_view) {};
        read_available(child_.out(), drop);
        read_available(child_.err(), on_stderr_ ? on_stderr_ : drop);
        if (child_.has_ended()) return;
        if (left_.count() <= 0) {
            if (was_told_) return;
            child_.signal(SIGTERM);
            was_told_ = true;
            left_ = grace_;
        }
        left_ -= k_look;
        loop_.after(k_look, [self = shared_from_this()] { self->look(); });
    }

    process::Child child_;
    Loop& loop_;
    std::shared_ptr<void> hold_;
    std::chrono::milliseconds grace_;
    std::chrono::milliseconds left_;  // until the next step
    bool was_told_ = false;           // by SIGTERM
    std::function<void(std::string_view)> on_stderr_;
};

class ChildTransport final : public LineTransport {
 public:
    ChildTransport(ChildTransportParts parts, TransportEvents events, process::Child child)
        : LineTransport(child.out(), child.in(), parts.message_bytes_max, std::move(events)),
          parts_(std::move(parts)),
          child_(std::move(child)) {
        parts_.loop.watch(child_.out(), [this] { read_out(); });
        parts_.loop.watch(child_.err(), [this] { read_err(); });
    }

    ~ChildTransport() override {
        end_writing();
        stop_watching();
        std::make_shared<Ending>(std::move(child_), parts_.loop, parts_.grace,
                                 std::move(parts_.on_stderr))
            ->begin();
    }

 private:
    void stop_watching() {
        parts_.loop.unwatch(child_.out());
        parts_.loop.unwatch(child_.err());
    }

    void read_out() {
        if (!read_lines()) end_of_output();
    }

    void read_err() {
        const bool goes_on = read_available(child_.err(), [this](std::string_view bytes) {
            last_words_ = last_line(last_words_, bytes);
            if (parts_.on_stderr) parts_.on_stderr(bytes);
        });
        if (!goes_on) parts_.loop.unwatch(child_.err());
    }

    void end_of_output() {
        parts_.loop.unwatch(child_.out());
        await_exit(k_exit_wait);
    }

    /// The output ends a moment before the process does, so its exit is waited for.
    void await_exit(std::chrono::milliseconds left) {
        const bool has_ended = child_.has_ended();
        if (!has_ended && left.count() > 0) {
            parts_.loop.after(k_look, [this, left, alive = std::weak_ptr<const bool>(alive_)] {
                if (alive.lock()) await_exit(left - k_look);
            });
            return;
        }
        // Its last words say why it ended.
        read_err();
        stop_watching();
        const std::string words = last_words_.empty() ? "." : ": " + last_words_;
        tell_end((has_ended ? "The server's process has ended (" + child_.exit_text() + ")"
                            : "The server's process has closed its output") +
                 words);
    }

    ChildTransportParts parts_;
    process::Child child_;
    std::string last_words_;  // the last line of its standard error
    const std::shared_ptr<const bool> alive_ = std::make_shared<const bool>(true);
};

}  // namespace

Result<std::unique_ptr<Transport>> start_child(ChildTransportParts parts, TransportEvents events) {
    IAM_TRY(child, process::Child::start(parts.command));
    return std::make_unique<ChildTransport>(std::move(parts), std::move(events), std::move(child));
}

}  // namespace iam::mcp
