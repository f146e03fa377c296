// AttributeLog records every attribute of a translation unit from the stream of tokens. clang drops
// unknown attributes silently, so only this log can notice a misspelled or misplaced one.
#pragma once

#include <clang/Basic/SourceLocation.h>
#include <clang/Lex/Token.h>

#include <string>
#include <vector>

namespace iam::gen {

/// One `scope::name(…)` between [[ and ]].
struct LoggedAttribute {
    std::string scope;  // empty: no scope
    std::string name;
    clang::SourceLocation name_location;
    clang::SourceLocation last;  // of the last token, where clang's range of the attribute ends
    clang::SourceLocation unbalanced;  // first bracket without a partner; invalid: all match
    bool has_tokens = false;           // the parentheses hold tokens
};

/// One [[…]].
struct AttributeSpecifier {
    clang::SourceLocation begin;  // of the first bracket
    clang::SourceLocation end;    // of the last one
};

class AttributeLog {
 public:
    /// Called for each token, once, in order.
    void on_token(const clang::Token& token);

    /// Attributes in the scope `iam`.
    const std::vector<LoggedAttribute>& ours() const { return ours_; }
    /// Misspelled attributes of ours, by the judgement of meant_attribute().
    const std::vector<LoggedAttribute>& near_ours() const { return near_ours_; }
    const std::vector<AttributeSpecifier>& specifiers() const { return specifiers_; }
    /// True if on_token() would do nothing with this token. This holds for most tokens.
    bool ignores(const clang::Token& token) const {
        return state_ == State::outside && token.isNot(clang::tok::l_square);
    }
    /// True while the parser stands inside an attribute of another scope with one of our names.
    bool inside_foreign_namesake() const { return foreign_namesake_; }

 private:
    enum class State {
        outside,
        after_open,
        start,
        after_name,
        after_scope,
        after_attribute,
        arguments,
        after_close
    };

    void begin_specifier();
    void on_start(const clang::Token& token);
    void on_after_name(const clang::Token& token);
    void on_argument(const clang::Token& token);
    void on_after_attribute(const clang::Token& token);
    void finish_attribute();
    void note_namesake();
    void leave();

    State state_ = State::outside;
    clang::SourceLocation open_;   // of the current [[
    clang::SourceLocation close_;  // of the first ]
    std::string using_scope_;      // of [[using scope: …]]
    bool using_seen_ = false;
    LoggedAttribute current_;
    std::vector<char> brackets_;  // closing brackets still missing in the arguments
    bool foreign_namesake_ = false;
    std::vector<LoggedAttribute> ours_;
    std::vector<LoggedAttribute> near_ours_;
    std::vector<AttributeSpecifier> specifiers_;
};

}  // namespace iam::gen
