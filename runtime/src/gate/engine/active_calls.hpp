// The active calls of this Runtime, by their ids.
#pragma once

#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace iam::gate {

/// Ids given by the host, and ids of undos and of reconcilable calls. The store recognises a
/// repetition by its intent; this class recognises it before there is an intent. Thread-safe.
class ActiveCalls {
 public:
    /// While it lives, the call is under way. The ActiveCalls outlives it.
    class Claim {
     public:
        Claim(ActiveCalls& calls, std::set<std::string>::iterator id) noexcept
            : calls_(&calls), id_(id) {}
        Claim(Claim&& other) noexcept
            : calls_(std::exchange(other.calls_, nullptr)), id_(other.id_) {}
        Claim& operator=(Claim&&) = delete;
        Claim(const Claim&) = delete;
        Claim& operator=(const Claim&) = delete;
        ~Claim() {
            if (calls_ != nullptr) calls_->remove(id_);
        }

     private:
        ActiveCalls* calls_;
        std::set<std::string>::iterator id_;
    };

    /// Returns nothing if a call of this id is under way.
    std::optional<Claim> claim(const std::string& id);

 private:
    void remove(std::set<std::string>::iterator id) noexcept;
    std::mutex mutex_;
    std::set<std::string> ids_;
};

}  // namespace iam::gate
