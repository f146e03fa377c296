// Every attribute that the parser comes by, taken from the stream of tokens. clang drops what it does not know without a
// trace, so that this is the only place where a misspelled or misplaced attribute can be noticed.
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
    clang::SourceLocation
        last;  // of its last token: clang's ranges of one attribute begin here or there
    clang::SourceLocation
        unbalanced;           // where brackets in the arguments stop to match; invalid: they match
    bool has_tokens = false;  // between the parentheses
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

    /// Attributes whose scope is `iam`.
    const std::vector<LoggedAttribute>& ours() const { return ours_; }
    /// Attributes that were meant to be ours: meant_attribute().
    const std::vector<LoggedAttribute>& near_ours() const { return near_ours_; }
    const std::vector<AttributeSpecifier>& specifiers() const { return specifiers_; }
    /// Most tokens are none of its business: on_token() would do nothing with this one.
    bool ignores(const clang::Token& token) const {
        return state_ == State::outside && token.isNot(clang::tok::l_square);
    }
    /// The parser stands inside an attribute of another scope that has a name of ours.
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
    clang::SourceLocation open_;   // of the [[ that is being read
    clang::SourceLocation close_;  // of the first ]
    std::string using_scope_;      // of [[using scope: …]]
    bool using_seen_ = false;
    LoggedAttribute current_;
    std::vector<char> brackets_;  // closers that the arguments still owe
    bool foreign_namesake_ = false;
    std::vector<LoggedAttribute> ours_;
    std::vector<LoggedAttribute> near_ours_;
    std::vector<AttributeSpecifier> specifiers_;
};

}  // namespace iam::gen
