// There is no empty Permit.
#include <iam/tool/permit.hpp>

void forge() {
#ifdef IAM_BROKEN
    const iam::Permit permit{};
#else
    const iam::Digest permit{};
#endif
    static_cast<void>(permit);
}
