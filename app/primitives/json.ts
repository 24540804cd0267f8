/** JSON as text. The type parameter is the type of the value. */
export type Json<T> = string & { readonly json?: T }

/** Parses JSON that this service wrote, with the type of the original value. Returns null for null. */
export function fromJson<T>(text: Json<T>): T
export function fromJson<T>(text: Json<T> | null): T | null
export function fromJson(text: string | null): unknown {
  return text === null ? null : JSON.parse(text)
}
