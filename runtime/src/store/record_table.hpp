// Records of consent by id and by tool, with the order in which they were given.
#pragma once

#include <iam/tool/contract.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace iam::store {

/// A record and its place in the order of giving.
template <class Record>
struct Placed {
    Record record;
    std::uint64_t place = 0;
};

/// Record has `id` and `tool`. One operation changes it: replace(), which gives back what stood
/// there, so that taking a change back is replacing once more.
template <class Record>
class RecordTable {
 public:
    using Row = Placed<Record>;

    const Row* find(const std::string& id) const {
        const auto found = rows_.find(id);
        return found == rows_.end() ? nullptr : &found->second;
    }

    std::optional<Row> replace(const std::string& id, std::optional<Row> next) {
        std::optional<Row> before;
        if (const auto found = rows_.find(id); found != rows_.end()) {
            forget(found->second);
            before = std::move(found->second);
            rows_.erase(found);
        }
        if (next) {
            const auto added = rows_.emplace(id, std::move(*next)).first;
            by_tool_[added->second.record.tool].push_back(&added->second);
        }
        return before;
    }

    /// The rows of one tool, in no certain order. Valid until the next replace().
    const std::vector<const Row*>& of_tool(const ToolId& tool) const {
        static const std::vector<const Row*> none;
        const auto found = by_tool_.find(tool);
        return found == by_tool_.end() ? none : found->second;
    }

    /// In the order they were given.
    template <class Wanted>
    std::vector<Record> all(Wanted wanted) const {
        std::vector<const Row*> rows;
        for (const auto& [id, row] : rows_) {
            if (wanted(row.record)) rows.push_back(&row);
        }
        std::sort(rows.begin(), rows.end(),
                  [](const Row* a, const Row* b) { return a->place < b->place; });
        std::vector<Record> records;
        records.reserve(rows.size());
        for (const Row* row : rows) records.push_back(row->record);
        return records;
    }

 private:
    void forget(const Row& row) {
        const auto tool = by_tool_.find(row.record.tool);
        auto& rows = tool->second;
        rows.erase(std::find(rows.begin(), rows.end(), &row));
        if (rows.empty()) by_tool_.erase(tool);
    }

    std::map<std::string, Row> rows_;  // nodes stay where they are: by_tool_ points at them
    std::map<ToolId, std::vector<const Row*>> by_tool_;
};

}  // namespace iam::store
