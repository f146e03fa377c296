// Any bytes as a model's message: the tree has known shapes only and keeps to its limits, no text
// in it hides, and each link is one that a person can judge.
#include <runtime/console/markdown/tree_check.hpp>

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto tree = iam::console::markdown_tree(text);
    if (!tree) return 0;
    const auto value = iam::parse_json(*tree);
    if (!value) std::abort();
    const iam::test::TreeCheck checked(*value);
    if (checked.fault().empty()) return 0;
    std::cerr << checked.fault() << '\n';
    std::abort();
}
