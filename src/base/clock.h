/* How long something takes. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

/* Seconds since some moment, which is always the same; nobody sets this clock back. */
double clock_seconds(void);

#endif
