// Runs work with the risk of ending its process. A parser with hostile text can exhaust its stack
// or meet an error of its own.
#pragma once

#include <functional>
#include <string>

namespace iam::gen {

struct Ended {
    int exit_code = 0;
    int signal = 0;  ///< the cause of its end; 0: it ended by itself
};

/// Does the work in a process of its own with the largest possible stack, and waits for it. The
/// process ends when this one does. If no process can be had, the work is done in this one. For a
/// program without other threads.
Ended run_apart(const std::function<int()>& work);

/// "signal 11 (Segmentation fault)".
std::string signal_text(int signal);

}  // namespace iam::gen
