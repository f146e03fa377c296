// Chooses what of the open changes reached the disk.
#include "power_cut.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace iam::test {
namespace {

using Kind = FileEvent::Kind;

constexpr std::size_t k_sector = 512;
constexpr std::size_t k_page = 4096;
constexpr std::size_t k_every_combination_max = 6;

bool is_of_names(const FileEvent& event) {
    return event.kind == Kind::create || event.kind == Kind::rename || event.kind == Kind::remove;
}

void change_name(const FileEvent& event, std::map<std::string, int>& names) {
    if (event.kind == Kind::create) names[event.name] = event.file;
    if (event.kind == Kind::remove || event.kind == Kind::rename) names.erase(event.name);
    if (event.kind == Kind::rename) names[event.new_name] = event.file;
}

void change_content(const FileEvent& event, std::string_view bytes, std::string& content) {
    if (event.kind == Kind::truncate) return content.resize(event.at, '\0');
    if (content.size() < event.at + bytes.size()) content.resize(event.at + bytes.size(), '\0');
    content.replace(event.at, bytes.size(), bytes);
}

}  // namespace

/// Which open changes took place, and which one of them only in part.
class Disk::Choice {
 public:
    Choice(std::size_t count, bool all) : taken_(count, all) {}

    bool takes(std::size_t i) const { return taken_[i]; }
    void set(std::size_t i, bool taken) { taken_[i] = taken; }

    /// Change `i` took place in some of its blocks of so many bytes.
    void tear(std::size_t i, std::size_t block, std::mt19937& random) {
        taken_[i] = true;
        torn_ = i;
        block_ = block;
        seed_ = random();
    }

    /// What is in the file where the write was to be.
    std::string bytes(std::size_t i, const FileEvent& write, std::string_view before) const {
        std::string bytes = write.bytes;
        if (torn_ != i) return bytes;
        std::mt19937 random(seed_);
        for (std::size_t at = 0; at < bytes.size(); at += block_) {
            const std::size_t size = std::min(block_, bytes.size() - at);
            const auto fate = random() % 3;
            for (std::size_t j = at; j < at + size && fate != 0; ++j) {
                const bool old = fate == 1 && write.at + j < before.size();
                const char garbage = fate == 1 ? '\0' : static_cast<char>(random());
                bytes[j] = old ? before[write.at + j] : garbage;
            }
        }
        return bytes;
    }

 private:
    std::vector<bool> taken_;
    std::optional<std::size_t> torn_{};
    std::size_t block_ = k_sector;
    std::mt19937::result_type seed_ = 0;
};

void Disk::apply(const FileEvent& event) {
    if (event.is_scratch) return;
    if (event.kind == Kind::sync) {
        settle([&](const FileEvent& change) {
            return change.file == event.file && !is_of_names(change);
        });
    } else if (event.kind == Kind::sync_names) {
        settle(is_of_names);
    } else {
        open_.push_back(event);
    }
}

void Disk::settle(const std::function<bool(const FileEvent&)>& is_covered) {
    Changes rest;
    for (FileEvent& change : open_) {
        if (!is_covered(change)) {
            rest.push_back(std::move(change));
        } else if (is_of_names(change)) {
            change_name(change, names_);
        } else {
            change_content(change, change.bytes, contents_[change.file]);
        }
    }
    open_ = std::move(rest);
}

std::string Disk::name_of(const FileEvent& sync) const {
    std::set<std::string> covered;
    for (const FileEvent& change : open_) {
        if (sync.kind == Kind::sync_names && is_of_names(change)) {
            const char* verb = change.kind == Kind::create   ? "new "
                               : change.kind == Kind::remove ? "gone "
                                                             : "renamed ";
            covered.insert(verb + change.name);
        } else if (sync.kind == Kind::sync && change.file == sync.file && !is_of_names(change)) {
            // SQLite's file format, "WAL header format": 32 bytes.
            const bool is_header =
                sync.name.ends_with("-wal") && change.at == 0 && change.bytes.size() == 32;
            covered.insert(is_header ? "header" : change.kind == Kind::write ? "content" : "size");
        }
    }
    std::string text = sync.kind == Kind::sync ? sync.name : "folder";
    const char* mark = ": ";
    for (const std::string& word : covered) {
        text += mark + word;
        mark = ", ";
    }
    return covered.empty() ? text + ": nothing" : text;
}

DiskImage Disk::image(const Choice& choice) const {
    std::map<int, std::string> contents = contents_;
    std::map<std::string, int> names = names_;
    for (std::size_t i = 0; i < open_.size(); ++i) {
        const FileEvent& change = open_[i];
        if (!choice.takes(i)) continue;
        std::string& content = contents[change.file];
        if (is_of_names(change)) {
            change_name(change, names);
        } else {
            change_content(change, choice.bytes(i, change, content), content);
        }
    }
    DiskImage image;
    for (const auto& [name, file] : names) image[name] = contents[file];
    return image;
}

void Disk::each_image(std::mt19937& random, int tries,
                      const std::function<void(const DiskImage&)>& visit) const {
    const std::size_t count = open_.size();
    const auto visit_choice = [&](const Choice& choice) { visit(image(choice)); };
    visit_choice(Choice(count, false));
    if (count == 0) return;
    visit_choice(Choice(count, true));
    if (count <= k_every_combination_max) {
        for (std::size_t bits = 1; bits + 1 < std::size_t{1} << count; ++bits) {
            Choice some(count, false);
            for (std::size_t i = 0; i < count; ++i) some.set(i, ((bits >> i) & 1U) != 0);
            visit_choice(some);
        }
    }
    Choice so_far(count, false);
    for (std::size_t i = 0; i < count; ++i) {
        Choice alone(count, false);
        alone.set(i, true);
        visit_choice(alone);
        Choice without(count, true);
        without.set(i, false);
        visit_choice(without);
        for (const std::size_t block : {k_sector, k_sector, k_page}) {
            Choice torn = so_far;
            torn.tear(i, block, random);
            visit_choice(torn);
        }
        so_far.set(i, true);
        visit_choice(so_far);
    }
    for (int attempt = 0; attempt < tries; ++attempt) {
        Choice some(count, false);
        const auto of_ten = 1 + random() % 9;
        for (std::size_t i = 0; i < count; ++i) some.set(i, random() % 10 < of_ten);
        if (random() % 2 == 0) some.tear(random() % count, k_sector, random);
        visit_choice(some);
    }
}

}  // namespace iam::test
