// Makes a chat of another program harmless, and makes steps of it.
#include "chat/conversation/for_models/result_text.hpp"
#include "chat/imports/inert_text.hpp"
#include "iam/chat/import.hpp"
#include <iam/core/digest.hpp>

#include <utility>

namespace iam::chat {
namespace {

std::string inert(const ForeignChat::Part& part) {
    switch (part.kind) {
        case ForeignChat::Part::Kind::text:
            return inert_text(part.text);
        case ForeignChat::Part::Kind::call:
            return inert_call(part.name, part.text);
        case ForeignChat::Part::Kind::result:
            return inert_result(part.name, part.text);
    }
    return {};
}

tl::unexpected<Error> beyond(const std::string& what, std::size_t max) {
    return fail(Errc::invalid_argument,
                what + " of the chat is beyond the limit of " + std::to_string(max) + ".");
}

/// Takes the messages in order. A message without text is replaced by the message before it.
class HarmlessChat {
 public:
    explicit HarmlessChat(const ImportLimits& limits) : limits_(limits) {}

    Result<void> add(const ForeignChat::Message& message) {
        if (message.after && *message.after >= places_.size())
            return fail(Errc::invalid_argument, "a message of the chat follows a later one.");
        const auto before = message.after ? places_[*message.after] : std::nullopt;
        ImportedChat::Message made{.after = before};
        std::size_t bytes = 0;
        for (const ForeignChat::Part& part : message.parts) {
            if (part.kind == ForeignChat::Part::Kind::text && part.text.empty()) continue;
            made.parts.push_back({part.role, inert(part)});
            bytes += made.parts.back().text.size();
        }
        if (bytes > limits_.message_bytes_max)
            return beyond("the text of message " + std::to_string(places_.size()),
                          limits_.message_bytes_max);
        if ((bytes_ += bytes) > limits_.chat_text_bytes_max)
            return beyond("the text", limits_.chat_text_bytes_max);
        places_.push_back(before);
        if (made.parts.empty()) return {};
        if (chat_.messages.size() >= limits_.messages_max)
            return beyond("the number of messages", limits_.messages_max);
        places_.back() = chat_.messages.size();
        chat_.messages.push_back(std::move(made));
        return {};
    }

    Result<ImportedChat> finish(const ForeignChat& foreign) {
        if (foreign.leaf && *foreign.leaf >= places_.size())
            return fail(Errc::invalid_argument, "the present message of the chat is not in it.");
        if (chat_.messages.empty())
            return fail(Errc::invalid_argument, "the chat has no message with a text.");
        const auto leaf = foreign.leaf ? places_[*foreign.leaf] : std::nullopt;
        chat_.leaf = leaf.value_or(chat_.messages.size() - 1);
        chat_.left_out = foreign.left_out;
        chat_.title = inert_text(foreign.title);
        return std::move(chat_);
    }

 private:
    const ImportLimits& limits_;
    std::vector<std::optional<std::size_t>> places_;  // of each foreign message, in chat_
    std::size_t bytes_ = 0;
    ImportedChat chat_;
};

std::string_view writer_of(Role role) {
    switch (role) {
        case Role::assistant:
            return "words of its model";
        case Role::tool:
            return "result of its tool";
        case Role::system:
        case Role::user:
            return "words of its person";
    }
    return "";
}

/// The name of a file in one line.
std::string one_line_name(std::string_view file) {
    constexpr std::size_t k_import_name_bytes_max = 200;
    std::string name = bounded(shown(file), k_import_name_bytes_max, "");
    for (char& byte : name)
        if (byte == '\n' || byte == '\t') byte = ' ';
    return name;
}

}  // namespace

Result<ImportedChat> import_chat(const ForeignChat& chat, const ImportLimits& limits) {
    HarmlessChat importer(limits);
    for (const ForeignChat::Message& message : chat.messages) IAM_CHECK(importer.add(message));
    return importer.finish(chat);
}

std::string import_id(const ImportedChat& chat) {
    constexpr std::size_t k_digits_kept = 32;
    Hasher hasher(domain_tag("iam/imported-chat/1"));
    const auto add_number = [&](std::size_t number) {
        hasher.update_framed(std::to_string(number));
    };
    add_number(chat.leaf);
    for (const ImportedChat::Message& message : chat.messages) {
        hasher.update_framed(message.after ? std::to_string(*message.after) : "");
        add_number(message.parts.size());
        for (const ImportedChat::Part& part : message.parts) {
            add_number(static_cast<std::size_t>(part.role));
            hasher.update_framed(part.text);
        }
    }
    return "import-" + hasher.finish().hex().substr(0, k_digits_kept);
}

std::vector<Step> import_steps(const ImportedChat& chat, std::string_view file, Entropy& entropy) {
    const std::string name = one_line_name(file);
    const Source source{.kind = Source::Kind::import, .origin = name};
    std::vector<Step> steps;
    for (const ImportedChat::Message& message : chat.messages) {
        PersonSaid step{.after = message.after};
        for (const ImportedChat::Part& part : message.parts) {
            const std::string origin =
                "import '" + name + "', " + std::string(writer_of(part.role));
            step.segments.push_back({source, fenced(part.text, origin, entropy), part.role});
        }
        steps.emplace_back(std::move(step));
    }
    if (chat.leaf + 1 != chat.messages.size()) steps.emplace_back(BranchChosen{chat.leaf});
    return steps;
}

}  // namespace iam::chat
