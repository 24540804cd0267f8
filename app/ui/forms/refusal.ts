import type { Current, Issue } from '#app/errors.ts'
import type { Provider } from '#app/platform/config/providers.ts'

/** State of a form after an error. `intent` identifies the form on a page with several forms. */
export type FormRefusal = {
  error: string
  issues: Issue[]
  values: Record<string, string>
  intent: string | null
  /** Current state after a version conflict. The submitted input is in `values`. */
  current?: Current
  /** Conflicting text of the other author, which the form shows beside the submitted text. */
  theirs?: unknown
  /** True if the session has ended. */
  signedOut?: true
  /** Set if the form must be sent again after a proof of identity, or with the password in `proof_password`. */
  proof?: { password: boolean; providers: Provider[] }
}

/** Returns the refusal if it belongs to the form with this intent. */
export const refusalFor = (intent: string, refusal: FormRefusal | undefined): FormRefusal | undefined =>
  refusal?.intent === intent ? refusal : undefined

/** Returns the error message for a path in a form or draft. */
export const issueAt = (issues: readonly Issue[] | undefined, path: string): string | undefined =>
  issues?.find((issue) => issue.path === path)?.message

/** Checks whether a path of a draft, or anything below it, has an error. */
export const hasIssueWithin = (issues: readonly Issue[], path: string): boolean =>
  issues.some((issue) => issue.path === path || issue.path.startsWith(`${path}.`))

/** Names of fields that are never sent back to the browser. */
const secrets = /password|token/i

/** Returns the submitted values without secrets, to refill the form. */
export const submittedValues = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !secrets.test(name)))
