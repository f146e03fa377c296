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
/// Checks HttpModelSettings::url, which is not empty. Error: invalid_argument.
Result<void> check_model_url(const std::string& url, bool allows_plain_text = false);
/// The place for one streamed answer. Errors: invalid_argument (the model's name, the key, the
/// URL).
Result<HttpEndpoint> endpoint_of(const HttpModelSettings& settings);

}  // namespace iam::chat
