#include "console/asset_table.hpp"

#include <algorithm>

namespace iam::console {

const Asset* find_asset(std::string_view path) noexcept {
    const auto all = assets();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const Asset& asset) { return asset.path == path; });
    return found == all.end() ? nullptr : &*found;
}

}  // namespace iam::console
