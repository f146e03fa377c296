// The words of the steps' enumerators, and the sources that taint.
#include "iam/chat/transcript.hpp"

namespace iam::chat {

std::string_view to_string(Source::Kind kind) noexcept {
    switch (kind) {
        case Source::Kind::person:
            return "person";
        case Source::Kind::host:
            return "host";
        case Source::Kind::model:
            return "model";
        case Source::Kind::tool:
            return "tool";
        case Source::Kind::file:
            return "file";
        case Source::Kind::import:
            return "import";
    }
    return "";
}

bool taints(const Source& source) noexcept {
    return source.is_untrusted || source.kind == Source::Kind::file ||
           source.kind == Source::Kind::import;
}

std::string_view to_string(AnswerEnd end) noexcept {
    switch (end) {
        case AnswerEnd::whole:
            return "whole";
        case AnswerEnd::length:
            return "length";
        case AnswerEnd::filter:
            return "filter";
        case AnswerEnd::refusal:
            return "refusal";
        case AnswerEnd::other:
            return "other";
        case AnswerEnd::broken:
            return "broken";
        case AnswerEnd::stopped:
            return "stopped";
    }
    return "";
}

std::string_view to_string(TurnEnd end) noexcept {
    switch (end) {
        case TurnEnd::done:
            return "done";
        case TurnEnd::stopped:
            return "stopped";
        case TurnEnd::failed:
            return "failed";
        case TurnEnd::budget:
            return "budget";
        case TurnEnd::awaiting:
            return "awaiting";
    }
    return "";
}

}  // namespace iam::chat
