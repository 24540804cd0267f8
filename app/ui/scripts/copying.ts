import type { ScriptTexts } from '#app/ui/scripts/texts.ts'

/** Milliseconds for which a button shows the result. */
const FEEDBACK_MS = 2000

/** Starts the buttons that copy a page as Markdown, and adds a copy button to each code block. */
export function startCopyButtons(texts: ScriptTexts) {
  const status = document.createElement('p')
  status.className = 'sr-only'
  status.setAttribute('role', 'status')
  document.body.append(status)
  for (const pre of document.querySelectorAll('#pageContent pre')) addButton(pre, texts)

  document.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-copy]')
    if (!button) return
    const said = await write(textFor(button)).then(
      () => texts.copied,
      () => texts.notCopied,
    )
    const label = button.querySelector('span')!
    const before = (button.dataset.label ??= label.textContent!)
    button.style.minWidth = `${button.offsetWidth}px`
    status.textContent = label.textContent = said
    setTimeout(() => {
      status.textContent = ''
      label.textContent = before
    }, FEEDBACK_MS)
  })
}

/** Adds the button outside the scrolling area. */
function addButton(pre: Element, texts: ScriptTexts) {
  const box = pre.closest('figure') ?? document.createElement('div')
  if (!box.contains(pre)) {
    pre.replaceWith(box)
    box.append(pre)
  }
  box.classList.add('copyable')
  box.insertAdjacentHTML(
    'beforeend',
    `<button type="button" class="copy" data-copy><span>${texts.copy}</span><span class="sr-only">${texts.copyCode}</span></button>`,
  )
}

async function textFor({ dataset, parentElement }: HTMLElement) {
  if (!dataset.copy) return parentElement?.querySelector('pre')?.textContent ?? ''
  const response = await fetch(dataset.copy)
  if (!response.ok) throw new Error(response.statusText)
  return response.text()
}

/**
 * Writes to the clipboard through a promise. Safari would reject a write after an `await`, because the write no longer
 * follows a click.
 */
async function write(text: Promise<string>) {
  const blob = text.then((words) => new Blob([words], { type: 'text/plain' }))
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}
