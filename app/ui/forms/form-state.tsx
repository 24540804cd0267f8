import { createContext, useContext, useId, useMemo, useState, type FormEvent } from 'react'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'

type FormState = {
  /** Prefix of the ids of the form's fields. */
  id: string
  /** Paths of the fields that were edited after the form was rejected. */
  corrected: ReadonlySet<string>
  /** Removes the error of a field, and of the fields below its path. */
  correct(path: string): void
}

const FormStateContext = createContext<FormState | null>(null)
export const FormStateProvider = FormStateContext.Provider
export const useFormState = () => useContext(FormStateContext)

const noPaths: ReadonlySet<string> = new Set()

/** Creates the state of a form. A new refusal restores all errors. */
export function useNewFormState(refusal: FormRefusal | undefined, formId?: string) {
  const own = useId()
  const id = formId ?? own
  const [edited, setEdited] = useState({ refusal, paths: noPaths })
  const corrected = edited.refusal === refusal ? edited.paths : noPaths
  const state = useMemo((): FormState => {
    const correct = (path: string) => {
      const found = refusal?.issues.filter(
        (issue) => isWithin(issue.path, path) && !corrected.has(issue.path),
      )
      if (found?.length)
        setEdited({ refusal, paths: new Set([...corrected, ...found.map((one) => one.path)]) })
    }
    return { id, corrected, correct }
  }, [id, corrected, refusal])
  const onInput = ({ target }: FormEvent) => {
    const prefix = `${id}-`
    if (target instanceof HTMLElement && target.id.startsWith(prefix))
      state.correct(target.id.slice(prefix.length))
  }
  return { state, onInput }
}

const isWithin = (path: string, outer: string) => path === outer || path.startsWith(`${outer}.`)

/**
 * Returns the id and the error of a field. In a form, the id is derived from the path, so that the error summary can link
 * to the field. The error disappears when the field is edited.
 */
export function useFieldState(path: string | undefined, error: string | undefined) {
  const own = useId()
  const form = useFormState()
  if (!path || !form) return { id: own, error }
  return { id: `${form.id}-${path}`, error: form.corrected.has(path) ? undefined : error }
}
