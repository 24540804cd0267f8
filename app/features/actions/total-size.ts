/** How large the conditions of one automation or command may be as JSON, in KiB: they are compared with every event. */
const CONDITIONS = 64
/** How large its actions may be: they are held in memory with them. */
const ACTIONS = 128

/** Checks the size of a value as JSON, for `refine`. */
const within = (kib: number) =>
  [
    (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length <= kib * 1024,
    { error: `Use at most ${kib} KiB in total.` },
  ] as const

export const conditionsFit = within(CONDITIONS)
export const actionsFit = within(ACTIONS)
