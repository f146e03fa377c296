#pragma once

#include <iam/annotations.hpp>

#include <string>
#include <vector>

namespace desk {

struct Login {
    [[iam::secret]] std::string password;  // iam-error: the places of such secrets have no end
};

struct Folder {
    Login login;
    [[iam::secret]] std::string key;  // iam-error: the places of such secrets have no end
    std::vector<Folder> folders;
};

struct Safe {
    std::string name;
    [[iam::secret]] std::vector<Safe> safes;
};

/// Opens folders and safes.
[[iam::tool({.idempotent = true})]] void open(const Folder& folder, const Safe& safe,
                                              [[iam::secret]] const Folder& hidden);

}  // namespace desk
