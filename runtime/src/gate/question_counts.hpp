// How often a person was asked in each session, and what came of it.
#pragma once

#include <iam/consent/prompter.hpp>

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>

namespace iam::gate {

/// Thread-safe. A session is that of one user in one workspace; all calls without one are one session.
class QuestionCounts {
 public:
    /// Counts one more question. Where there were `max` already: a sentence about them, and nothing is counted.
    std::optional<std::string> begin(const Subject& subject, std::optional<std::uint32_t> max);
    /// What came of one that was counted.
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
