// Picoseconds since 1970 do not fit into 64 bits.
#include <iam/tool/codecs/chrono.hpp>

#ifdef IAM_BROKEN
using Unit = std::pico;
#else
using Unit = std::nano;
#endif
using Time = std::chrono::duration<std::int64_t, Unit>;

bool read(iam::Decoder& in, std::chrono::sys_time<Time>& time) {
    return iam::MomentCodec<Time>::decode(in, time);
}
