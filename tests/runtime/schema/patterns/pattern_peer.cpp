// Answers for pattern_peer_test.py. Each line of the input is {"pattern": "…", "texts": ["…", …]};
// its answer is one line: "wrong" for what ECMA-262 refuses, "untranslatable" for what only we
// refuse, else a 0 or 1 for each text.
#include <iam/core/json.hpp>
#include <iam/schema/pattern.hpp>
#include <iam/schema/pattern_tree.hpp>

#include <iostream>
#include <string>

namespace {

std::string answer(const iam::Json& question) {
    const auto pattern = question["pattern"].get<std::string>();
    if (!iam::schema::check_pattern_syntax(pattern)) return "wrong";
    const auto compiled = iam::schema::Pattern::compile(pattern);
    if (!compiled) return "untranslatable";
    std::string bits;
    for (const iam::Json& text : question["texts"])
        bits += compiled->search(text.get_ref<const std::string&>()) ? '1' : '0';
    return bits;
}

}  // namespace

int main() {
    iam::Limits limits;
    limits.allow_nul = true;
    for (std::string line; std::getline(std::cin, line);) {
        const auto question = iam::parse_json(line, limits);
        if (!question) {
            std::cerr << question.error().message << '\n';
            return 2;
        }
        std::cout << answer(*question) << '\n';
    }
    return 0;
}
