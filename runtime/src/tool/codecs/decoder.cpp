// Collects errors about values. For a correct call only expect() and finish() run.
#include "iam/tool/codecs/decoder.hpp"

#include <iam/core/json.hpp>
#include <iam/core/value_text.hpp>

#include <utility>

namespace iam {
namespace {

// A text can have a million errors; the first ones are enough to repair it.
constexpr std::size_t k_errors_max = 100;
constexpr std::string_view k_hidden = "(hidden)";

std::string described(JsonKind kind) {
    switch (kind) {
        case JsonKind::array:
            return "an array";
        case JsonKind::object:
            return "an object";
        default:
            return "a " + std::string(to_string(kind));
    }
}

// The pointer cut to its first `members` members.
std::string cut_to(std::string pointer, std::size_t members) {
    std::size_t end = 0;
    for (std::size_t i = 0; i < members && end < pointer.size(); ++i)
        end = std::min(pointer.find('/', end + 1), pointer.size());
    pointer.resize(end);
    return pointer;
}

}  // namespace

Decoder::Decoder(std::string_view text, const PatternSet* patterns, Checking checking)
    : text_(text),
      limits_(checking == Checking::types_only ? limits_of_own_text(text.size()) : Limits{}),
      reader_(text, limits_),
      patterns_(patterns),
      checking_(checking) {}

Decoder::~Decoder() = default;

void Decoder::report(std::string pointer, std::string message, std::string expected,
                     std::string got) {
    if (errors_.size() == k_errors_max)
        errors_.push_back(ValueError{"", "there are more errors than these", "", ""});
    if (has_all_errors()) return;
    errors_.push_back(
        ValueError{std::move(pointer), std::move(message), std::move(expected), std::move(got)});
}

std::string Decoder::place() const {
    return hidden_ == 0 ? reader_.pointer() : cut_to(reader_.pointer(), shown_depth_);
}

std::string Decoder::shown_name(std::string_view name) const {
    return hidden_ == 0 ? quoted_name(name) : std::string(k_hidden);
}

bool Decoder::expect(JsonKind kind, std::string_view expected, bool show) {
    const JsonKind found = reader_.peek();
    if (found == kind) return true;
    if (found == JsonKind::none) {
        reader_.skip();  // the reader reports the fault, if it has not yet
        return false;
    }
    const std::size_t start = reader_.offset();
    if (!reader_.skip()) return false;
    const bool scalar = found != JsonKind::array && found != JsonKind::object;
    std::string got = found == JsonKind::null ? "null" : described(found);
    std::string message = "expected " + std::string(expected) + ", got " + got;
    if (show && scalar && hidden_ == 0) got = shown(text_since(start));
    report(place(), std::move(message), std::string(expected), std::move(got));
    return false;
}

bool Decoder::read_text(std::string_view expected, std::size_t& start, std::string& text) {
    if (!expect(JsonKind::string, expected, true)) return false;
    start = reader_.offset();
    return reader_.read_string(text);
}

bool Decoder::refuse(std::size_t start, std::string_view problem, std::string expected) {
    if (reader_.failed()) return false;
    std::string got = hidden_ == 0 ? shown(text_since(start)) : std::string(k_hidden);
    std::string message = (hidden_ == 0 ? got : std::string("the value")) + " ";
    message += problem;
    report(place(), std::move(message), std::move(expected), std::move(got));
    return false;
}

bool Decoder::refuse_count(std::string problem, std::string expected) {
    std::string message = "the " + problem;
    report(place(), std::move(message), std::move(expected), std::move(problem));
    return false;
}

bool Decoder::refuse_missing(std::string_view name, std::string expected) {
    std::string pointer = place();
    if (hidden_ == 0) append_pointer(pointer, name);
    report(std::move(pointer), quoted_name(name) + " is missing", std::move(expected), "nothing");
    return false;
}

bool Decoder::refuse_unknown(std::string_view name, std::span<const std::string_view> known) {
    std::string pointer = place();
    std::string message = "there is no member " + shown_name(name) + " here";
    if (hidden_ == 0) message += did_you_mean(name, known);
    const JsonKind kind = reader_.peek();
    if (!reader_.skip()) return false;
    report(std::move(pointer), std::move(message),
           known.empty() ? "no members" : "one of " + quoted_list(known), described(kind));
    return false;
}

bool Decoder::refuse_name(std::string_view name, std::string_view problem, std::string expected) {
    std::string pointer = place();
    std::string got = shown_name(name);
    std::string message = "the name " + got + " " + std::string(problem);
    if (!reader_.skip()) return false;
    report(std::move(pointer), std::move(message), std::move(expected), std::move(got));
    return false;
}

bool Decoder::has_all_errors() const noexcept {
    return errors_.size() > k_errors_max;
}

bool Decoder::finish() {
    return reader_.finish() && errors_.empty();
}

std::vector<ValueError> Decoder::take_errors() {
    std::vector<ValueError> errors = std::move(errors_);
    errors_.clear();
    if (!reader_.failed()) return errors;
    const Error& fault = reader_.error();
    std::string pointer = fault_depth_ ? cut_to(fault.pointer, *fault_depth_) : fault.pointer;
    errors.push_back(ValueError{std::move(pointer), fault.message, "one JSON value", ""});
    return errors;
}

std::string Decoder::error_text() {
    std::string text;
    for (const ValueError& error : take_errors()) {
        if (!text.empty()) text += "; ";
        if (!error.pointer.empty()) text += error.pointer + ": ";
        text += error.message;
    }
    return text;
}

}  // namespace iam
