// The text by which a client without a session names the question of its answer: a round of a
// function, or an approval. The client cannot read the text, and a changed text is refused.
#pragma once

#include <iam/core/entropy.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace iam::mcp {

struct RequestState {
    std::string round{};      ///< the id of the request with the waiting function; empty: none
                              ///< waits
    std::uint64_t turn = 0;   ///< counts the questions of a round; each is answered once
    std::string principal{};  ///< a digest of subject and client
    std::string wish{};       ///< a digest of method and parameters
    std::chrono::milliseconds expires{};  ///< by boot() of the clock
    std::string approval{};               ///< the approval asked about; empty: a function asks
    /// The digest of the form's text in digits; empty: the client was asked to open a page.
    std::string form{};
    friend bool operator==(const RequestState&, const RequestState&) = default;
};

/// A key of one server, AES-256-GCM. It dies with the server, since the waiting functions do, too.
class StateKey {
 public:
    explicit StateKey(Entropy& entropy);
    StateKey(const StateKey&) = delete;
    StateKey& operator=(const StateKey&) = delete;
    ~StateKey();

    std::string seal(const RequestState& state) const;
    /// Nothing if the text is none of this key, or was changed.
    std::optional<RequestState> open(std::string_view text) const;

 private:
    Entropy& entropy_;
    std::array<std::uint8_t, 32> key_{};
};

inline constexpr std::size_t k_request_state_bytes_max = 4096;

}  // namespace iam::mcp
