// Members of a message that no parser knows, kept to be sent back as they came.
#pragma once

#include "chat/streams/answer.hpp"
#include "chat/streams/field_reader.hpp"
#include <iam/core/json_writer.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace iam::chat {

/// Pieces of a streamed member are joined: texts to one text, elements to one array. Of any other
/// value the last one stays.
class KeptMembers {
 public:
    /// Takes the value of one member. Null is skipped.
    void take(std::string_view name, FieldReader& in, Answer& answer);
    /// Takes a piece of a text that was read already.
    void add_text(std::string_view name, std::string_view piece);
    void write(JsonWriter& out) const;

 private:
    struct Member {
        std::string name{};
        JsonKind kind = JsonKind::none;
        std::string value{};  // of a text: the text; of an array: its elements; else JSON text
    };
    Member& of(std::string_view name, JsonKind kind);

    std::vector<Member> members_{};
};

}  // namespace iam::chat
