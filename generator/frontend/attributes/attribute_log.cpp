// AttributeLog is a state machine over the tokens of a translation unit. It follows attribute
// specifiers of this form:
//   [[ using scope : scope::name(balanced tokens) ..., … ]]
#include <generator/frontend/attributes/attribute_log.hpp>
#include <generator/frontend/attributes/names.hpp>

#include <clang/Basic/IdentifierTable.h>

namespace iam::gen {
namespace {

using clang::tok::TokenKind;

/// Keywords are names in attributes too.
std::string spelling(const clang::Token& token) {
    if (token.isAnnotation() || token.isLiteral()) return {};
    const clang::IdentifierInfo* identifier = token.getIdentifierInfo();
    return identifier == nullptr ? std::string() : identifier->getName().str();
}

char closer_of(TokenKind kind) {
    switch (kind) {
        case TokenKind::l_paren:
            return ')';
        case TokenKind::l_square:
            return ']';
        case TokenKind::l_brace:
            return '}';
        default:
            return 0;
    }
}

char closer_as_char(TokenKind kind) {
    switch (kind) {
        case TokenKind::r_paren:
            return ')';
        case TokenKind::r_square:
            return ']';
        case TokenKind::r_brace:
            return '}';
        default:
            return 0;
    }
}

}  // namespace

void AttributeLog::on_token(const clang::Token& token) {
    switch (state_) {
        case State::outside:
            if (token.is(TokenKind::l_square)) {
                open_ = token.getLocation();
                state_ = State::after_open;
            }
            return;
        case State::after_open:
            if (token.is(TokenKind::l_square)) {
                begin_specifier();
            } else {
                leave();
            }
            return;
        case State::start:
            on_start(token);
            return;
        case State::after_name:
            on_after_name(token);
            return;
        case State::after_scope:
            current_.scope = current_.name;
            current_.name = spelling(token);
            current_.name_location = token.getLocation();
            if (current_.name.empty()) return leave();
            note_namesake();
            state_ = State::after_attribute;
            return;
        case State::arguments:
            on_argument(token);
            return;
        case State::after_attribute:
            on_after_attribute(token);
            return;
        case State::after_close:
            if (token.is(TokenKind::r_square)) {
                specifiers_.push_back({open_, token.getLocation()});
            }
            leave();
            return;
    }
}

void AttributeLog::begin_specifier() {
    using_scope_.clear();
    using_seen_ = false;
    state_ = State::start;
}

void AttributeLog::on_start(const clang::Token& token) {
    const bool after_scope = token.is(TokenKind::colon) && !using_scope_.empty();
    if (token.is(TokenKind::comma) || after_scope) return;
    if (token.is(TokenKind::r_square)) {
        state_ = State::after_close;
        return;
    }
    if (token.is(TokenKind::kw_using)) {
        using_seen_ = true;
        return;
    }
    current_ = LoggedAttribute{};
    current_.name = spelling(token);
    current_.name_location = token.getLocation();
    if (current_.name.empty()) return leave();
    if (using_seen_ && using_scope_.empty()) {
        using_scope_ = current_.name;
        return;  // the colon comes next
    }
    state_ = State::after_name;
}

void AttributeLog::on_after_name(const clang::Token& token) {
    if (token.is(TokenKind::coloncolon)) {
        state_ = State::after_scope;
        return;
    }
    current_.scope = using_scope_;
    note_namesake();
    state_ = State::after_attribute;
    on_after_attribute(token);
}

void AttributeLog::on_after_attribute(const clang::Token& token) {
    if (token.is(TokenKind::l_paren)) {
        brackets_.assign(1, ')');
        state_ = State::arguments;
        return;
    }
    if (token.is(TokenKind::ellipsis)) return;
    const bool closes_nothing =
        closer_as_char(token.getKind()) != 0 && token.isNot(TokenKind::r_square);
    if (closes_nothing && current_.unbalanced.isInvalid())
        current_.unbalanced = token.getLocation();
    finish_attribute();
    if (token.is(TokenKind::comma)) {
        state_ = State::start;
    } else if (token.is(TokenKind::r_square)) {
        state_ = State::after_close;
    } else {
        leave();
    }
}

void AttributeLog::on_argument(const clang::Token& token) {
    const bool lost = current_.unbalanced.isValid() && token.is(TokenKind::semi);
    if (lost || token.is(TokenKind::eof)) {  // the closing bracket never came
        finish_attribute();
        return leave();
    }
    if (const char closer = closer_of(token.getKind())) {
        brackets_.push_back(closer);
        return;
    }
    const char closed = closer_as_char(token.getKind());
    if (closed == 0) {
        current_.has_tokens = true;
        return;
    }
    if (closed != brackets_.back()) {
        if (current_.unbalanced.isInvalid()) current_.unbalanced = token.getLocation();
        return;
    }
    brackets_.pop_back();
    if (!brackets_.empty()) return;
    current_.last = token.getLocation();
    state_ = State::after_attribute;
}

void AttributeLog::note_namesake() {
    foreign_namesake_ = current_.scope != k_scope && find_spelling(current_.name) != nullptr;
}

void AttributeLog::finish_attribute() {
    foreign_namesake_ = false;
    if (current_.last.isInvalid()) current_.last = current_.name_location;
    if (current_.scope == k_scope)
        ours_.push_back(current_);
    else if (!meant_attribute(current_.scope, current_.name).empty())
        near_ours_.push_back(current_);
}

void AttributeLog::leave() {
    foreign_namesake_ = false;
    state_ = State::outside;
}

}  // namespace iam::gen
