// Parses headers that exist in memory only, for tests of the generator's reading half.
#pragma once

#include <generator/frontend/frontend.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace iam::test {

/// Path and text. The first ones are listed, as many as `listed` says.
using HeaderTexts = std::vector<std::pair<std::string, std::string>>;

inline gen::ParseJob job_of(const HeaderTexts& texts, std::size_t listed) {
    gen::ParseJob job;
    job.target = "desk";
    job.project_root = "/memory";
    job.compile_flags = {"-std=c++20", "-I" IAM_TEST_ANNOTATIONS_DIR, "-I/memory"};
    for (const auto& [path, text] : texts) job.virtual_files.emplace_back("/memory/" + path, text);
    for (std::size_t i = 0; i < listed; ++i) {
        const std::string& path = texts[i].first;
        job.headers.push_back({"/memory/" + path, path, path.substr(0, path.find('.'))});
    }
    return job;
}

inline gen::Parsed parse_headers(const HeaderTexts& texts, std::size_t listed) {
    return gen::parse(job_of(texts, listed));
}

inline gen::Parsed parse_headers(const HeaderTexts& texts) {
    return parse_headers(texts, texts.size());
}

/// One listed header, desk.hpp, that starts with `#pragma once` and the annotations: the text
/// begins on line 3.
inline gen::Parsed parse_text(const std::string& text) {
    return parse_headers({{"desk.hpp", "#pragma once\n#include <iam/annotations.hpp>\n" + text}});
}

/// "IAM2003 5:6", one per diagnostic, joined with ", ".
inline std::string places(const gen::Diagnostics& diagnostics) {
    std::string out;
    for (const gen::Diagnostic& diagnostic : diagnostics) {
        out += (out.empty() ? "" : ", ") + diagnostic.id + " " +
               std::to_string(diagnostic.span.line) + ":" + std::to_string(diagnostic.span.column);
    }
    return out;
}

/// The text of every diagnostic and note, to look for words in.
inline std::string messages(const gen::Diagnostics& diagnostics) {
    std::string out;
    for (const gen::Diagnostic& diagnostic : diagnostics) {
        out += diagnostic.message + "\n";
        for (const gen::Note& note : diagnostic.notes) out += note.message + "\n";
    }
    return out;
}

/// The parameters of the one tool `f` with this parameter list, in a header that declares what
/// tests need.
inline gen::Parsed parse_parameters(const std::string& parameters, const std::string& before = {}) {
    return parse_text(
        "#include <cstdint>\n#include <map>\n#include <string>\n#include <string_view>\n" + before +
        "\n/// f\n[[iam::tool]] void f(" + parameters + ");\n");
}

}  // namespace iam::test
