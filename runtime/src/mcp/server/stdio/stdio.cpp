#include "iam/mcp/stdio.hpp"

#include "mcp/lines/line_channel.hpp"
#include <iam/core/turns.hpp>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <optional>
#include <thread>
#include <utility>

namespace iam::mcp {
namespace {

using std::chrono::milliseconds;
using Job = std::function<void()>;

constexpr std::size_t k_read_bytes = std::size_t{64} << 10U;
// How often the end is looked for, once the conversation is over.
constexpr milliseconds k_look_for_end{5};
// How long the client may take for the last messages.
constexpr milliseconds k_last_messages{2000};

tl::unexpected<Error> failed(const std::string& what) {
    return fail(Errc::unavailable, what + ": " + std::strerror(errno) + ".");
}

/// A conversation on two descriptors.
class Stdio {
 public:
    Stdio(Server& server, StdioParts parts, const Clock& clock, std::size_t bytes_max)
        : parts_(std::move(parts)),
          clock_(clock),
          lines_(bytes_max),
          writer_(parts_.out, [this] { on_free(); }),
          session_(server.open({.subject = parts_.subject,
                                .peer = parts_.peer,
                                .credential = parts_.credential,
                                .send = [this](rpc::Output& output) { return send(output); },
                                .on_wake = [this] { wake_.signal(); },
                                .on_report = parts_.on_report,
                                .run = [this](Job& job) { return keep(job); }})),
          stop_(parts_.stop, [this] { wake_.signal(); }) {}

    Result<void> run() {
        if (wake_.descriptor() < 0 || !writer_.can_end())
            return failed("The system gives no event descriptor");
        Turns turns([this] { return step(); });
        turns.run([this] {
            wait_for_end(failure_.has_value() || is_stopped());
            // Its thread uses the session.
            writer_.end();
            // Ends functions waiting for the client; run() waits for their end.
            session_->close();
        });
        if (failure_) return tl::unexpected(*failure_);
        if (writer_.is_broken() && !is_stopped())
            return fail(Errc::unavailable, "The client reads no more messages.");
        return {};
    }

 private:
    bool is_stopped() const { return parts_.stop.stop_requested(); }

    /// Messages refused by a broken channel are lost, and the loop ends.
    bool send(rpc::Output& output) {
        if (!writer_.can_take()) return false;
        output.text += '\n';
        // Other messages are not kept: a client that reads the progress of a call and its answer at
        // once may hear the answer alone.
        writer_.take(std::move(output.text), output.is_answer && has_more_input_);
        if (writer_.is_broken()) wake_.signal();
        return true;
    }

    /// On the writer's thread.
    void on_free() {
        if (writer_.is_broken()) wake_.signal();
        session_->writable();
    }

    /// The next function for a request runs on the thread that has read the request.
    bool keep(Job& job) {
        if (reader_ != std::this_thread::get_id() || job_) return false;
        job_ = std::move(job);
        return true;
    }

    Turns::Step step() {
        reader_ = std::this_thread::get_id();
        const auto goes_on = take_input();
        reader_ = std::thread::id();
        if (!goes_on) failure_ = goes_on.error();
        return {.job = std::exchange(job_, {}), .is_last = !goes_on.value_or(false)};
    }

    /// Takes a line, or waits for one. False: no more will be taken.
    Result<bool> take_input() {
        bool has_room = true;
        std::string_view line;
        const bool goes_on = !is_stopped() && !writer_.is_broken();
        if (goes_on && lines_.next(line)) {
            // Answers to lines received together are written together. If a function takes long,
            // the next thread with the turn comes to the end of these lines, and flushes.
            has_more_input_ = lines_.has_line();
            if (line.find_first_not_of(" \t\r") == std::string_view::npos) return true;
            has_room = session_->receive(line) != rpc::Taken::later;
            if (has_room) return true;
            lines_.again();
        }
        has_more_input_ = false;
        writer_.flush();
        if (!goes_on || (input_has_ended_ && has_room)) return false;
        IAM_TRY(readable, wait(has_room && !input_has_ended_));
        session_->poll();
        if (!readable) return true;
        IAM_TRY(more, read_bytes());
        if (!more) {
            input_has_ended_ = true;
            lines_.add("\n");  // the last line need not have an end
        }
        return true;
    }

