/** ISO 8601 UTC text with milliseconds and `Z`. Sorts by time. */
export type Time = string
/** UTC calendar day, `YYYY-MM-DD`. */
export type Day = string
/** 0 or 1. */
export type Flag = number
/** Types of JSON columns that belong to features. Each feature declares its own types, keyed by table and column. */
// oxlint-disable-next-line typescript/no-empty-object-type -- features add members
export interface Stored {}
