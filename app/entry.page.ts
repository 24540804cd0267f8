import { startControls } from '#app/ui/scripts/behaviour.ts'
import { startCopyButtons } from '#app/ui/scripts/copying.ts'
import { startSearch } from '#app/features/content/ui/search-shortcut.ts'
import { readScriptTexts } from '#app/ui/scripts/texts.ts'
import { whenHostReady } from '#agent-tools/wait-for-host.ts'
import { loadPolyfillIfEnabled } from '#agent-tools/load-polyfill.ts'

startControls()
const texts = readScriptTexts()
startSearch(texts)
startCopyButtons(texts)

if (remembersAccount()) {
  const { startAccount } = await import('#app/ui/scripts/account.ts')
  startAccount(texts)
}

if (document.querySelector('[data-docs-nav], [data-contents], .tabs')) {
  const { startDocsPage } = await import('#app/ui/scripts/docs-page.ts')
  startDocsPage()
}
const form = document.querySelector<HTMLFormElement>('form[data-contact-form]')
if (form) {
  const { startContactForm } = await import('#app/features/contact/ui/contact-script.ts')
  startContactForm(form)
}
// From here on, the script handles forms and buttons.
document.documentElement.dataset.ready = ''

// The browser tools load only if a host is present.
await loadPolyfillIfEnabled()
whenHostReady(async () => {
  const { startTools } = await import('#agent-tools/index.ts')
  startTools()
})

/** Checks whether a user signed in with this browser. Other visitors do not load the script of the account menu. */
function remembersAccount(): boolean {
  try {
    return localStorage.getItem('account') !== null
  } catch {
    return false
  }
}
