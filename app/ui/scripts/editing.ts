import type { ScriptTexts } from '#app/ui/scripts/texts.ts'

const STORAGE_KEY = 'editor'

/** Remembers in this browser that the user is an editor, so that identical public pages can show an edit link. */
export const rememberEditor = () => withStorage((storage) => storage.setItem(STORAGE_KEY, 'yes'))

/** Forgets on sign-out that the user is an editor. */
export function forgetEditorOnSignOut() {
  document.addEventListener('submit', ({ target }) => {
    if (target instanceof HTMLFormElement && target.getAttribute('action') === '/logout')
      withStorage((storage) => storage.removeItem(STORAGE_KEY))
  })
}

/** Adds an edit link for editors. The link grants no access, because the editor page checks permissions. */
export function showEditLink({ edit }: ScriptTexts) {
  const isEditor = withStorage((storage) => storage.getItem(STORAGE_KEY)) === 'yes'
  const head = document.querySelector('main#pageContent > header')
  if (!isEditor || !head || !document.querySelector('#pageContent .prose')) return
  const link = document.createElement('a')
  link.href = `/admin/content/edit?${new URLSearchParams({ path: location.pathname })}`
  link.className = 'link mt-3 inline-block py-0.5'
  link.textContent = edit
  head.append(link)
}

/** Runs a function with the browser's local storage. Returns null if storage is unavailable. */
function withStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(localStorage)
  } catch {
    return null
  }
}
