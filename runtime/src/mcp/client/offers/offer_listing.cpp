#include "mcp/client/offers/offer_listing.hpp"

#include <iam/core/utf8.hpp>
#include <iam/question/escape.hpp>
#include <iam/rpc/message.hpp>

#include <algorithm>
#include <utility>

namespace iam::mcp {
namespace {

std::string_view list_member(OfferKind kind) {
    switch (kind) {
        case OfferKind::resources:
            return "resources";
        case OfferKind::templates:
            return "resourceTemplates";
        case OfferKind::prompts:
            break;
    }
    return "prompts";
}

/// The text of a member in at most so many bytes, in whole characters; empty if there is none.
std::string cut_text(const Json& object, const char* name, std::size_t bytes_max) {
    const auto found = object.find(name);
    if (found == object.end() || !found->is_string()) return {};
    return std::string(first_bytes(found->get_ref<const std::string&>(), bytes_max));
}

/// A text that names an offer: whole and visible; else empty.
std::string name_text(const Json& object, const char* name, std::size_t bytes_max) {
    const auto found = object.find(name);
    if (found == object.end() || !found->is_string()) return {};
    const auto& text = found->get_ref<const std::string&>();
    const bool is_good = text.size() <= bytes_max && question::escape_for_display(text) == text;
    return is_good ? text : std::string();
}

/// Of Resource and ResourceTemplate.
template <class About>
std::size_t read_about(const Json& item, const OfferLimits& limits, About& about) {
    about.name = name_text(item, "name", limits.name_bytes_max);
    about.title = cut_text(item, "title", limits.name_bytes_max);
    about.description = cut_text(item, "description", limits.description_bytes_max);
    about.mime_type = cut_text(item, "mimeType", limits.name_bytes_max);
    return about.name.size() + about.title.size() + about.description.size() +
           about.mime_type.size();
}

/// False if an argument has no name, or there are too many.
bool read_arguments(const Json& item, const OfferLimits& limits, Prompt& prompt,
                    std::size_t& bytes) {
    const auto list = item.find("arguments");
    if (list == item.end()) return true;
    if (!list->is_array() || list->size() > limits.arguments_max) return false;
    for (const Json& one : *list) {
        if (!one.is_object()) return false;
        PromptArgument argument;
        argument.name = name_text(one, "name", limits.name_bytes_max);
        argument.description = cut_text(one, "description", limits.description_bytes_max);
        const auto required = one.find("required");
        argument.required =
            required != one.end() && required->is_boolean() && required->get<bool>();
        if (argument.name.empty()) return false;
        bytes += argument.name.size() + argument.description.size();
        prompt.arguments.push_back(std::move(argument));
    }
    return true;
}

}  // namespace

std::string_view list_method(OfferKind kind) noexcept {
    switch (kind) {
        case OfferKind::resources:
            return "resources/list";
        case OfferKind::templates:
            return "resources/templates/list";
        case OfferKind::prompts:
            break;
    }
    return "prompts/list";
}

void OfferListing::tell(std::string sentence) {
    if (std::find(diagnostics_.begin(), diagnostics_.end(), sentence) == diagnostics_.end())
        diagnostics_.push_back(std::move(sentence));
}

/// False once the list is full.
bool OfferListing::has_room(std::size_t bytes) {
    if (count_ == limits_.items_max) {
        tell(std::string(list_method(kind_)) + " has more than " +
             std::to_string(limits_.items_max) + " entries; the others are left out.");
        return false;
    }
    if (bytes > limits_.bytes_max - bytes_) {
        tell(std::string(list_method(kind_)) + " has more than " +
             std::to_string(limits_.bytes_max) + " bytes; the others are left out.");
        return false;
    }
    ++count_;
    bytes_ += bytes;
    return true;
}

/// False once the list is full.
bool OfferListing::take(const Json& item) {
    const auto leave_out = [this] {
        tell("An entry of " + std::string(list_method(kind_)) +
             " without a usable name or URI is left out.");
        return true;
    };
    if (!item.is_object()) return leave_out();
    if (kind_ == OfferKind::prompts) {
        Prompt prompt{.name = name_text(item, "name", limits_.name_bytes_max),
                      .title = cut_text(item, "title", limits_.name_bytes_max),
                      .description = cut_text(item, "description", limits_.description_bytes_max)};
        std::size_t bytes = prompt.name.size() + prompt.title.size() + prompt.description.size();
        if (prompt.name.empty() || !read_arguments(item, limits_, prompt, bytes))
            return leave_out();
        if (!has_room(bytes)) return false;
        found_.prompts.push_back(std::move(prompt));
        return true;
    }
    if (kind_ == OfferKind::templates) {
        ResourceTemplate about{.uri_template =
                                   name_text(item, "uriTemplate", limits_.uri_bytes_max)};
        const std::size_t bytes = read_about(item, limits_, about) + about.uri_template.size();
        if (about.uri_template.empty() || about.name.empty()) return leave_out();
        if (!has_room(bytes)) return false;
        found_.templates.push_back(std::move(about));
        return true;
    }
    Resource about{.uri = name_text(item, "uri", limits_.uri_bytes_max)};
    const std::size_t bytes = read_about(item, limits_, about) + about.uri.size();
    if (about.uri.empty() || about.name.empty()) return leave_out();
    if (!has_room(bytes)) return false;
    found_.resources.push_back(std::move(about));
    return true;
}

Result<std::optional<std::string>> OfferListing::next_cursor(const Json& page) {
    const auto found = page.find("nextCursor");
    if (found == page.end() || found->is_null()) return std::optional<std::string>();
    if (!found->is_string() ||
        found->get_ref<const std::string&>().size() > limits_.cursor_bytes_max) {
        return fail(Errc::invalid_argument, "its nextCursor is no text of at most " +
                                                std::to_string(limits_.cursor_bytes_max) +
                                                " bytes.");
    }
    std::string cursor = found->get<std::string>();
    if (std::find(cursors_.begin(), cursors_.end(), cursor) != cursors_.end()) {
        tell("The server gave a cursor of " + std::string(list_method(kind_)) +
             " a second time; the list ends there.");
        return std::optional<std::string>();
    }
    cursors_.push_back(cursor);
    if (cursors_.size() == limits_.pages_max) {
        tell(std::string(list_method(kind_)) + " has more than " +
             std::to_string(limits_.pages_max) + " pages; the others are left out.");
        return std::optional<std::string>();
    }
    return std::optional<std::string>(std::move(cursor));
}

Result<std::optional<std::string>> OfferListing::add(std::string_view result) {
    IAM_TRY(page, rpc::value_of(result));
    const std::string member(list_member(kind_));
    const auto list = page.is_object() ? page.find(member) : page.end();
    if (!page.is_object() || list == page.end() || !list->is_array())
        return fail(Errc::invalid_argument, "it lacks the list '" + member + "'.");
    for (const Json& item : *list)
        if (!take(item)) return std::optional<std::string>();
    return next_cursor(page);
}

void OfferListing::move_into(ServerOffers& offers) {
    switch (kind_) {
        case OfferKind::resources:
            offers.resources = std::move(found_.resources);
            return;
        case OfferKind::templates:
            offers.templates = std::move(found_.templates);
            return;
        case OfferKind::prompts:
            offers.prompts = std::move(found_.prompts);
    }
}

}  // namespace iam::mcp
