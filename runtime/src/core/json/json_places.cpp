// Walks over the text with the reader of parse_json and counts lines on the way.
#include "iam/core/json_places.hpp"

#include <iam/core/json_reader.hpp>

#include <utility>
#include <vector>

namespace iam {
namespace {

/// Turns offsets into places. Offsets come in rising order, so the text is counted once.
class LineCounter {
 public:
    explicit LineCounter(std::string_view text) : text_(text) {}

    TextPlace at(std::size_t offset) {
        for (; next_ < offset && next_ < text_.size(); ++next_) {
            const auto byte = static_cast<unsigned char>(text_[next_]);
            if (byte == '\n') {
                place_ = {place_.line + 1, 1};
            } else if ((byte & 0xC0U) != 0x80U) {
                ++place_.column;
            }
        }
        return place_;
    }

 private:
    std::string_view text_;
    std::size_t next_ = 0;
    TextPlace place_{};
};

class Walk {
 public:
    Walk(std::string_view text, const Limits& limits)
        : text_(text), reader_(text, limits), lines_(text) {}

    tl::expected<PlacedJson, PlacedError> run() {
        PlacedJson read;
        static_cast<void>(reader_.peek());
        note(read, reader_.offset());
        open_or_skip();
        while (reader_.depth() > 0 && !reader_.failed()) step(read);
        if (!reader_.finish()) {
            return tl::unexpected(PlacedError{reader_.error(), lines_.at(reader_.offset())});
        }
        return read;
    }

 private:
    void open_or_skip() {
        const JsonKind kind = reader_.peek();
        if (kind != JsonKind::object && kind != JsonKind::array) {
            static_cast<void>(reader_.skip());
            return;
        }
        const bool is_object = kind == JsonKind::object;
        if (is_object ? reader_.begin_object() : reader_.begin_array()) {
            objects_.push_back(is_object);
        }
    }

    void step(PlacedJson& read) {
        std::string_view name;
        // Between two members there are only white space and a comma.
        const std::size_t start = text_.find_first_not_of(" \t\r\n,", reader_.offset());
        const bool more = objects_.back() ? reader_.next_member(name) : reader_.next_element();
        if (!more) {
            objects_.pop_back();
            return;
        }
        note(read, start);
        open_or_skip();
    }

    void note(PlacedJson& read, std::size_t name) {
        JsonPlace place;
        place.name = lines_.at(name);
        place.value = lines_.at(reader_.offset());
        read.places.emplace(reader_.pointer(), place);
    }

    std::string_view text_;
    JsonReader reader_;
    LineCounter lines_;
    std::vector<bool> objects_;
};

}  // namespace

tl::expected<PlacedJson, PlacedError> parse_placed_json(std::string_view text,
                                                        const Limits& limits) {
    auto read = Walk(text, limits).run();
    if (!read) return read;
    auto value = parse_json(text, limits);
    if (!value) return tl::unexpected(PlacedError{std::move(value).error(), {}});
    read->value = *std::move(value);
    return read;
}

std::string pointer_below(std::string pointer, std::string_view name) {
    append_pointer(pointer, name);
    return pointer;
}

std::string pointer_below(std::string pointer, std::size_t index) {
    append_pointer(pointer, index);
    return pointer;
}

}  // namespace iam
