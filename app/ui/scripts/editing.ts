const MARK = 'editor'

/** Remembers in this browser that its user edits the site, so that public pages, which are alike for all, offer to. */
export const rememberEditor = () => store((storage) => storage.setItem(MARK, 'yes'))

/** Forgets that with the sign-out. */
export function forgetEditorOnLeaving() {
  document.addEventListener('submit', ({ target }) => {
    if (target instanceof HTMLFormElement && target.getAttribute('action') === '/logout')
      store((storage) => storage.removeItem(MARK))
  })
}

/** Offers whoever edits the site to edit this page. The link gives nobody any right: the editor asks for them. */
export function offerEditing() {
  const isEditor = store((storage) => storage.getItem(MARK)) === 'yes'
  const head = document.querySelector('main#content > header')
  if (!isEditor || !head || !document.querySelector('#content .prose')) return
  const link = document.createElement('a')
  link.href = `/admin/content/edit?${new URLSearchParams({ path: location.pathname })}`
  link.className = 'link mt-3 inline-block py-0.5'
  link.textContent = 'Edit this page'
  head.append(link)
}

/** Storage may be closed to us: then nobody is known to edit. */
function store<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(localStorage)
  } catch {
    return null
  }
}
