import { Form, useNavigation } from '@remix-run/react'
import { useEffect, useId, useRef, type KeyboardEvent } from 'react'
import { chatLimits } from '#app/platform/config/chat-limits.ts'
import type { Model } from '#app/features/chat/schema.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'

type Props = {
  models: Model[]
  /** Model that is selected by default. */
  model: string
  /** Previous question, which the arrow key restores. */
  before: string | null
  isRunning: boolean
  refusal: FormRefusal | undefined
}

/**
 * Renders the question field and a button to stop a running answer. Enter sends the question and Shift+Enter adds a
 * line.
 */
export function ChatComposer({ models, model, before, isRunning, refusal }: Props) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { state, formData } = useNavigation()
  const isAsking = state !== 'idle' && formData?.get('intent') === 'ask'
  const [action, busy] = models.length > 1 ? ['Ask', 'Asking'] : ['Search', 'Searching']

  useEffect(() => {
    if (refusal) field.current?.focus()
  }, [refusal])

  useEffect(() => {
    if (before !== null && field.current && !refusal) field.current.value = ''
    // Clears the field only when a question was accepted, so a rejected question is not lost.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [before])

  // Keeps the focus in the field after a question was sent.
  useEffect(() => {
    if (location.hash === '#latest') field.current?.focus({ preventScroll: true })
  }, [])

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return
    const area = event.currentTarget
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault()
      if (!isRunning && !isAsking && area.value.trim()) area.form?.requestSubmit()
    }
    if (event.key === 'ArrowUp' && !event.altKey && !area.value && before) {
      event.preventDefault()
      area.value = before
    }
  }

  return (
    <div className="composer">
      {refusal && <Notice tone="stop" title={refusal.issues[0]?.message ?? refusal.error} />}
      <div className="flex flex-wrap items-end gap-3">
        <Form
          method="post"
          id={`${id}-form`}
          preventScrollReset
          className="flex min-w-0 flex-1 flex-wrap items-end gap-3"
        >
          <input type="hidden" name="intent" value="ask" />
          <div className="min-w-0 flex-1 basis-64">
            <label htmlFor="question" className="label">
              Your question
            </label>
            <textarea
              ref={field}
              id="question"
              name="message"
              rows={2}
              maxLength={chatLimits.question}
              required
              aria-describedby={`${id}-keys`}
              aria-invalid={refusal ? true : undefined}
              defaultValue={refusal?.values.message}
              onKeyDown={press}
              className="input mt-1 block"
            />
          </div>
          {models.length > 1 && (
            <div>
              <label htmlFor={`${id}-model`} className="label">
                Model
              </label>
              <select id={`${id}-model`} name="model" defaultValue={model} className="input mt-1">
                {models.map(({ id: value, name }) => (
                  <option key={value} value={value}>
                    {name}
                  </option>
                ))}
              </select>
            </div>
          )}
          {!isRunning && (
            <button type="submit" className="finger" disabled={isAsking}>
              {isAsking ? busy : action}
            </button>
          )}
        </Form>
        {isRunning && (
          <Form method="post" id="stop" preventScrollReset>
            <input type="hidden" name="intent" value="stop" />
            <button type="submit" className="button">
              Stop
            </button>
          </Form>
        )}
      </div>
      <p id={`${id}-keys`} data-scripted className="mt-1.5 hidden text-[0.9375rem] text-muted sm:block">
        <kbd>Enter</kbd> sends, <kbd>Shift</kbd> <kbd>Enter</kbd> adds a line, <kbd>Esc</kbd> stops an answer,{' '}
        <kbd>↑</kbd> restores the last question, <kbd>Alt</kbd> <kbd>↑</kbd> <kbd>↓</kbd> move between
        questions.
      </p>
    </div>
  )
}
