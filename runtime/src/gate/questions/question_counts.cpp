// Counters for more sessions than a program should have. Further sessions share one counter.
#include "gate/questions/question_counts.hpp"

namespace iam::gate {
namespace {

// A host might invent sessions without end; they must not fill the memory.
constexpr std::size_t k_counted_sessions_max = 4096;

}  // namespace

QuestionCounts::Count& QuestionCounts::count_of(const Subject& subject) {
    Key key{subject.user, subject.workspace, subject.session};
    const auto known = counts_.find(key);
    if (known != counts_.end()) return known->second;
    if (counts_.size() >= k_counted_sessions_max) key = {};
    return counts_[std::move(key)];
}

std::optional<std::string> QuestionCounts::begin(const Subject& subject,
                                                 std::optional<std::uint32_t> max) {
    if (!max) return std::nullopt;
    const std::lock_guard lock(mutex_);
    Count& count = count_of(subject);
    if (count.put < *max) {
        ++count.put;
        return std::nullopt;
    }
    return "In this session a person was asked " + std::to_string(count.put) + " times, allowed " +
           std::to_string(count.allowed) + " and refused " + std::to_string(count.refused) +
           "; no more questions are put.";
}

void QuestionCounts::end(const Subject& subject, consent::Answer answer) {
    using consent::Answer;
    const std::lock_guard lock(mutex_);
    Count& count = count_of(subject);
    if (answer == Answer::allow_once || answer == Answer::allow_always) ++count.allowed;
    if (answer == Answer::deny_once || answer == Answer::deny_always) ++count.refused;
}

}  // namespace iam::gate
