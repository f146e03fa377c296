#pragma once

#include <iam/annotations.hpp>

#include <string>

/** A point as C headers declare it. */
typedef struct {
    int x;  ///< to the right
    int y;  ///< up
} Point;

/// How it looks.
typedef enum {
    STYLE_PLAIN,  ///< as it is
    STYLE_BOLD
} Style;

typedef struct Line {
    Point from;
    Point to;
    Style style;
} Line;

/// Draws a line.
[[iam::tool({.idempotent = true})]] Point draw(Line line, [[iam::example(STYLE_BOLD)]] Style style = STYLE_PLAIN);
