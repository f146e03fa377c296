// Microseconds of a day do not fit into 32 bits.
#include <iam/tool/codecs/chrono.hpp>

#ifdef IAM_BROKEN
using Count = std::int32_t;
#else
using Count = std::int64_t;
#endif
using Time = std::chrono::hh_mm_ss<std::chrono::duration<Count, std::micro>>;

bool read(iam::Decoder& in) {
    Time time{};
    return iam::TimeOfDayCodec<Time>::decode(in, time);
}
