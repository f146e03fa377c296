// A socket between a store and the server that cuts connections at a chosen moment.
#pragma once

#include <iam/store/private_files.hpp>
#include <support/temp_dir.hpp>

#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace iam::test {

/// Passes all bytes on, until a message with "COMMIT" comes while a cut is planned.
class CutWire {
 public:
    enum class Cut {
        none,
        before_arrival,  ///< the server gets nothing of the message
        within,          ///< the server gets all but the end of the message
        before_answer,   ///< the server gets the message, and its answer is lost
    };
    /// `server` is the folder of the server's socket.
    explicit CutWire(std::string server);
    ~CutWire();
    CutWire(const CutWire&) = delete;
    CutWire& operator=(const CutWire&) = delete;

    /// The folder of this socket, for the address of a store.
    std::string folder() const { return folder_.path().string(); }
    /// Cuts once, at the next commit after `passed` more.
    void plan(Cut cut, int passed = 0) {
        passed_ = passed;
        cut_ = cut;
    }
    int cuts() const { return cuts_; }

 private:
    void listen();
    void serve(int client);
    bool pass(int from, int to, std::string& bytes);
    bool cut_here(int client, int server, const std::string& bytes);

    std::string server_;
    TempDir folder_{};
    store::FileDescriptor listening_{};
    std::atomic<Cut> cut_{Cut::none};
    std::atomic<int> passed_{0};
    std::atomic<int> cuts_{0};
    std::atomic<bool> ends_{false};
    std::mutex mutex_{};
    std::vector<std::thread> serving_{};  // guarded by mutex_
    std::thread accepting_{};
};

}  // namespace iam::test
