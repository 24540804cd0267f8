const STORAGE_KEY = 'editor'

/** Remembers in this browser that its user edits the site, so that public pages, which are alike for all, offer to. */
export const rememberEditor = () => withStorage((storage) => storage.setItem(STORAGE_KEY, 'yes'))

/** Forgets that with the sign-out. */
export function forgetEditorOnSignOut() {
  document.addEventListener('submit', ({ target }) => {
    if (target instanceof HTMLFormElement && target.getAttribute('action') === '/logout')
      withStorage((storage) => storage.removeItem(STORAGE_KEY))
  })
}

/** Offers whoever edits the site to edit this page. The link gives nobody any right: the editor asks for them. */
export function showEditLink() {
  const isEditor = withStorage((storage) => storage.getItem(STORAGE_KEY)) === 'yes'
  const head = document.querySelector('main#content > header')
  if (!isEditor || !head || !document.querySelector('#content .prose')) return
  const link = document.createElement('a')
  link.href = `/admin/content/edit?${new URLSearchParams({ path: location.pathname })}`
  link.className = 'link mt-3 inline-block py-0.5'
  link.textContent = 'Edit this page'
  head.append(link)
}

/** Storage may be closed to us: then nobody is known to edit. */
function withStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(localStorage)
  } catch {
    return null
  }
}
