// A Permit for one call is no Permit for two.
#include <iam/tool/permit.hpp>

void forge(const iam::Permit& permit) {
#ifdef IAM_BROKEN
    const iam::Permit copy = permit;
#else
    const iam::Permit& copy = permit;
#endif
    static_cast<void>(copy);
}
