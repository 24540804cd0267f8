const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/**
 * Opens the search dialog when the user presses Ctrl K, Cmd K or `/`, or clicks a search link. Loads the dialog's code on first
 * use.
 */
export function startSearch() {
  for (const link of document.querySelectorAll<HTMLElement>('[data-search]')) {
    link.title = `Search (${isMac ? '⌘' : 'Ctrl '}K or /)`
    link.ariaHasPopup = 'dialog'
    link.setAttribute('aria-keyshortcuts', `${isMac ? 'Meta' : 'Control'}+K /`)
  }
  const open = () =>
    import('#app/features/content/ui/search-dialog.ts').then(
      ({ openSearchDialog }) => openSearchDialog(),
      () => location.assign('/search'),
    )
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
    const isTyping =
      target instanceof HTMLElement &&
      (target.isContentEditable ||
        target.matches('input:not([type="radio"], [type="checkbox"]), textarea, select'))
    const isShortcut = (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k'
    const isSlash = key === '/' && !isTyping && !ctrlKey && !metaKey && !altKey
    if (!isShortcut && !isSlash) return
    event.preventDefault()
    void open()
  })
  document.addEventListener('click', (event) => {
    const { target, ctrlKey, metaKey, shiftKey, button } = event
    const link = target instanceof Element && target.closest<HTMLElement>('[data-search]')
    if (!link || ctrlKey || metaKey || shiftKey || button) return
    event.preventDefault()
    // When the dialog closes, focus returns to the element that is focused here. By then, links in the menu are hidden.
    const menu = link.closest('[data-menu]')?.querySelector('summary')
    ;(menu ?? link).focus()
    void open()
  })
}
