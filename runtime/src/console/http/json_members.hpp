// Members of the console's JSON.
#pragma once

#include <iam/consent/records.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/question/escape.hpp>

#include <optional>
#include <string_view>

namespace iam::console {

/// Text of others, made visible: controls and hidden characters are spelled out.
inline void put(JsonWriter& out, std::string_view name, std::string_view text) {
    out.key(name);
    out.string(question::escape_for_display(text));
}

/// The member "by": the person and the place of an answer. Nothing: nobody has answered.
inline void put_answerer(JsonWriter& out, const std::optional<consent::Approver>& approver) {
    if (!approver) return;
    out.key("by");
    out.begin_object();
    put(out, "channel", approver->channel);
    put(out, "login", approver->login);
    out.end_object();
}

}  // namespace iam::console
