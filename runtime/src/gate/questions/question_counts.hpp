// The number of questions to a person in each session, by answer.
#pragma once

#include <iam/consent/prompter.hpp>

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>

namespace iam::gate {

/// Thread-safe. A session belongs to one user in one workspace. All calls without a session count
/// as one.
class QuestionCounts {
 public:
    /// Counts one more question. If there were `max` already, counts nothing and returns a sentence
    /// about them.
    std::optional<std::string> begin(const Subject& subject, std::optional<std::uint32_t> max);
    /// Notes the answer to a counted question.
    void end(const Subject& subject, consent::Answer answer);

 private:
    struct Count {
        std::uint32_t put = 0;
        std::uint32_t allowed = 0;
        std::uint32_t refused = 0;
    };
    using Key = std::tuple<std::string, std::string, std::string>;
    Count& count_of(const Subject& subject);

    std::mutex mutex_;
    std::map<Key, Count> counts_;
};

}  // namespace iam::gate
