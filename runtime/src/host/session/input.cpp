// Bounds the bytes read for a call or a model's response.
#include "host/session/input.hpp"

#include <iam/question/escape.hpp>

#include <array>
#include <fstream>
#include <istream>

namespace iam::host {

using question::escape_for_display;

namespace {

constexpr std::size_t k_bytes_max = std::size_t{64} << 20U;

Result<std::string> read_all(std::istream& in, const std::string& name) {
    std::string text;
    std::array<char, 65536> buffer{};
    while (in.read(buffer.data(), buffer.size()) || in.gcount() > 0) {
        text.append(buffer.data(), static_cast<std::size_t>(in.gcount()));
        if (text.size() > k_bytes_max) {
            return fail(Errc::invalid_argument,
                        name + " is longer than 64 MiB; give less at once.");
        }
    }
    if (in.bad()) return fail(Errc::invalid_argument, name + " cannot be read.");
    return text;
}

}  // namespace

Result<std::string> text_or_input(const std::string& argument, std::istream& in) {
    if (argument != "-") return argument;
    return read_all(in, "standard input");
}

Result<std::string> read_file(const std::string& name, std::istream& in) {
    if (name == "-") return read_all(in, "standard input");
    std::ifstream file(name, std::ios::binary);
    if (!file) {
        return fail(Errc::invalid_argument,
                    "The file " + escape_for_display(name) + " cannot be opened; check its name.");
    }
    return read_all(file, "the file " + escape_for_display(name));
}

Result<std::string> read_own_file(const std::string& path, ReadBy by) {
    auto text = read_trusted_text(path, by);
    if (!text) text.error().message += ".";
    return text;
}

}  // namespace iam::host
