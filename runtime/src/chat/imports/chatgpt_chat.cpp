// Reads a conversation of ChatGPT's data export. Its messages are a tree: each node names its
// parent and its children, and system texts and empty nodes stand between the messages.
#include "chat/imports/foreign_formats.hpp"
#include "chat/imports/json_places.hpp"

#include <unordered_map>
#include <utility>

namespace iam::chat {
namespace {

using ForeignPart = ForeignChat::Part;

struct TreeNode {
    const std::string* id = nullptr;
    const Json* value = nullptr;
    std::optional<std::size_t> parent{};
    std::vector<std::size_t> children{};
    std::optional<std::size_t> message{};  // its place in the chat
};

std::string node_pointer(const TreeNode& node) {
    std::string pointer = "/mapping";
    append_pointer(pointer, *node.id);
    return pointer;
}

/// The nodes of a mapping as a tree.
class MessageTree {
 public:
    Result<void> read(const Json& mapping) {
        for (const auto& [id, value] : mapping.items()) {
            places_.emplace(id, nodes_.size());
            nodes_.push_back({.id = &places_.find(id)->first, .value = &value});
        }
        for (TreeNode& node : nodes_) IAM_CHECK(read_parent(node));
        for (std::size_t i = 0; i < nodes_.size(); ++i) take_listed_children(i);
        for (std::size_t i = 0; i < nodes_.size(); ++i)
            if (nodes_[i].parent && !is_listed_[i]) nodes_[*nodes_[i].parent].children.push_back(i);
        return {};
    }

    /// Parents before their children, and children in the order of their list. A node whose parents
    /// form a circle is not among them.
    std::vector<std::size_t> in_order() const {
        std::vector<std::size_t> order;
        std::vector<std::size_t> next;
        for (std::size_t i = nodes_.size(); i > 0; --i)
            if (!nodes_[i - 1].parent) next.push_back(i - 1);
        while (!next.empty()) {
            const std::size_t at = next.back();
            next.pop_back();
            order.push_back(at);
            const std::vector<std::size_t>& children = nodes_[at].children;
            next.insert(next.end(), children.rbegin(), children.rend());
        }
        return order;
    }

    TreeNode& at(std::size_t place) { return nodes_[place]; }
    std::size_t size() const noexcept { return nodes_.size(); }
    const TreeNode* find(const std::string& id) const {
        const auto found = places_.find(id);
        return found == places_.end() ? nullptr : &nodes_[found->second];
    }

 private:
    /// A parent that is not in the file is none: some exports name a node that they leave out.
    Result<void> read_parent(TreeNode& node) {
        const std::string pointer = node_pointer(node);
        if (!node.value->is_object()) return wrong_at(pointer, "an object is expected");
        const Json* const parent = find_member(*node.value, "parent");
        if (parent == nullptr) return {};
        if (!parent->is_string()) return wrong_at(pointer + "/parent", "a text is expected");
        const auto found = places_.find(parent->get_ref<const std::string&>());
        if (found != places_.end()) node.parent = found->second;
        return {};
    }

    void take_listed_children(std::size_t place) {
        is_listed_.resize(nodes_.size());
        const Json* const children = find_member(*nodes_[place].value, "children");
        if (children == nullptr || !children->is_array()) return;
        for (const Json& child : *children) {
            if (!child.is_string()) continue;
            const auto found = places_.find(child.get_ref<const std::string&>());
            if (found == places_.end() || is_listed_[found->second]) continue;
            if (nodes_[found->second].parent != place) continue;
            is_listed_[found->second] = true;
            nodes_[place].children.push_back(found->second);
        }
    }

    std::unordered_map<std::string, std::size_t> places_;
    std::vector<TreeNode> nodes_;
    std::vector<bool> is_listed_;
};

/// Collects the texts of a message's content.
class ContentText {
 public:
    explicit ContentText(LeftOut& left_out) : left_out_(left_out) {}

    std::string of(const Json& content) {
        if (content.is_string()) return content.get<std::string>();
        if (const Json* const parts = find_member(content, "parts");
            parts != nullptr && parts->is_array()) {
            for (const Json& part : *parts) add_part(part);
            return std::move(text_);
        }
        for (const char* name : {"title", "url", "text", "result", "content"})
            add(text_of(content, name));
        if (text_.empty() && content.is_object() && !has_text_member(content)) leave_out(content);
        return std::move(text_);
    }

