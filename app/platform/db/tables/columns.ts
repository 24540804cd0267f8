/** ISO-8601 UTC text with milliseconds and `Z`, so that order by text is order by time. */
export type Time = string
/** A calendar day in UTC, `YYYY-MM-DD`. */
export type Day = string
/** 0 or 1. */
export type Flag = number
/** JSON as text. The type names what it holds. */
export type Json<T> = string & { readonly json?: T }
