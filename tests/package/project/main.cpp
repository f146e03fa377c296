#include <iam/host/host.hpp>

#include <notebook.iam.hpp>
#ifdef NOTEBOOK_CHORES
#include <chores.iam.hpp>
#endif

namespace {

iam::Result<void> register_all(iam::Registry& registry) {
    if (auto registered = register_notebook_tools(registry); !registered) return registered;
#ifdef NOTEBOOK_CHORES
    if (auto registered = register_chores_tools(registry); !registered) return registered;
#endif
    return {};
}

}  // namespace

int main(int argc, char** argv) {
    return iam::host::run(argc, argv, register_all);
}
