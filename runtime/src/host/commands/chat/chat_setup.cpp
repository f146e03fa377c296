#include "host/commands/chat/chat_setup.hpp"

#include <iam/question/escape.hpp>

#include <utility>
#include <variant>

namespace iam::host {
namespace {

using question::escape_for_display;

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text.empty() ? "none" : text;
}

std::string budget_words(const chat::Budget& budget, const std::string& currency) {
    std::string text;
    if (budget.tokens) text = std::to_string(*budget.tokens) + " tokens";
    if (budget.cost) text += (text.empty() ? "" : ", ") + chat::money_text(*budget.cost, currency);
    return text;
}

}  // namespace

void ChatSetup::remember(const std::vector<chat::Step>& steps) {
    for (const chat::Step& step : steps) {
        if (const auto* chosen = std::get_if<chat::ProfileChosen>(&step))
            earlier_profile_ = chosen->profile;
        if (const auto* system = std::get_if<chat::SystemSet>(&step))
            earlier_system_ = system->text;
    }
}

Result<void> ChatSetup::begin() {
    if (!words_.profile.empty()) {
        earlier_system_.reset();
        return change_profile(words_.profile);
    }
    const std::optional<std::string> system = earlier_system_;
    auto begun =
        change_profile(earlier_profile_.empty() ? std::string(k_no_profile) : earlier_profile_);
    if (!begun && !earlier_profile_.empty())
        begun.error().message +=
            " This chat has used the profile; with --profile - it goes on without one.";
    earlier_system_ = system;
    return begun;
}

Result<void> ChatSetup::change_profile(const std::string& word) {
    std::optional<ProfileFile> file;
    chat::Profile profile;
    if (word != k_no_profile) {
        IAM_TRY(found, find_profile(session_, word));
        IAM_TRY(loaded, load_profile(session_, found));
        file = std::move(found);
        profile = std::move(loaded);
    }
    const ModelWords words = model_words(profile);
    auto model = open_model(words, session_.environment());
    if (!model) {
        if (words.model.empty() && !profile_.model.empty())
            model.error().message +=
                " The chat's model is the one of its profile; " +
                session_.command("chat --chat ID --profile " + word + " --model PROVIDER/NAME") +
                " goes on without it.";
        return tl::unexpected(std::move(model).error());
    }
    model_ = *std::move(model);
    file_ = std::move(file);
    profile_ = std::move(profile);
    earlier_system_.reset();
    return {};
}

ModelWords ChatSetup::model_words(const chat::Profile& profile) const {
    ModelWords words = words_.model;
    if (!words.model.empty() || profile.model.empty()) return words;
    const ModelWords own = model_words_of(profile);
    words.model = own.model;
    if (words.url.empty()) {
        words.url = own.url;
        words.is_url_of_profile = own.is_url_of_profile;
    }
    if (words.key_file.empty()) words.key_file = own.key_file;
    words.text_tools = words.text_tools || own.text_tools;
    return words;
}

chat::ConversationOptions ChatSetup::options() const {
    chat::ConversationOptions options;
    chat::use_profile(profile_, options);
    if (earlier_system_) options.system = *earlier_system_;
    if (!words_.system.empty()) options.system = words_.system;
    options.profile = file_ ? file_->reference : std::string();
    if (words_.servers.empty() && words_.tools.empty()) return options;
    chat::ToolsChosen chosen;
    if (!words_.servers.empty()) chosen.choice.servers = words_.servers;
    if (!words_.tools.empty()) chosen.choice.allow = words_.tools;
    options.tools = std::move(chosen);
    return options;
}

std::string ChatSetup::describe() const {
    if (!file_) return "The chat has no profile; /profile NAME takes one.\n";
    const auto line = [](std::string_view head, const std::string& text) {
        return text.empty() ? std::string() : std::string(head) + escape_for_display(text) + "\n";
    };
    const chat::ProfileBudgets& budgets = profile_.budgets;
    const std::string currency = budgets.prices ? budgets.prices->currency : std::string();
    return line("profile  ", file_->path.string()) + line("name     ", profile_.name) +
           line("model    ", model_->name()) +
           line("mode     ", std::string(to_string(profile_.mode))) +
           line("servers  ", profile_.tools.servers ? joined(*profile_.tools.servers) : "") +
           line("tools    ", profile_.tools.allow ? joined(*profile_.tools.allow) : "") +
           line("without  ", profile_.tools.deny.empty() ? "" : joined(profile_.tools.deny)) +
           line("chat     ", budget_words(budgets.chat, currency)) +
           line("day      ", budget_words(budgets.day, currency));
}

}  // namespace iam::host
