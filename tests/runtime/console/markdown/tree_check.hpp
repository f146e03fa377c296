// Holds a tree of Markdown against the shapes that pages know.
#pragma once

#include "console/markdown/markdown.hpp"
#include <iam/core/json.hpp>
#include <iam/question/escape.hpp>
#include <iam/question/web_address.hpp>

#include <set>
#include <string>

namespace iam::test {

/// Counts the nodes of a tree and names its first fault.
class TreeCheck {
 public:
    explicit TreeCheck(const Json& tree) { look_at_all(tree, 0); }
    /// Empty: the tree is closed and within its limits.
    const std::string& fault() const { return fault_; }

 private:
    void look_at_all(const Json& nodes, std::size_t depth) {
        if (!nodes.is_array()) return say("no array of nodes");
        if (depth > console::k_markdown_depth_max) return say("too deep");
        for (const Json& node : nodes) look_at(node, depth);
    }
    void look_at(const Json& node, std::size_t depth) {
        if (++count_ > console::k_markdown_nodes_max) return say("too many nodes");
        if (node.is_string()) {
            const auto text = node.get<std::string>();
            if (question::visible_lines(text) != text) say("hidden characters: " + text);
            return;
        }
        if (!node.is_object()) return say("a strange node");
        static const std::set<std::string> k_tags{"p",     "h",  "ul",     "ol", "li", "pre",
                                                  "quote", "hr", "table",  "tr", "th", "td",
                                                  "code",  "em", "strong", "a"};
        const std::string tag = node.value("tag", "");
        if (k_tags.count(tag) == 0) return say("a strange tag: " + tag);
        std::size_t members = 2;
        if (tag == "h") {
            ++members;
            const auto level = node.value("level", 0);
            if (level < 1 || level > 6) say("a strange level");
        }
        if (tag == "ol") members += node.contains("start") ? 1 : 0;
        if (tag == "a") {
            members += 2;
            const auto read = question::read_web_address(node.value("address", ""));
            if (!read || read->host != node.value("host", "")) say("a strange link");
        }
        if (node.size() != members) say("strange members of " + tag);
        look_at_all(node.value("children", Json()), depth + 1);
    }
    void say(const std::string& fault) {
        if (fault_.empty()) fault_ = fault;
    }

    std::size_t count_ = 0;
    std::string fault_{};
};

}  // namespace iam::test
