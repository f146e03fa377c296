// The two narrow gates of this module: making a permit and reaching a tool's handler.
#pragma once

#include <iam/tool/permit.hpp>
#include <iam/tool/registry.hpp>

#include <memory>
#include <string>
#include <utility>

namespace iam::gate {

struct Basis;

/// Used by step 9 alone, after the intent is durable.
class PermitIssuer {
 public:
    static Permit issue(const std::string& call_id, const Digest& arguments_digest) {
        return Permit(call_id, arguments_digest);
    }
};

/// A tool as one call sees it. The snapshot keeps both pointers valid, also after the tool was
/// removed.
struct FoundTool {
    std::shared_ptr<const Catalogue> catalogue{};
    const Contract* contract = nullptr;
    const Handler* handler = nullptr;
    explicit operator bool() const noexcept { return contract != nullptr; }
};

class HandlerAccess {
 public:
    static FoundTool find(std::shared_ptr<const Catalogue> catalogue, const ToolId& id) {
        const auto place = catalogue->tools_.find(id);
        if (place == catalogue->tools_.end()) return {};
        const Catalogue::Tool& tool = *place->second;
        return FoundTool{std::move(catalogue), &tool.contract, tool.handler.get()};
    }
};

/// The tool as it is registered now.
FoundTool find_tool(const Basis& basis, const ToolId& id);

}  // namespace iam::gate
