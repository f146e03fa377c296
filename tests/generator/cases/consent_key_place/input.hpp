#pragma once

#include <iam/annotations.hpp>

#include <map>
#include <string>
#include <variant>
#include <vector>

namespace desk {

struct Alarm {
    [[iam::consent_key]] int group = 0;  // iam-error: within a list or map
};

struct Folder {
    [[iam::consent_key]] std::string name;  // iam-error: within a type that contains itself
    std::vector<Folder> folders;
};

struct Login {
    [[iam::consent_key]] std::string user;  // iam-error: secret
};

struct Credentials {
    std::string user;
    [[iam::secret]] std::string pin;
};

struct Pay {
    [[iam::consent_key]] std::string account;  // iam-error: within a variant
};

struct Wipe {
    std::string account;
};

struct Answer {
    [[iam::consent_key]] int code = 0;  // iam-error: no tool takes it as an argument
};

/// Sets.
[[iam::tool({.idempotent = true})]] Answer set(const std::vector<Alarm>& alarms, const std::map<std::string, Alarm>& more,
                                               const Folder& folder, [[iam::secret]] const Login& login,
                                               [[iam::consent_key]] [[iam::secret]] const std::string& pin,  // iam-error: secret
                                               [[iam::consent_key]] const Credentials& who,  // iam-error: secret
                                               const std::variant<Pay, Wipe>& what);

}  // namespace desk
