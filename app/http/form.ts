import type { Issue } from '#app/errors.ts'

/** What a form page gets back when its input was refused: what to say, beside which field, and what to keep. */
export type FormRefusal = { error: string; issues: Issue[]; values: Record<string, string> }
