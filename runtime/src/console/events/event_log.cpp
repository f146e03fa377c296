#include "console/events/event_log.hpp"

#include <iam/tool/codecs/decimal.hpp>

#include <utility>

namespace iam::console {

void EventLog::add(std::string_view type, std::string data) {
    ++newest_;
    events_.push_back({id_of(newest_), std::string(type), std::move(data)});
    if (events_.size() > max_) events_.pop_front();
}

std::optional<std::uint64_t> EventLog::number_of(std::string_view id) const {
    if (id.size() <= run_.size() + 1 || !id.starts_with(run_) || id[run_.size()] != '.')
        return std::nullopt;
    id.remove_prefix(run_.size() + 1);
    std::uint64_t number = 0;
    if (!read_decimal(id, number) || number > newest_) return std::nullopt;
    return number;
}

std::optional<std::vector<net::SseEvent>> EventLog::after(std::uint64_t number) const {
    const std::uint64_t missing = newest_ - number;
    if (missing > events_.size()) return std::nullopt;
    return std::vector<net::SseEvent>(events_.end() - static_cast<std::ptrdiff_t>(missing),
                                      events_.end());
}

}  // namespace iam::console
