// Qt Core: its strings, dates and points.
#pragma once

#include <iam/annotations.hpp>

#include <QDate>
#include <QPointF>
#include <QString>
#include <optional>
#include <string>
#include <vector>

namespace drawing {

/// A place on the page.
struct PointForm {
    /// To the right.
    double x;
    /// Down.
    double y;
};

}  // namespace drawing

template <>
struct iam::codec<QString> {
    using wire = std::string;
    static QString from_wire(const std::string& text) { return QString::fromStdString(text); }
    static std::string to_wire(const QString& text) { return text.toStdString(); }
};

template <>
struct iam::codec<QDate> {
    using wire = std::string;
    static std::optional<QDate> from_wire(const std::string& text) {
        const QDate day = QDate::fromString(QString::fromStdString(text), Qt::ISODate);
        if (!day.isValid() || day.toString(Qt::ISODate).toStdString() != text) return std::nullopt;
        return day;
    }
    static std::string to_wire(const QDate& day) { return day.toString(Qt::ISODate).toStdString(); }
};

template <>
struct iam::codec<QPointF> {
    using wire = drawing::PointForm;
    static QPointF from_wire(const wire& form) { return {form.x, form.y}; }
    static wire to_wire(const QPointF& point) { return {point.x(), point.y()}; }
};

namespace drawing {

/// The middle of points.
/// @param points  one or more
[[iam::tool({.read_only = true})]] QPointF middle(
    [[iam::items(1, 1000)]] const std::vector<QPointF>& points);

/// A day in words.
/// @param day     the day
/// @param before  stands before it
[[iam::tool({.read_only = true})]] QString caption([[iam::format("date")]] const QDate& day,
                                                   const QString& before = QString());

}  // namespace drawing
