#include "host/output/listing.hpp"

#include <iam/question/layout.hpp>

#include <ostream>

namespace iam::host {

using question::table;

void print_rows(const Session& session, const std::vector<std::string>& heads, const Rows& rows) {
    if (rows.empty()) return;
    if (!session.environment().out_is_terminal) {
        session.out() << table(rows);
        return;
    }
    Rows all{heads};
    all.insert(all.end(), rows.begin(), rows.end());
    session.out() << table(all);
}

void print_list(const Session& session, const std::vector<std::string>& heads, const Rows& rows,
                std::string_view nothing) {
    if (rows.empty()) return session.say(nothing);
    print_rows(session, heads, rows);
}

}  // namespace iam::host
