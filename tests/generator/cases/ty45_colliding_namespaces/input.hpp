#pragma once

#include <iam/annotations.hpp>

namespace mail {
/// Sends a letter.
[[iam::tool({.destructive = true})]] void send_all();
}  // namespace mail

namespace post::v1 {
/// Sends a parcel.
[[iam::tool({.destructive = true})]] void sendAll();  // iam-error: the name 'send_all' of tool 'post::v1::sendAll' is taken
/// Sends a card.
[[iam::tool({.name = "send_card", .destructive = true})]] void sendEach();
}  // namespace post::v1
