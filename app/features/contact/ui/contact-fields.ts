import type { Catalogue } from '#app/site/messages/messages.ts'

/** Texts of the form in the language of the page. */
export type FormTexts = Catalogue['contactForm']

/** Returns the error messages for the form fields, used because native validation is disabled. */
const fieldMessages = (texts: FormTexts): Record<string, { missing: string; wrong: string }> => ({
  name: { missing: texts.nameMissing, wrong: texts.nameWrong },
  email: { missing: texts.emailMissing, wrong: texts.emailWrong },
  subject: { missing: '', wrong: texts.subjectWrong },
  message: { missing: texts.messageMissing, wrong: texts.messageWrong },
})

/** Issue with a field, as in API errors. */
export type FieldIssue = { path: string; message: string }
type Input = HTMLInputElement | HTMLTextAreaElement

const inputOf = (form: HTMLFormElement, name: string) =>
  form.querySelector<Input>(`[name="${CSS.escape(name)}"]:not([tabindex="-1"])`)

/** Validates the fields before submission. */
export const findFieldIssues = (form: HTMLFormElement, texts: FormTexts): FieldIssue[] =>
  Object.entries(fieldMessages(texts)).flatMap(([path, { missing, wrong }]) => {
    const input = inputOf(form, path)
    if (!input) return []
    if (input.required && !input.value.trim()) return [{ path, message: missing }]
    const isShort = input.minLength > 0 && input.value.trim().length < input.minLength
    return isShort || !input.validity.valid ? [{ path, message: wrong }] : []
  })

/** Removes all displayed issues. */
export function clearIssues(form: HTMLFormElement): void {
  for (const said of form.querySelectorAll('[data-wrong], [role="alert"]')) said.remove()
  for (const input of form.querySelectorAll<Input>('[aria-invalid]')) {
    input.removeAttribute('aria-invalid')
    describe(input, (ids) => ids.filter((id) => !id.endsWith('-error')))
  }
}

/** Shows issues above the form and next to each field, and focuses the first of these fields. */
export function showIssues(
  form: HTMLFormElement,
  wrongs: FieldIssue[],
  texts: FormTexts,
  words?: string,
): void {
  const known = wrongs.flatMap(({ path, message }) => {
    const input = inputOf(form, path)
    return input ? [{ input, message }] : []
  })
  const count = known.length === 1 ? texts.checkOne : texts.checkMany.replace('{count}', String(known.length))
  const notice = element('div', 'border-[1.5px] border-stop bg-raised px-4 py-3')
  notice.setAttribute('role', 'alert')
  notice.tabIndex = -1
  notice.append(element('p', 'font-semibold', known.length ? count : (words ?? count)))
  form.prepend(notice)
  for (const { input, message } of known) mark(input, message, texts)
  ;(known[0]?.input ?? notice).focus()
}

function mark(input: Input, message: string, texts: FormTexts) {
  const said = element('p', 'font-semibold text-stop', message)
  said.id = `${input.id}-error`
  said.dataset.wrong = ''
  said.prepend(element('span', 'sr-only', texts.error))
  input.before(said)
  input.setAttribute('aria-invalid', 'true')
  describe(input, (ids) => [...ids, said.id])
}

function describe(input: Input, change: (ids: string[]) => string[]) {
  const ids = change((input.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean))
  if (ids.length) input.setAttribute('aria-describedby', ids.join(' '))
  else input.removeAttribute('aria-describedby')
}

function element(name: string, className: string, words = '') {
  const made = document.createElement(name)
  made.className = className
  made.textContent = words
  return made
}
