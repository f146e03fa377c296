// The answers of the console, and the fields that all of them have.
#pragma once

#include <iam/core/result.hpp>
#include <iam/net/http_message.hpp>

#include <string>
#include <string_view>

namespace iam::console {

/// Fields that have browsers load from this origin only, and frame and store nothing.
net::Fields security_fields();

net::Response json_answer(std::string text);
/// {"code": …, "message": …}. Both are the console's own words, with nothing of the request.
net::Response refusal(unsigned status, std::string_view code, std::string_view message);
net::Response refusal(const Error& error);
/// Of requests for a part that this program does not have.
net::Response not_here(std::string_view sentence);

}  // namespace iam::console
