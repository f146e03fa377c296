// Every attribute and every type of the vocabulary, once.
#pragma once

#include <iam/annotations.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vocabulary {

enum class [[iam::flags]] Access{read = 1, write = 2};

/// A place.
struct Place {
    [[iam::name("label"), iam::length(1, 64)]] std::string name;  ///< shown on the map
    [[iam::range(-90.0, 90.0), iam::unit("deg")]] double latitude = 0;
    [[iam::items(0, 3), iam::unique]] std::vector<int> floors;
    [[iam::base64]] std::string picture;
};

/// Goes there.
[[iam::tool({.name = "go",
             .title = "Go",
             .description = "Goes there.",
             .policy = iam::confirm,
             .policy_reason = "",
             .read_only = false,
             .destructive = false,
             .idempotent = true,
             .open_world = true,
             .timeout_ms = 1000,
             .executor = "ui",
             .tags = {"travel"},
             .since = "1.0",
             .deprecated = "use travel"})]] int
go(const Place& place, [[iam::range(0, iam::none), iam::multiple_of(5)]] int minutes,
   [[iam::pattern("^[A-Z]{3}$"), iam::example("EUR"),
     iam::description("currency")]] const std::string& currency,
   [[iam::format("date")]] std::optional<std::string> day,
   [[iam::secret]] const std::string& password, [[iam::consent_key]] const std::string& account,
   [[iam::as_string]] unsigned long long id, const std::map<std::string, int>& options);

[[iam::preview(go)]] iam::Preview preview_go(const Place& place, int minutes);
[[iam::undo(vocabulary::go)]] void come_back(const Place& place, int result);
[[iam::reconcile("go")]] std::optional<int> was_there(const Place& place);

struct Document {
    [[iam::tool]] int save();
    [[iam::undo(&Document::save)]] void unsave(int result);
};

}  // namespace vocabulary
