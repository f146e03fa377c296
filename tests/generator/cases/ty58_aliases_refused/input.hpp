#pragma once

#include <iam/annotations.hpp>

#include <future>
#include <map>
#include <string>
#include <vector>

namespace desk {

using Percent [[iam::range(0, 100)]] = int;
using Twice [[iam::range(0, 50)]] = Percent;          // iam-error: iam::range is given by the alias 'Percent' as well
using Word [[iam::range(0, 5)]] = std::string;        // iam-error: range goes on a number, and 'Word' is of type 'std::string'
using Empty [[iam::range(5, 0)]] = int;               // iam-error: is empty
using Secret [[iam::secret]] = std::string;           // iam-error: [[iam::secret]] means nothing here
using Small [[iam::as_string]] = int;                 // iam-error: goes on a 64-bit integer
using Wide [[iam::as_string]] = long;
template <class T>
using Many [[iam::items(1, 2)]] = std::vector<T>;     // iam-error: [[iam::items]] means nothing here

template <class T>
struct Page {
    T item;
};

template <class T>
struct Sheet {
    T item;
};

}  // namespace desk

template <class T>
struct iam::codec<desk::Sheet<T>> {
    using wire = T;
    static desk::Sheet<T> from_wire(T item) { return {item}; }
    static T to_wire(const desk::Sheet<T>& sheet) { return sheet.item; }
};

namespace desk {

/// Takes one of another library.
[[iam::tool({.read_only = true})]] int take_sheet(Sheet<Percent> sheet);  // iam-error: does not see what the alias 'Percent' says

/// Takes them.
[[iam::tool({.read_only = true})]] int take([[iam::range(0, 5)]] Percent both,        // iam-error: iam::range is given by the alias 'Percent' as well
                                            Twice twice,
                                            std::vector<Word> words,
                                            std::vector<std::vector<Empty>> empty,
                                            const std::map<Percent, int>& keys,       // iam-error: what the alias 'Percent' says
                                            Page<Percent> page,                       // iam-error: does not see what the alias 'Percent' says
                                            Page<std::vector<Wide>> pages,            // iam-error: does not see what the alias 'Wide' says
                                            Small small,
                                            Percent late = 101);                      // iam-error: is 101, but the range ends at 100

/// Gives one later.
[[iam::tool({.read_only = true})]] std::future<Percent> later();  // iam-error: does not see what the alias 'Percent' says

}  // namespace desk
