// Picoseconds of a day do not fit into the digits that a fraction may have.
#include <iam/tool/codecs/chrono.hpp>

#ifdef IAM_BROKEN
using Unit = std::pico;
#else
using Unit = std::nano;
#endif
using Time = std::chrono::hh_mm_ss<std::chrono::duration<std::int64_t, Unit>>;

bool read(iam::Decoder& in) {
    Time time{};
    return iam::TimeOfDayCodec<Time>::decode(in, time);
}