    int timeout() const {
        const auto deadline = session_->next_deadline();
        if (!deadline) return -1;
        const auto left = (*deadline - clock_.boot()).count();
        return static_cast<int>(std::clamp<milliseconds::rep>(left, 0, 60'000));
    }

    /// Waits for input, a signal or a deadline; true: there is input.
    Result<bool> wait(bool takes_input) {
        std::array<pollfd, 2> fds{pollfd{wake_.descriptor(), POLLIN, 0},
                                  pollfd{takes_input ? parts_.in : -1, POLLIN, 0}};
        if (::poll(fds.data(), fds.size(), timeout()) < 0 && errno != EINTR)
            return failed("The input cannot be waited for");
        if ((fds[0].revents & POLLIN) != 0) wake_.clear();
        return fds[1].revents != 0;
    }

    /// False: the input has ended.
    Result<bool> read_bytes() {
        const ssize_t size = ::read(parts_.in, bytes_.data(), bytes_.size());
        if (size < 0 && (errno == EINTR || errno == EAGAIN)) return true;
        if (size < 0) return failed("The input cannot be read");
        lines_.add({bytes_.data(), static_cast<std::size_t>(size)});
        return size > 0;
    }

    bool is_quiet() const {
        const rpc::Load load = session_->load();
        const bool is_written = load.output_bytes == 0 && writer_.is_idle();
        return load.running == 0 && load.waiting == 0 && (is_written || writer_.is_broken());
    }

    /// Polls: an end is no event of a session, and it comes once.
    bool wait_until_quiet(milliseconds until, bool heeds_stop) {
        while (!is_quiet()) {
            if (clock_.boot() >= until || (heeds_stop && is_stopped())) return false;
            std::this_thread::sleep_for(k_look_for_end);
            session_->poll();
        }
        return true;
    }

    void wait_for_end(bool is_urgent) {
        session_->stop_waiting();
        const milliseconds now = clock_.boot();
        if (!is_urgent && wait_until_quiet(now + parts_.grace, true)) return;
        session_->stop_calls();
        wait_until_quiet(clock_.boot() + k_last_messages, false);
    }

    StdioParts parts_;
    const Clock& clock_;
    Wake wake_{};
    // Of the thread with the turn.
    LineCutter lines_;
    std::array<char, k_read_bytes> bytes_{};
    bool input_has_ended_ = false;
    std::optional<Error> failure_{};
    Job job_{};
    std::atomic<std::thread::id> reader_{};
    std::atomic<bool> has_more_input_{false};

    LineWriter writer_;
    std::unique_ptr<Session> session_;
    std::stop_callback<std::function<void()>> stop_;
};

}  // namespace

Result<ClaimedStreams> ClaimedStreams::claim() {
    const int in = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    const int out = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    ClaimedStreams claimed(in, out);
    const bool works = in >= 0 && out >= 0 && nothing >= 0 && ::dup2(nothing, STDIN_FILENO) >= 0 &&
                       ::dup2(STDERR_FILENO, STDOUT_FILENO) >= 0;
    if (nothing >= 0) ::close(nothing);
    if (!works) return failed("Standard input and output cannot be kept for messages");
    return claimed;
}

ClaimedStreams::ClaimedStreams(ClaimedStreams&& other) noexcept
    : in_(std::exchange(other.in_, -1)), out_(std::exchange(other.out_, -1)) {}

ClaimedStreams::~ClaimedStreams() {
    if (in_ >= 0) {
        ::dup2(in_, STDIN_FILENO);
        ::close(in_);
    }
    if (out_ >= 0) {
        ::dup2(out_, STDOUT_FILENO);
        ::close(out_);
    }
}

Result<void> serve_stdio(Server& server, StdioParts parts) {
    return Stdio(server, std::move(parts), server.clock(), server.message_bytes_max()).run();
}

}  // namespace iam::mcp
