type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const fields = () =>
  document.querySelectorAll<Field>('input:not([type="hidden"], [type="file"]), textarea, select')

/** Original default values of the text areas that the user has edited. */
const said = new Map<HTMLTextAreaElement, string>()

/**
 * Saves the input of a text area. React 18 resets text areas whose default value is the rendered value, so the input
 * becomes the default value.
 */
function keep(field: unknown) {
  if (!(field instanceof HTMLTextAreaElement) || field.value === field.defaultValue) return
  if (!said.has(field)) said.set(field, field.defaultValue)
  field.defaultValue = field.value
}

const onEarlyInput = ({ target }: Event) => keep(target)

/** Keeps input that is typed or restored by the browser before hydration. */
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
  // For a radio group, only the selected button counts.
  if (isTicked(field))
    return field.checked !== field.defaultChecked && (field.checked || field.type === 'checkbox')
  return field.value !== field.defaultValue
}

/**
 * Notifies React of a changed field. React ignores a checkbox state that it already has, so checkboxes are toggled and
 * clicked. All other fields dispatch an event.
 */
function notifyReact(field: Field) {
  if (isTicked(field)) {
    field.checked = !field.checked
    field.click()
  } else {
    field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
  }
}

/** Replays the input from before hydration, one field at a time, because each update builds on the previous update. */
export async function replayEarlyInput() {
  document.removeEventListener('input', onEarlyInput)
  for (const [area, text] of said) area.defaultValue = text
  said.clear()
  for (const field of [...fields()].filter(isTouched)) {
    await null
    notifyReact(field)
  }
}
