/** Seconds before each attempt at a delivery (specification 6): eight in all, over about 20 hours and 42 minutes. */
export const ATTEMPT_DELAYS_SECONDS: readonly number[] = [0, 30, 120, 600, 1_800, 7_200, 21_600, 43_200]

export const MOST_ATTEMPTS = ATTEMPT_DELAYS_SECONDS.length

/**
 * So long is a series gone on with: what is left of one whose endpoint is slow becomes work by itself, of which many
 * pieces are attempted at once.
 */
export const SERIES_MS = 2_000

/** How long an endpoint may take to answer. */
export const ANSWER_TIMEOUT_MS = 20_000
