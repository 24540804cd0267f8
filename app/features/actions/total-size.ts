/** How large the conditions of one automation or command may be as JSON, in KiB: they are compared with every event. */
const MAX_CONDITIONS_KIB = 64
/** How large its actions may be: they are held in memory with them. */
const MAX_ACTIONS_KIB = 128

/** Checks the size of a value as JSON, for `refine`. */
const isWithinKib = (kib: number) =>
  [
    (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length <= kib * 1024,
    { error: `Use at most ${kib} KiB in total.` },
  ] as const

export const conditionsFit = isWithinKib(MAX_CONDITIONS_KIB)
export const actionsFit = isWithinKib(MAX_ACTIONS_KIB)
