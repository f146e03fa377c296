#pragma once

#include <iam/annotations.hpp>

#include <optional>
#include <string>

namespace desk {

struct Receipt {
    int id;
};

/// Sends a letter.
[[iam::tool({.idempotent = true})]] Receipt send(std::string to, iam::IdempotencyKey key, int copies = 1);
/// Finds the letter by the mark on it.
[[iam::reconcile(send)]] std::optional<Receipt> find_letter(const iam::IdempotencyKey& key, const std::string& to);

/// Rings.
[[iam::tool({.idempotent = false})]] void ring();
[[iam::reconcile(ring)]] bool has_rung(iam::Context& context);

}  // namespace desk
