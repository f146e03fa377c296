// Finds formats by name and writes a report in one of them.
#include <generator/contract/formats/formats.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace iam::gen::contract {
namespace {

constexpr std::array<std::pair<std::string_view, Format>, 10> k_formats{
    {{"text", Format::text},
     {"one-line", Format::one_line},
     {"json", Format::json},
     {"jsonl", Format::jsonl},
     {"sarif", Format::sarif},
     {"github", Format::github},
     {"gitlab", Format::gitlab},
     {"markdown", Format::markdown},
     {"junit", Format::junit},
     {"tap", Format::tap}}};

}  // namespace

std::optional<Format> parse_format(std::string_view name) {
    const auto found = std::find_if(k_formats.begin(), k_formats.end(),
                                    [&](const auto& known) { return known.first == name; });
    if (found == k_formats.end()) return std::nullopt;
    return found->second;
}

std::string format_names() {
    std::string names;
    for (const auto& [name, format] : k_formats)
        names += (names.empty() ? "" : ", ") + std::string(name);
    return names;
}

std::string formatted(const Report& report, Format format, const Program& program,
                      Colours colours) {
    switch (format) {
        case Format::text:
            return to_text(report, colours);
        case Format::one_line:
            return to_lines(report);
        case Format::json:
            return to_json(report);
        case Format::jsonl:
            return to_jsonl(report);
        case Format::sarif:
            return to_sarif(report, program);
        case Format::github:
            return to_github(report);
        case Format::gitlab:
            return to_gitlab(report);
        case Format::markdown:
            return to_markdown(report);
        case Format::junit:
            return to_junit(report);
        case Format::tap:
            break;
    }
    return to_tap(report);
}

}  // namespace iam::gen::contract
