// The power is cut: what a recorded run may have left on the disk, image by image.
#include "full_run.hpp"
#include "power_cut.hpp"
#include "recovery.hpp"
#include <support/conformance.hpp>
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>

#include <fstream>
#include <set>
#include <unordered_map>

namespace iam::test {
namespace {

using Kind = FileEvent::Kind;

/// A run that nothing disturbed.
struct Recording {
    std::vector<FileEvent> events{};
    std::vector<Snapshot> states{};  ///< the empty ledger, then after each commit
    /// After how many events that state was acknowledged as one that lasts.
    std::vector<std::size_t> told_at{};
    std::vector<bool> is_lazy{};  ///< of that state: it was acknowledged as one that may be lost
    struct Effect {
        std::string call{};
        std::size_t states = 0;  ///< acknowledged before it
    };
    std::vector<Effect> effects{};
};

Recording record() {
    Recording recording;
    const TempDir folder(fast_folder());
    const FileRecorder recorder(folder.path());
    const auto note_lazily = [&](ledger::Store& store) {
        recording.states.push_back(ok(snapshot_of(store)));
        recording.is_lazy.push_back(true);
    };
    const auto note_state = [&](ledger::Store& store) {
        note_lazily(store);
        recording.is_lazy.back() = false;
        // With all that was done lazily before it.
        recording.told_at.resize(recording.states.size(), recorder.events().size());
    };
    Witness witness;
    witness.on_open = [&](ledger::Store& store) {
        if (recording.states.empty()) note_state(store);
    };
    witness.on_commit = note_state;
    witness.on_lazy_commit = note_lazily;
    witness.on_effect = [&](const std::string& call) {
        recording.effects.push_back({call, recording.states.size()});
    };
    run_recorded_program(folder.path(), witness);
    recording.events = recorder.events();
    return recording;
}

bool is_sync(const FileEvent& event) {
    return !event.is_scratch && (event.kind == Kind::sync || event.kind == Kind::sync_names);
}

/// The name of each sync, by its event.
std::map<std::size_t, std::string> syncs_of(const Recording& recording) {
    std::map<std::size_t, std::string> names;
    Disk disk;
    for (std::size_t i = 0; i < recording.events.size(); ++i) {
        if (is_sync(recording.events[i])) names[i] = disk.name_of(recording.events[i]);
        disk.apply(recording.events[i]);
    }
    return names;
}

/// Starts on images; the same one is started on once.
class Starts {
 public:
    explicit Starts(const Recording& recording) : recording_(recording) {}

    /// Returns the index of the state that a start finds on an image, or the error of recover().
    /// Equal images have equal results.
    const Result<std::size_t>& on(const DiskImage& image) {
        const auto [found, is_new] = found_.try_emplace(digest_of(image), 0);
        if (is_new) {
            put(image);
            found->second = recover(folder_.path(), recording_.states);
        }
        return found->second;
    }
    std::size_t count() const noexcept { return found_.size(); }

 private:
    static std::size_t digest_of(const DiskImage& image) {
        std::string all;
        for (const auto& [name, content] : image) {
            all += name + "/" + std::to_string(content.size()) + "/";
            all += content;
        }
        return std::hash<std::string>{}(all);
    }

    void put(const DiskImage& image) const {
        for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
            std::filesystem::remove(entry.path());
        for (const auto& [name, content] : image) write(name, content);
        // What of these is left means nothing.
        if (found_.size() % 2 == 0) return;
        write("ledger.db-shm", std::string(32768, '\x5A'));
        write("ledger.db.lock", "garbage");
    }
    void write(const std::string& name, const std::string& content) const {
        std::ofstream(folder_ / name, std::ios::binary) << content;
        std::filesystem::permissions(folder_ / name, std::filesystem::perms::owner_read |
                                                         std::filesystem::perms::owner_write);
    }

    const Recording& recording_;
    TempDir folder_{fast_folder()};
    std::unordered_map<std::size_t, Result<std::size_t>> found_{};
};

/// The power is cut before each sync and after each acknowledgement. Gives what went wrong first,
/// and ends there.
class PowerCuts {
 public:
    /// Starts on every so many-th image.
    PowerCuts(const Recording& recording, Starts& starts, int tries, std::size_t step = 1)
        : recording_(recording), starts_(starts), tries_(tries), step_(step) {}

