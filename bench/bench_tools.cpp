#include "bench_tools.hpp"

namespace bench {

Booking book_room(const std::string& title, int room, double hours, Priority priority,
                  bool catering) {
    const double extra = (catering ? 0.25 : 0.0) + (priority == Priority::high ? 0.5 : 0.0);
    return Booking{room + static_cast<int>(title.size() % 2), hours + extra};
}

}  // namespace bench
