// Writes canonical JSON text of single values with the runtime's writer, so a value has one
// spelling everywhere.
#include "generator/frontend/clang/json_text.hpp"

#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace iam::gen {
namespace {

std::optional<std::string> text_of(JsonWriter& writer) {
    if (!writer.ok()) return std::nullopt;
    return writer.take();
}

}  // namespace

std::optional<std::string> json_string(std::string_view text) {
    JsonWriter writer;
    writer.string(text);
    return text_of(writer);
}

std::optional<std::string> json_number(double value) {
    JsonWriter writer;
    writer.number(value);
    return text_of(writer);
}

std::optional<std::string> json_number(float value) {
    if (!std::isfinite(value)) return std::nullopt;
    std::array<char, 64> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    double wide = 0;
    std::from_chars(digits.data(), end, wide);
    return json_number(wide);
}

std::string json_object(std::vector<std::pair<std::string, std::string>> members) {
    std::sort(members.begin(), members.end(), [](const auto& left, const auto& right) {
        return utf16_less(left.first, right.first);
    });
    JsonWriter writer;
    writer.begin_object();
    for (const auto& [name, value] : members) {
        writer.key(name);
        writer.raw(value);
    }
    writer.end_object();
    return writer.take();
}

std::string json_array(const std::vector<std::string>& elements) {
    JsonWriter writer;
    writer.begin_array();
    for (const std::string& element : elements) writer.raw(element);
    writer.end_array();
    return writer.take();
}

}  // namespace iam::gen
