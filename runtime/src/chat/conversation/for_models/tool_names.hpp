// The names of tools for models: an injective map between tool ids and names of
// [A-Za-z0-9_-]{1,64}.
#pragma once

#include <iam/tool/registry.hpp>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace iam::chat {

/// The name of one tool for models. Equal for equal ids, in every catalogue.
///   add             a tool of this program, whose name is plain and has no "__"
///   files__read     a tool of a server, if both parts are plain, have no "__", and no "_" at the
///                   border
///   files_read__1f3…  every other tool: readable parts, then 16 digits of the id's digest
std::string model_name(const ToolId& id);

/// The tools offered in one request.
class ToolNames {
 public:
    ToolNames(std::shared_ptr<const Catalogue> catalogue,
              const std::function<bool(const Contract&)>& offers);

    /// nullptr if no offered tool has this name.
    const Contract* find(std::string_view name) const;
    const std::map<std::string, const Contract*, std::less<>>& all() const noexcept {
        return tools_;
    }
    /// Up to three names, the nearest first; none that has less than half of its letters in common.
    std::vector<std::string> nearest(std::string_view name) const;
    const Catalogue& catalogue() const noexcept { return *catalogue_; }

 private:
    std::shared_ptr<const Catalogue> catalogue_;  // owns the contracts
    std::map<std::string, const Contract*, std::less<>> tools_;
};

}  // namespace iam::chat
