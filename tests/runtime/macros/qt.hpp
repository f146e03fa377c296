// Macros as Qt has them without QT_NO_KEYWORDS.
#pragma once

#define emit
#define slots
#define signals public
#define foreach(variable, container) for (variable : container)
#define forever for (;;)
#define Q_EMIT
#define Q_SLOTS
#define Q_SIGNALS public
#define Q_OBJECT
#define Q_UNUSED(name) static_cast<void>(name)
