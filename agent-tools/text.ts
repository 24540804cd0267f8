/** Published budget of a tool's output, in characters of JSON. */
export const OUTPUT_BUDGET = 1_500

/** Text that others wrote, without control and bidirectional characters that could hide what it says. */
export const clean = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')

/** True when the value fits the budget. */
export const fits = (value: unknown): boolean => JSON.stringify(value).length <= OUTPUT_BUDGET
