// Cuts the bytes of an answer into events and hands them to the parser of their wire form.
#include "chat/streams/form_parser.hpp"
#include <iam/chat/stream.hpp>
#include <iam/core/assert.hpp>
#include <iam/core/json_reader.hpp>
#include <iam/net/ndjson.hpp>
#include <iam/net/sse.hpp>

#include <utility>

namespace iam::chat {
namespace {

constexpr std::string_view k_cut_off =
    "The answer ended without its end mark, so nothing of it runs. Ask again.";

class AnswerStream : public StreamParser {
 public:
    AnswerStream(std::unique_ptr<FormParser> form, const StreamOptions& options)
        : form_(std::move(form)), answer_(options) {}

    void add(std::string_view bytes, const Sink& sink) final {
        if (answer_.has_ended()) return;
        answer_.use(sink);
        if (auto read = cut(bytes); !read)
            answer_.fail(StreamError::Kind::protocol, std::move(read).error().message);
        if (answer_.has_ended()) form_.reset();
    }

    void finish(const Sink& sink) final {
        if (answer_.has_ended()) return;
        answer_.use(sink);
        cut_last();
        if (!answer_.has_ended()) form_->finish(answer_);
        answer_.fail(StreamError::Kind::cut_off, std::string(k_cut_off));
        form_.reset();
    }

    void break_off(std::string_view why, const Sink& sink) final {
        if (answer_.has_ended()) return;
        answer_.use(sink);
        answer_.fail(StreamError::Kind::cut_off,
                     "The answer broke off, so nothing of it runs. " + std::string(why));
        form_.reset();
    }

    bool has_ended() const noexcept final { return answer_.has_ended(); }

 protected:
    void take(std::string_view type, std::string_view data) {
        if (!answer_.has_ended()) form_->take(type, data, answer_);
    }
    bool is_open() const noexcept { return !answer_.has_ended(); }
    void fail_cut_off() { answer_.fail(StreamError::Kind::cut_off, std::string(k_cut_off)); }

 private:
    virtual Result<void> cut(std::string_view bytes) = 0;
    /// The bytes are over; there may be an event that had no end.
    virtual void cut_last() {}

    std::unique_ptr<FormParser> form_;
    Answer answer_;
};

class SseStream final : public AnswerStream {
 public:
    SseStream(std::unique_ptr<FormParser> form, const StreamOptions& options)
        : AnswerStream(std::move(form), options),
          reader_({options.limits.line_bytes_max, options.limits.event_bytes_max}) {}

 private:
    Result<void> cut(std::string_view bytes) override {
        return reader_.add(bytes,
                           [this](const net::SseEvent& event) { take(event.type, event.data); });
    }

    net::SseReader reader_;
};

class NdjsonStream final : public AnswerStream {
 public:
    NdjsonStream(std::unique_ptr<FormParser> form, const StreamOptions& options)
        : AnswerStream(std::move(form), options), reader_({options.limits.line_bytes_max}) {}

 private:
    Result<void> cut(std::string_view bytes) override {
        return reader_.add(bytes, [this](std::string_view line) { take({}, line); });
    }
    // A last line that is no JSON was cut off; one that is may lack its line end.
    void cut_last() override {
        reader_.finish([this](std::string_view line) {
            JsonReader in(line, limits_of_own_text(line.size()));
            if (in.skip() && in.finish()) {
                take({}, line);
            } else {
                fail_cut_off();
            }
        });
    }

    net::NdjsonReader reader_;
};

}  // namespace

std::unique_ptr<StreamParser> make_stream_parser(WireForm form, const StreamOptions& options) {
    for (const FormRow* row : k_form_rows) {
        if (row->form != form) continue;
        if (row->has_lines) return std::make_unique<NdjsonStream>(row->make(), options);
        return std::make_unique<SseStream>(row->make(), options);
    }
    IAM_ASSERT(false);  // an enumerator without a row
    return nullptr;
}

}  // namespace iam::chat
