// Defines how long recorded values are kept, by the class of their call.
#pragma once

#include <iam/ledger/entry.hpp>

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace iam::ledger {

enum class RetentionClass {
    refused,  ///< calls that were not run
    low,      ///< begun calls, by their risk
    medium,
    high,
};
inline constexpr std::array k_retention_classes{RetentionClass::refused, RetentionClass::low,
                                                RetentionClass::medium, RetentionClass::high};
std::string_view to_string(RetentionClass kind) noexcept;

struct Retention {
    /// In the order of k_retention_classes, from the time of the entry behind the class. Nothing:
    /// kept for good.
    std::array<std::optional<std::chrono::milliseconds>, k_retention_classes.size()> kept{};

    std::optional<std::chrono::milliseconds>& of(RetentionClass kind) noexcept {
        return kept[static_cast<std::size_t>(kind)];
    }
    const std::optional<std::chrono::milliseconds>& of(RetentionClass kind) const noexcept {
        return kept[static_cast<std::size_t>(kind)];
    }
    bool keeps_all() const noexcept;
};

/// The class given by an entry to its call. The entry is an intent, or says that the call was not
/// run. An intent goes before a refusal of the same call.
std::optional<RetentionClass> retention_class(const Entry& entry) noexcept;

/// True if the values of the entry's call need no longer be kept, unless another entry of the call
/// goes before this one.
bool is_due(const Entry& entry, const Retention& retention,
            std::chrono::sys_time<std::chrono::milliseconds> now) noexcept;

}  // namespace iam::ledger
