// Defines the proof that one call passed the gate. Only the runtime makes one, after the intent is
// durable.
#pragma once

#include <iam/core/digest.hpp>

#include <string_view>

namespace iam {

namespace gate {
class PermitIssuer;  // private to runtime/src/gate
}

/// Move-only and not trivially copyable, so neither a copy, nor {}, nor std::bit_cast makes
/// another. It guards against a second path to a function in code, not against hostile native code.
/// It refers to its call's id and must not outlive the call.
class Permit {
 public:
    Permit(const Permit&) = delete;
    Permit& operator=(const Permit&) = delete;
    Permit(Permit&& other) noexcept
        : call_id_(other.call_id_), arguments_digest_(other.arguments_digest_) {}
    Permit& operator=(Permit&&) = delete;
    ~Permit() {}  // NOLINT(modernize-use-equals-default): user-provided on purpose, see above

    std::string_view call_id() const noexcept { return call_id_; }
    const Digest& arguments_digest() const noexcept { return arguments_digest_; }

 private:
    friend class gate::PermitIssuer;
    Permit(std::string_view call_id, const Digest& arguments_digest) noexcept
        : call_id_(call_id), arguments_digest_(arguments_digest) {}

    std::string_view call_id_;
    Digest arguments_digest_;
};

}  // namespace iam
