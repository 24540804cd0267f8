import type { Current, Issue } from '#app/errors.ts'
import type { Provider } from '#app/platform/config/providers.ts'

/** What a form page shows after a refusal. `intent` names the form on a page with several. */
export type FormRefusal = {
  error: string
  issues: Issue[]
  values: Record<string, string>
  intent: string | null
  /** What stands where somebody else was faster; what was typed is in `values` and lost to nobody. */
  current?: Current
  /** What stands where a text could be lost: the form shows it beside what was typed. */
  theirs?: unknown
  /** Set if the form has to be sent again after a proof of identity, or with the password in `proof_password`. */
  proof?: { password: boolean; providers: Provider[] }
}

/** The refusal, where it is that of the form with this intent. */
export const refusalFor = (intent: string, refusal: FormRefusal | undefined): FormRefusal | undefined =>
  refusal?.intent === intent ? refusal : undefined

/** What is wrong at a place of a form or a draft. */
export const issueAt = (issues: readonly Issue[] | undefined, path: string): string | undefined =>
  issues?.find((issue) => issue.path === path)?.message

/** True when something is wrong at a place of a draft or inside it. */
export const hasIssueWithin = (issues: readonly Issue[], path: string): boolean =>
  issues.some((issue) => issue.path === path || issue.path.startsWith(`${path}.`))

/** Never sent back to the browser, however the form fails. */
const secrets = /password|token/i

/** What was typed, to be shown again: all of it but secrets. */
export const submittedValues = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !secrets.test(name)))
