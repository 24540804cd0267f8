type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const fields = () =>
  document.querySelectorAll<Field>('input:not([type="hidden"], [type="file"]), textarea, select')

/** What the page itself said in the text areas that somebody has written into. */
const said = new Map<HTMLTextAreaElement, string>()

/**
 * React 18 puts the page's own text back into every text area that holds what the page said, however long somebody has
 * been typing there: told that the page said what is typed, it leaves it alone.
 */
function keep(field: unknown) {
  if (!(field instanceof HTMLTextAreaElement) || field.value === field.defaultValue) return
  if (!said.has(field)) said.set(field, field.defaultValue)
  field.defaultValue = field.value
}

const onEarlyInput = ({ target }: Event) => keep(target)

/** Keeps what is typed, or brought back by the browser, before React takes over the page. */
export function captureEarlyInput() {
  for (const field of fields()) keep(field)
  document.addEventListener('input', onEarlyInput)
}

const isTicked = (field: Field): field is HTMLInputElement => /^(checkbox|radio)$/.test(field.type)

function isTouched(field: Field) {
  if (field instanceof HTMLSelectElement) {
    const first = [...field.options].findIndex((option) => option.defaultSelected)
    return field.selectedIndex !== Math.max(first, 0)
  }
  // Of the buttons of a group, the one that is chosen now stands for them all.
  if (isTicked(field))
    return field.checked !== field.defaultChecked && (field.checked || field.type === 'checkbox')
  return field.value !== field.defaultValue
}

/**
 * Tells React that a field has changed. It overlooks a tick that it believes to know, so it sees it come about; of what is
 * typed it tells only `onInput`, for the same reason.
 */
function notifyReact(field: Field) {
  if (isTicked(field)) {
    field.checked = !field.checked
    field.click()
  } else {
    field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
  }
}

/** Hands React, which has the page now, what was typed before: field by field, as each builds upon what the last one said. */
export async function replayEarlyInput() {
  document.removeEventListener('input', onEarlyInput)
  for (const [area, text] of said) area.defaultValue = text
  said.clear()
  for (const field of [...fields()].filter(isTouched)) {
    await null
    notifyReact(field)
  }
}
