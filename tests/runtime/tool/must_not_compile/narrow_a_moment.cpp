// Seconds since 1970 that a text names do not fit into 32 bits.
#include <iam/tool/codecs/chrono.hpp>

#ifdef IAM_BROKEN
using Count = std::int32_t;
#else
using Count = std::int64_t;
#endif
using Seconds = std::chrono::duration<Count>;

bool read(iam::Decoder& in, std::chrono::sys_time<Seconds>& time) {
    return iam::MomentCodec<Seconds>::decode(in, time);
}
