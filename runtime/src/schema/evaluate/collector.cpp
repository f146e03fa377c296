// Keeps units in the order of the schema, each with its group.
#include "schema/evaluate/collector.hpp"

#include "schema/compile/uri.hpp"

#include <iterator>
#include <utility>

namespace iam::schema {
namespace {

void append_token(std::string& path, const Token& token) {
    if (token.is_index) {
        append_pointer(path, token.index);
    } else {
        append_pointer(path, token.name);
    }
}

void spell(const Step* last, OutputUnit& unit) {
    std::vector<const Step*> steps;
    for (const Step* step = last; step != nullptr; step = step->outer) steps.push_back(step);
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
        append_pointer(unit.keyword_location, name_of((*step)->keyword));
        if ((*step)->below != nullptr) append_token(unit.keyword_location, *(*step)->below);
        if ((*step)->part != nullptr) append_token(unit.instance_location, *(*step)->part);
    }
}

}  // namespace

std::size_t Collector::push(Index block, std::string_view keyword, const Step* step,
                            std::size_t parent) {
    OutputUnit unit;
    spell(step, unit);
    const Block& at = program_.blocks[block];
    std::string pointer = program_.pointers[block];
    if (!keyword.empty()) {
        append_pointer(unit.keyword_location, keyword);
        append_pointer(pointer, keyword);
    }
    unit.absolute_keyword_location =
        program_.resources[at.resource] + "#" + percent_encoded(pointer);
    units_.push_back(Unit{std::move(unit), parent});
    return units_.size() - 1;
}

/// Returns the unit of the innermost group, after it has made units for all groups around it. It
/// loops, since only the stack bounds the number of groups.
std::size_t Collector::innermost_unit() {
    std::size_t parent = k_no_unit;
    for (Group& group : groups_) {
        if (group.unit == k_no_unit) group.unit = push(group.block, "", group.step, parent);
        parent = group.unit;
    }
    return parent;
}

void Collector::open_group(Index block) {
    groups_.push_back(Group{block, step_});
}

void Collector::close_group() {
    groups_.pop_back();
}

bool Collector::has_room() {
    if (errors_ < errors_max_) {
        ++errors_;
        return true;
    }
    truncated_ = true;
    return false;
}

std::size_t Collector::say(Index block, std::string_view keyword, std::string sentence) {
    if (!has_room()) return k_no_unit;
    const std::size_t unit = push(block, keyword, step_, innermost_unit());
    units_[unit].unit.error = std::move(sentence);
    return unit;
}

void Collector::add(Index block, std::string_view keyword, std::string sentence) {
    say(block, keyword, std::move(sentence));
}

void Collector::open_choice(Index block, std::string_view keyword, std::string sentence) {
    const std::size_t unit = say(block, keyword, std::move(sentence));
    groups_.push_back(Group{block, step_, unit});
}

/// Moves children into their groups from the last child on, so each child is complete when it
/// moves.
std::vector<OutputUnit> Collector::tree() {
    std::vector<std::vector<OutputUnit>> children(units_.size());
    std::vector<OutputUnit> roots;
    for (std::size_t i = units_.size(); i-- > 0;) {
        OutputUnit unit = std::move(units_[i].unit);
        unit.errors.assign(std::make_move_iterator(children[i].rbegin()),
                           std::make_move_iterator(children[i].rend()));
        // Core §12.4.3: a group of one is replaced by its child.
        if (unit.error.empty() && unit.errors.size() == 1) {
            OutputUnit only = std::move(unit.errors.front());
            unit = std::move(only);
        }
        (units_[i].parent == k_no_unit ? roots : children[units_[i].parent])
            .push_back(std::move(unit));
    }
    return roots;
}

Report Collector::take(Detail detail) {
    Report report;
    report.truncated = truncated_;
    if (detail == Detail::detailed) {
        report.errors = tree();
        return report;
    }
    for (Unit& unit : units_)
        if (!unit.unit.error.empty()) report.errors.push_back(std::move(unit.unit));
    return report;
}

}  // namespace iam::schema
