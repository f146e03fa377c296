#include "host/commands/tasks/run_setup.hpp"

namespace iam::host {

Result<RunSetup> setup_of(const Session& session, const chat::Task& task) {
    RunSetup setup;
    setup.model.model = task.model;
    setup.options.subject = session.subject();
    return setup;
}

}  // namespace iam::host
