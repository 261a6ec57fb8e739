/** From the start of an attempt to its end, over everything. */
export const deadlineMilliseconds = 15_000;

/** For how long a process that takes deliveries in hand has them for itself. One that was killed loses them then. */
export const leaseMilliseconds = 60_000;

/** What a lease must still have when an attempt begins: the attempt, and time to record it. */
export const neededMilliseconds = deadlineMilliseconds + 10_000;
