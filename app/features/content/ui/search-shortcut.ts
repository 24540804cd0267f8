import type { ScriptTexts } from '#app/ui/scripts/texts.ts'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** Text typed while the dialog's code loads. Null when nothing loads. */
let early: string | null = null

/** Opens the search dialog with the text that was typed while it loaded. Without the dialog, opens the search page. */
async function open(texts: ScriptTexts) {
  if (early !== null) return
  early = ''
  try {
    const { openSearchDialog } = await import('#app/features/content/ui/search-dialog.ts')
    openSearchDialog(early, texts)
  } catch {
    location.assign(early ? `/search?${new URLSearchParams({ q: early })}` : '/search')
  }
  early = null
}

/**
 * Opens the search dialog when the user presses Ctrl K, Cmd K or `/`, or clicks a search link. Loads the dialog's code
 * on first use.
 */
export function startSearch(texts: ScriptTexts) {
  for (const link of document.querySelectorAll<HTMLElement>('[data-search]')) {
    link.title = texts.shortcut.replace('{keys}', `${isMac ? '⌘' : `${texts.control} `}K`)
    link.ariaHasPopup = 'dialog'
    link.setAttribute('aria-keyshortcuts', `${isMac ? 'Meta' : 'Control'}+K /`)
  }
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
    if (early !== null && key.length === 1 && !ctrlKey && !metaKey && !altKey) {
      event.preventDefault()
      early += key
      return
    }
    const isTyping =
      target instanceof HTMLElement &&
      (target.isContentEditable ||
        target.matches('input:not([type="radio"], [type="checkbox"]), textarea, select'))
    const isShortcut = (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k'
    const isSlash = key === '/' && !isTyping && !ctrlKey && !metaKey && !altKey
    if (!isShortcut && !isSlash) return
    event.preventDefault()
    void open(texts)
  })
  document.addEventListener('click', (event) => {
    const { target, ctrlKey, metaKey, shiftKey, button } = event
    const link = target instanceof Element && target.closest<HTMLElement>('[data-search]')
    if (!link || ctrlKey || metaKey || shiftKey || button) return
    event.preventDefault()
    // When the dialog closes, focus returns to the element that is focused here. By then, links in the menu are hidden.
    const menu = link.closest('[data-menu]')?.querySelector('summary')
    ;(menu ?? link).focus()
    void open(texts)
  })
}
