// Keeps records of consent by id and by tool, in the order they were given.
#pragma once

#include "store/memory/rollback.hpp"
#include <iam/tool/contract.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace iam::store {

/// A record and its unique place in the order of giving.
template <class Record>
struct Placed {
    Record record;
    std::uint64_t place = 0;
};

/// Record has members `id` and `tool`. Only replace() and remove_if() change the
/// table.
template <class Record>
class RecordTable {
 public:
    using Row = Placed<Record>;

    const Row* find(const std::string& id) const {
        const auto found = rows_.find(id);
        return found == rows_.end() ? nullptr : &found->second;
    }

    /// Puts `next` in the place of the row at `id`; without `next`, removes the row.
    void replace(const std::string& id, std::optional<Row> next, Rollback& rollback) {
        auto outside = std::make_shared<Outside>();
        if (next) *outside = outside_of(id, *std::move(next));
        rollback.add([this, id, outside] { swap(id, *outside); });
        swap(id, *outside);
    }

    template <class Unwanted>
    void remove_if(Unwanted unwanted) noexcept {
        for (auto at = rows_.begin(); at != rows_.end();) {
            if (unwanted(at->second)) {
                by_tool_.erase(&at->second);
                at = rows_.erase(at);
            } else {
                ++at;
            }
        }
    }

    /// Calls `function` for the rows of one tool, in the order they were given.
    template <class Function>
    void for_each_of(const ToolId& tool, Function function) const {
        const auto [first, last] = by_tool_.equal_range(tool);
        for (auto at = first; at != last; ++at) function(**at);
    }

    template <class Wanted>
    std::size_t count(Wanted wanted) const {
        return static_cast<std::size_t>(
            std::count_if(rows_.begin(), rows_.end(),
                          [&](const auto& row) { return wanted(row.second.record); }));
    }

    /// The wanted records, in the order they were given.
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
    struct ToolThenPlace {
        using is_transparent = void;  // NOLINT(readability-identifier-naming): the library's name
        bool operator()(const Row* a, const Row* b) const noexcept {
            const auto order = a->record.tool <=> b->record.tool;
            return order != 0 ? order < 0 : a->place < b->place;
        }
        bool operator()(const Row* row, const ToolId& tool) const noexcept {
            return row->record.tool < tool;
        }
        bool operator()(const ToolId& tool, const Row* row) const noexcept {
            return tool < row->record.tool;
        }
    };
    using Rows = std::map<std::string, Row>;
    using ByTool = std::set<const Row*, ToolThenPlace>;

    /// A row outside the table, with the nodes to put it in; or none.
    struct Outside {
        typename Rows::node_type row{};
        typename ByTool::node_type by_tool{};
    };

    static Outside outside_of(const std::string& id, Row row) {
        Rows rows;
        ByTool by_tool;
        by_tool.insert(&rows.emplace(id, std::move(row)).first->second);
        return {rows.extract(rows.begin()), by_tool.extract(by_tool.begin())};
    }

    void swap(const std::string& id, Outside& outside) noexcept {
        Outside before;
        if (const auto found = rows_.find(id); found != rows_.end()) {
            before.by_tool = by_tool_.extract(by_tool_.find(&found->second));
            before.row = rows_.extract(found);
        }
        if (!outside.row.empty()) {
            rows_.insert(std::move(outside.row));
            by_tool_.insert(std::move(outside.by_tool));
        }
        outside = std::move(before);
    }

    Rows rows_;  // nodes stay where they are: by_tool_ points at them
    ByTool by_tool_;
};

}  // namespace iam::store
