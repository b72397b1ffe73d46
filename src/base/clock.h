/* How long something takes. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

/* Seconds since some moment, which is always the same; nobody sets this clock back. */
double clock_seconds(void);
/* Seconds that the processor spent on this program: no more than have passed, and fewer where it had
 * to wait for others. */
double clock_used(void);

#endif
