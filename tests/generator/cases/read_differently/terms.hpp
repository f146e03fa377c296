// What input.hpp takes from elsewhere.
#ifndef TERMS_HPP
#define TERMS_HPP

#ifdef __clang__
#define IS_CLANG 1
#define GIVER giver
#define TAKER taker
#define LOSES false
#define AT_MOST_TEN [[iam::range(0, 10)]]
#define PURE [[gnu::pure]]
#define FORCE_INLINE [[gnu::always_inline]] inline
#else
#define GIVER taker
#define TAKER giver
#define LOSES true
#define AT_MOST_TEN
#define PURE __attribute__((pure))
#define FORCE_INLINE __attribute__((always_inline)) inline
#endif

namespace shop {
#if IS_CLANG
constexpr int k_most = 3;  // iam-error: does not see 'shop::k_most'
#else
constexpr int k_most = 3000;
#endif
}  // namespace shop

#endif
