// Collects one list of a server's offers over several pages. Pure.
#pragma once

#include <iam/core/json.hpp>
#include <iam/core/result.hpp>
#include <iam/mcp/servers.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

enum class OfferKind { resources, templates, prompts };
/// The method that lists them, e.g. "resources/list".
std::string_view list_method(OfferKind kind) noexcept;

/// An offer with a longer name or URI is left out; a longer text is cut.
struct OfferLimits {
    std::size_t items_max = 1000;                   ///< of one kind
    std::size_t bytes_max = std::size_t{4} << 20U;  ///< of the texts of one kind, together
    std::size_t pages_max = 100;
    std::size_t cursor_bytes_max = 4096;
    std::size_t uri_bytes_max = 2048;
    std::size_t name_bytes_max = 256;  ///< also of a title and a type
    std::size_t description_bytes_max = std::size_t{16} << 10U;
    std::size_t arguments_max = 64;  ///< of a prompt
};

/// Beyond a limit the list ends, and a diagnostic says so. So does a cursor that comes a second
/// time. An offer whose name or URI is missing or no visible text is left out.
class OfferListing {
 public:
    explicit OfferListing(OfferKind kind, OfferLimits limits = {}) : kind_(kind), limits_(limits) {}

    /// Adds a page. Returns the cursor of the next one; nothing at the end. Error: invalid_argument
    /// (no page of this list).
    Result<std::optional<std::string>> add(std::string_view result);

    /// Moves the list of this kind into `offers`.
    void move_into(ServerOffers& offers);
    const std::vector<std::string>& diagnostics() const noexcept { return diagnostics_; }

 private:
    bool take(const Json& item);
    bool has_room(std::size_t bytes);
    Result<std::optional<std::string>> next_cursor(const Json& page);
    void tell(std::string sentence);

    OfferKind kind_;
    OfferLimits limits_;
    ServerOffers found_{};
    std::size_t count_ = 0;
    std::size_t bytes_ = 0;
    std::vector<std::string> diagnostics_{};
    std::vector<std::string> cursors_{};
};

}  // namespace iam::mcp
