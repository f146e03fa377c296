// Macros as Qt has them.
#define emit
#define slots
#define signals public
#define foreach(variable, container) for (variable : container)
#define forever for (;;)
#define Q_EMIT
#define Q_SLOTS
