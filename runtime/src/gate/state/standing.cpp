// The decision of an undecided call.
#include "gate/state/standing.hpp"

namespace iam::gate {

const consent::Decision& Standing::undecided() noexcept {
    static const consent::Decision none;
    return none;
}

}  // namespace iam::gate
