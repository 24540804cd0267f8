import type { Ask } from '#app/http/sign-in/provider-answers.server.ts'

/** What the strategy of a provider works with, for one sign-in. */
export type StrategyOptions = {
  client: { id: string; secret: string }
  /** The address that the application at the provider has on its list, letter for letter. */
  callback: string
  verifier: string
  ask: Ask
}
