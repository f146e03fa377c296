// Where each provider's API is, and how it knows its user.
#pragma once

#include <iam/chat/http_model.hpp>
#include <iam/net/http_message.hpp>

#include <string>

namespace iam::chat {

struct HttpEndpoint {
    std::string base{};  ///< where the API begins, without a slash at the end
    std::string url{};
    net::Fields fields{};
};

/// The provider that defined the form.
Provider provider_of_form(WireForm form) noexcept;
/// The place for one streamed answer. Errors: invalid_argument (the model's name, the key).
Result<HttpEndpoint> endpoint_of(const HttpModelSettings& settings);

}  // namespace iam::chat