    std::string run(const std::set<std::size_t>& ignored_syncs = {}) {
        Disk disk;
        std::size_t told = 0;
        for (std::size_t i = 0; i <= recording_.events.size() && problem_.empty(); ++i) {
            while (told < recording_.told_at.size() && recording_.told_at[told] == i) {
                ++told;
                cut(disk, told, i);
            }
            if (i == recording_.events.size()) {
                cut(disk, told, i);  // what was done lazily at last
                break;
            }
            const FileEvent& event = recording_.events[i];
            if (event.kind == Kind::write && event.name == k_last_commit)
                last_commit_ = event.bytes;
            if (is_sync(event)) cut(disk, told, i);
            if (!ignored_syncs.contains(i)) disk.apply(event);
        }
        return problem_;
    }
    std::size_t cuts() const noexcept { return cuts_; }

 private:
    void cut(const Disk& disk, std::size_t told, std::size_t event) {
        ++cuts_;
        disk.each_image(random_, tries_, [&](DiskImage image) {
            if (!problem_.empty() || images_++ % step_ != 0) return;
            // The newest of it is what could say too much. Its name lasts before there are tables,
            // its content need not.
            image[k_last_commit] = images_ % 3 != 0 ? last_commit_ : std::string();
            const Result<std::size_t>& state = starts_.on(image);
            const std::size_t last_told = told == 0 ? 0 : told - 1;
            const bool good = state && *state >= last_told && *state <= last_possible(told);
            if (good) return;
            problem_ = "before event " + std::to_string(event) + ", " + std::to_string(told) +
                       " states acknowledged: ";
            problem_ += state ? "state " + std::to_string(*state) : state.error().message;
        });
    }

    /// The one that is being committed, behind those that may be lost.
    std::size_t last_possible(std::size_t told) const {
        while (told < recording_.is_lazy.size() && recording_.is_lazy[told]) ++told;
        return told;
    }

    const Recording& recording_;
    Starts& starts_;
    int tries_;
    std::size_t step_;
    std::size_t images_ = 0;
    std::string last_commit_{};
    std::mt19937 random_{4};
    std::size_t cuts_ = 0;
    std::string problem_{};
};

}  // namespace

TEST_CASE(
    "K4 whatever a power cut leaves of a run is a state that was, none acknowledged is lost") {
    const Recording recording = record();
    Starts starts(recording);
    PowerCuts cuts(recording, starts, is_full_run() ? 1800 : 10, is_full_run() ? 1 : 3);
    CHECK(cuts.run() == "");
    CHECK(starts.count() >= (is_full_run() ? 50'000 : 1'000));
    // No effect without a durable intent: it was acknowledged before the function ran.
    CHECK(recording.effects.size() > 10);
    for (const Recording::Effect& effect : recording.effects) {
        INFO(effect.call);
        CHECK(recording.states[effect.states - 1].intents.contains(effect.call));
    }
    WARN(recording.events.size() << " events, " << cuts.cuts() << " cuts, " << starts.count()
                                 << " images");
}

TEST_CASE("K4 each sync of a file bears load, or is named as one that others cover") {
    const Recording recording = record();
    std::map<std::string, std::set<std::size_t>> by_name;
    for (const auto& [event, name] : syncs_of(recording)) {
        by_name[name].insert(event);
        if (name.starts_with("folder")) by_name["folder: all"].insert(event);
    }
    const std::set<std::string> covered{
        // The next sync of the folder comes before anybody is told that the ledger is open.
        "folder: gone ledger.db-journal, new ledger.db-wal", "folder: new ledger.db",
        "folder: new ledger.db-journal", "folder: new store.key.new, renamed store.key.new",
        "folder: new store.sealed", "folder: nothing",
        // Of an empty database, before it has a log.
        "ledger.db-journal: content",
        // A log that is new or was cut: behind its header there is nothing old.
        "ledger.db-wal: header, size",
        // Before a checkpoint: the commits have made it last.
        "ledger.db-wal: nothing"};
    const std::set<std::string> bearing{
        "folder: all",        "ledger.db-wal: content",   "ledger.db-wal: header",
        "ledger.db: content", "ledger.db: content, size", "store.key.new: content"};
    Starts starts(recording);
    for (const auto& [name, events] : by_name) {
        INFO(name);
        // Without one that bears load something is soon wrong; that nothing is takes all images.
        const std::size_t step = is_full_run() || bearing.contains(name) ? 1 : 20;
        const std::string problem = PowerCuts(recording, starts, 0, step).run(events);
        CHECK((problem.empty() ? covered : bearing).contains(name));
    }
    CHECK(by_name.size() == covered.size() + bearing.size());
    WARN(by_name.size() << " groups of syncs, " << starts.count() << " images");
}

}  // namespace iam::test
