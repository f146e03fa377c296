// Cuts a file into values, finds out its format, and hands each value to the function of the
// format.
#include "chat/imports/foreign_formats.hpp"
#include "chat/imports/json_places.hpp"
#include "chat/imports/value_splitter.hpp"
#include "iam/chat/import.hpp"

#include <utility>

namespace iam::chat {
namespace {

ImportFormat format_of(const Json& value) {
    if (OwnLines::is_head(value)) return ImportFormat::iam;
    if (find_member(value, "mapping") != nullptr) return ImportFormat::chatgpt;
    if (find_member(value, "messages") != nullptr) return ImportFormat::openai;
    return ImportFormat::automatic;
}

Limits json_limits(const ImportLimits& limits) {
    return {.bytes_max = limits.chat_bytes_max,
            .depth_max = limits.depth_max,
            .members_max = limits.nodes_max,
            .elements_max = limits.nodes_max,
            .string_bytes_max = limits.chat_bytes_max,
            .nodes_max = limits.nodes_max,
            .allow_nul = true};
}

/// The place, with the title that the person knows the chat by.
std::string place_with_title(const std::string& place, const Json& value) {
    constexpr std::size_t k_title_bytes_max = 80;
    const std::string title = text_of(value, "title");
    if (title.empty() || title.size() > k_title_bytes_max) return place;
    return place + " (\"" + title + "\")";
}

}  // namespace

class ChatFileReader::Reader {
 public:
    Reader(Options options, ImportSink sink)
        : options_(options),
          format_(options.format),
          sink_(std::move(sink)),
          own_(options.limits),
          splitter_(options.limits.chat_bytes_max,
                    [this](const std::string& place, Result<std::string_view> text) {
                        take(place, std::move(text));
                    }) {}

    void add(std::string_view bytes) {
        if (is_over_) return;
        bytes_ += bytes.size();
        if (bytes_ > options_.limits.file_bytes_max)
            return stop("the file has more than " + std::to_string(options_.limits.file_bytes_max) +
                        " bytes");
        splitter_.add(bytes);
    }

    void finish() {
        if (is_over_) return;
        splitter_.finish();
        give(own_.finish());
        if (count_ == 0) give({"the file", fail(Errc::invalid_argument, "it has no chat.")});
    }

 private:
    void stop(const std::string& why) {
        is_over_ = true;
        sink_({"the end of the part that was read",
               fail(Errc::invalid_argument, why + "; the rest is not read. Cut it into parts.")});
    }

    void take(const std::string& place, Result<std::string_view> text) {
        if (is_over_) return;
        if (!text) return take_broken(place, std::move(text).error());
        const auto value = parse_json(*text, json_limits(options_.limits));
        if (!value) return take_broken(place, value.error());
        if (format_ == ImportFormat::automatic) format_ = format_of(*value);
        switch (format_) {
            case ImportFormat::iam:
                return give(own_.add(place, *value, text->size()));
            case ImportFormat::chatgpt:
                return give(place_with_title(place, *value), read_chatgpt_chat(*value));
            case ImportFormat::openai:
                return give(place, read_openai_chat(*value));
            case ImportFormat::automatic:
                return give({place, fail(Errc::invalid_argument,
                                         "it is no chat of a format that this program knows.")});
        }
    }

    void take_broken(const std::string& place, Error error) {
        error.code = Errc::invalid_argument;
        if (!error.pointer.empty() && error.message.rfind(error.pointer, 0) != 0)
            error.message = error.pointer + ": " + error.message;
        give(own_.add_broken(place, std::move(error)));
    }

    void give(std::optional<OwnLines::Ended> ended) {
        if (ended) give(ended->place, ended->chat);
    }
    void give(const std::string& place, const Result<ForeignChat>& chat) {
        if (!chat) return give({place, tl::unexpected(chat.error())});
        give({place, import_chat(*chat, options_.limits)});
    }
    void give(ImportOutcome outcome) {
        if (is_over_) return;
        if (count_ == options_.limits.chats_max)
            return stop("the file has more than " + std::to_string(count_) + " chats");
        ++count_;
        sink_(std::move(outcome));
    }

    const Options options_;
    ImportFormat format_;
    const ImportSink sink_;
    OwnLines own_;
    ValueSplitter splitter_;
    std::uint64_t bytes_ = 0;
    std::size_t count_ = 0;
    bool is_over_ = false;
};

ChatFileReader::ChatFileReader(Options options, ImportSink sink)
    : reader_(std::make_unique<Reader>(options, std::move(sink))) {}

ChatFileReader::~ChatFileReader() = default;

void ChatFileReader::add(std::string_view bytes) {
    reader_->add(bytes);
}

void ChatFileReader::finish() {
    reader_->finish();
}

}  // namespace iam::chat
