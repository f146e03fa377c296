// The answer that a parser of streams reads: its limits, its calls, its one end.
#pragma once

#include "chat/streams/think_filter.hpp"
#include <iam/chat/stream.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::chat {

/// Makes events and sends them. After the end every function does nothing.
class Answer {
 public:
    explicit Answer(const StreamOptions& options);

    /// The receiver of events, until another one is named.
    void use(const StreamParser::Sink& sink) { sink_ = &sink; }
    bool has_ended() const noexcept { return has_ended_; }
    const StreamLimits& limits() const noexcept { return options_.limits; }

    void text(std::string_view piece);
    void thinking(std::string_view piece);
    /// Sent before the end. The last one counts.
    void usage(const Usage& usage);

    /// Begins a call and gives its place.
    std::size_t begin_call(std::string id, std::string name);
    const std::vector<WholeCall>& calls() const noexcept { return calls_; }
    void set_id(std::size_t call, std::string id) { calls_[call].id = std::move(id); }
    void set_name(std::size_t call, std::string name);
    void add_arguments(std::size_t call, std::string_view piece);

    /// Counts bytes that a parser keeps. False: the answer is too large and has ended.
    bool keep(std::size_t bytes);
    /// Ends the stream with an error if a parser has this many blocks or items.
    bool check_items(std::size_t count);

    /// True for the reasons whose calls may run.
    static bool fits(Finish finish) { return finish == Finish::stop || finish == Finish::calls; }
    /// Notes the provider's reason for the end; an empty word is none. Of several reasons the first
    /// that does not fit counts, else the last. Behind a reason any content is an error.
    void reason(Finish finish, std::string word);
    bool has_reason() const noexcept { return finish_.has_value(); }
    /// Ends the stream with an error if there is a reason already. False: the answer has ended.
    bool check_open();
    /// Notes that the answer has the text of a refusal. Then its end is no `stop` and no `calls`.
    void refuse() noexcept { is_refused_ = true; }
    /// True if each call has an id of its own.
    bool has_own_ids() const;
    /// Ends the answer for the reason noted, or for Finish::other if there is none.
    void end(std::string items);
    void fail(StreamError::Kind kind, std::string message);
    /// The event is no event of this form; `why` is a clause with its place.
    void fail_form(std::string_view why);

 private:
    void send(const Event& event);
    ThinkFilter::OnPiece send_text();
    ThinkFilter::OnPiece send_thinking();
    void close(const Event& last);
    void fail_limit(std::string_view what, std::size_t limit);

    StreamOptions options_;
    const StreamParser::Sink* sink_ = nullptr;
    ThinkFilter filter_{};
    std::vector<WholeCall> calls_{};
    std::optional<Usage> usage_{};
    std::optional<Finish> finish_{};
    std::string reason_{};
    bool is_refused_ = false;
    std::size_t bytes_ = 0;
    bool has_ended_ = false;
};

/// The arguments as the gate gets them: none, in any spelling, are {}.
std::string arguments_or_none(std::string text);

}  // namespace iam::chat
