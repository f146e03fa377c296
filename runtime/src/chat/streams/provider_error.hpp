// An error that a provider reports within its stream.
#pragma once

#include "chat/streams/field_reader.hpp"
#include <iam/chat/event.hpp>

#include <string>
#include <string_view>

namespace iam::chat {

/// The members of an error in the forms of all providers.
struct ProviderError {
    std::string message{};
    std::string word{};  ///< type, code or status; the first that is one of an overload, else any
    bool is_set = false;

    /// Takes the value of `error`: an object or a text. Null sets nothing.
    void read(FieldReader& in);
    /// Takes one member of an error's object. False: it is none, and was not taken.
    bool read_member(std::string_view name, FieldReader& in);
    /// The end of the stream. A message is cut at 2,000 bytes.
    StreamError as_end() const;

 private:
    void add_word(std::string word);
};

/// A text of a provider, cut at 2,000 bytes.
std::string quoted_text(std::string_view text);

}  // namespace iam::chat