 private:
    static bool has_text_member(const Json& content) {
        return find_member(content, "text") != nullptr || find_member(content, "result") != nullptr;
    }
    void add(const std::string& text) {
        if (text.empty()) return;
        if (!text_.empty()) text_ += '\n';
        text_ += text;
    }
    void add_part(const Json& part) {
        if (part.is_string()) return add(part.get<std::string>());
        const std::string text = text_of(part, "text");
        text.empty() ? leave_out(part) : add(text);
    }
    void leave_out(const Json& part) {
        ++left_out_.attachments;
        const std::string type = text_of(part, "content_type");
        add("[left out: " + (type.empty() ? "an attachment" : type) + "]");
    }

    LeftOut& left_out_;
    std::string text_;
};

bool is_instruction(const Json& message, std::string_view role, std::string_view type) {
    const Json* const metadata = find_member(message, "metadata");
    const Json* const flag =
        metadata == nullptr ? nullptr : find_member(*metadata, "is_user_system_message");
    return role == "system" || type == "user_editable_context" ||
           type == "model_editable_context" ||
           (flag != nullptr && flag->is_boolean() && flag->get<bool>());
}

/// The words of a part's role, or nothing for an unknown one.
std::optional<ForeignPart> chatgpt_part(const Json& message, const Json& author,
                                        std::string_view role) {
    if (role == "user") return ForeignPart{.role = Role::user};
    if (role == "tool")
        return ForeignPart{
            .kind = ForeignPart::Kind::result, .role = Role::tool, .name = text_of(author, "name")};
    if (role != "assistant") return std::nullopt;
    const std::string recipient = text_of(message, "recipient");
    if (recipient.empty() || recipient == "all") return ForeignPart{.role = Role::assistant};
    return ForeignPart{.kind = ForeignPart::Kind::call, .role = Role::assistant, .name = recipient};
}

Result<std::vector<ForeignPart>> read_parts(const Json& message, const std::string& pointer,
                                            LeftOut& left_out) {
    const Json* const author = find_member(message, "author");
    if (author == nullptr) return wrong_at(pointer, "the message has no author");
    const std::string role = text_of(*author, "role");
    const Json* const content = find_member(message, "content");
    const std::string type = content == nullptr ? "" : text_of(*content, "content_type");
    if (content == nullptr) return std::vector<ForeignPart>{};
    if (type == "thoughts" || type == "reasoning_recap") {
        ++left_out.thinking;
        return std::vector<ForeignPart>{};
    }
    LeftOut unused;
    if (is_instruction(message, role, type)) {
        if (!ContentText(unused).of(*content).empty()) ++left_out.system_texts;
        return std::vector<ForeignPart>{};
    }
    std::optional<ForeignPart> part = chatgpt_part(message, *author, role);
    if (!part) return wrong_at(pointer + "/author/role", "the role is unknown");
    part->text = ContentText(left_out).of(*content);
    if (part->text.empty()) return std::vector<ForeignPart>{};
    return std::vector<ForeignPart>{*std::move(part)};
}

}  // namespace

Result<ForeignChat> read_chatgpt_chat(const Json& value) {
    const Json* const found = find_member(value, "mapping");
    if (found == nullptr || !found->is_object())
        return wrong_at("/mapping", "an object with the messages is expected");
    MessageTree tree;
    IAM_CHECK(tree.read(*found));
    ForeignChat chat{.title = text_of(value, "title")};
    for (const std::size_t place : tree.in_order()) {
        TreeNode& node = tree.at(place);
        node.message = chat.messages.size();
        ForeignChat::Message read{.after =
                                      node.parent ? tree.at(*node.parent).message : std::nullopt};
        if (const Json* const message = find_member(*node.value, "message")) {
            IAM_TRY(parts, read_parts(*message, node_pointer(node) + "/message", chat.left_out));
            read.parts = std::move(parts);
        }
        chat.messages.push_back(std::move(read));
    }
    for (std::size_t i = 0; i < tree.size(); ++i)
        if (!tree.at(i).message)
            return wrong_at(node_pointer(tree.at(i)), "the parents of the message form a circle");
    if (const TreeNode* const present = tree.find(text_of(value, "current_node")))
        chat.leaf = present->message;
    return chat;
}

}  // namespace iam::chat
