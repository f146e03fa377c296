#include "host/commands/tasks/run_setup.hpp"

#include "host/commands/chat/profiles/profile_files.hpp"
#include <iam/chat/profile.hpp>

namespace iam::host {

Result<RunSetup> setup_of(const Session& session, const chat::Task& task) {
    RunSetup setup;
    if (!task.profile.empty()) {
        IAM_TRY(file, find_profile(session, task.profile));
        IAM_TRY(profile, load_profile(session, file));
        chat::use_profile(profile, setup.options);
        setup.options.profile = file.reference;
        setup.model = model_words_of(profile);
    }
    // The address and the key of a profile are those of its own model.
    if (!task.model.empty()) setup.model = {.model = task.model};
    setup.options.subject = session.subject();
    return setup;
}

}  // namespace iam::host
