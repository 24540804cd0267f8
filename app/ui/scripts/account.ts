import type { ScriptTexts } from '#app/ui/scripts/texts.ts'

const STORAGE_KEY = 'account'
/** Guilds that the account menu lists. The console lists all of them. */
const MOST_GUILDS = 8

/** Data of the signed-in user that this browser stores, so that identical public pages can show an account menu. */
export type RememberedAccount = {
  name: string
  opensConsole: boolean
  /** True if the account is linked to Discord, which the user's own servers require. */
  hasDiscord: boolean
  edits: boolean
  /** Undefined if the page does not know the guilds. The earlier ones are kept. */
  guilds?: readonly { id: string; name: string }[] | undefined
}

/** Remembers the user in this browser. The data grants no access, because each page checks permissions. */
export function rememberAccount({ guilds = readAccount()?.guilds, ...account }: RememberedAccount) {
  const kept = JSON.stringify({ ...account, guilds: guilds?.slice(0, MOST_GUILDS) })
  withStorage((storage) => storage.setItem(STORAGE_KEY, kept))
}

/** Forgets the user. */
export const forgetAccount = () => withStorage((storage) => storage.removeItem(STORAGE_KEY))

/** Forgets the user on sign-out. */
export function forgetAccountOnSignOut() {
  document.addEventListener('submit', ({ target }) => {
    if (target instanceof HTMLFormElement && target.getAttribute('action') === '/logout') forgetAccount()
  })
}

/** Shows the account menu and, to editors, the edit link of a public page. */
export function startAccount(texts: ScriptTexts) {
  showAccountMenu()
  showEditLink(texts)
  forgetAccountOnSignOut()
}

/** Shows the account menu of a public page instead of the link that signs in. */
function showAccountMenu() {
  const account = readAccount()
  const menu = document.querySelector<HTMLElement>('[data-account]')
  if (!account || !menu) return
  for (const link of document.querySelectorAll<HTMLElement>('[data-sign-in]')) link.hidden = true
  for (const name of menu.querySelectorAll('[data-account-name]')) name.textContent = account.name
  const initial = menu.querySelector('[data-account-initial]')
  if (initial) initial.textContent = initialOf(account.name)
  const entry = menu.querySelector<HTMLElement>('[data-account-console]')
  if (entry) entry.hidden = !account.opensConsole
  const servers = menu.querySelector<HTMLElement>('[data-account-servers]')
  if (servers) servers.hidden = !account.hasDiscord
  for (const { id, name } of account.guilds ?? []) {
    const item = entry?.cloneNode(true) as HTMLElement
    const link = item.querySelector('a')!
    link.href = `/admin/guilds/${encodeURIComponent(id)}`
    link.textContent = name
    item.hidden = false
    menu.querySelector('[data-account-guilds]')?.before(item)
  }
  menu.hidden = false
}

/** Returns the initial of a name. */
export const initialOf = (name: string) => [...name][0]?.toUpperCase() ?? ''

/** Adds an edit link for editors. The link grants no access, because the editor page checks permissions. */
function showEditLink({ edit }: ScriptTexts) {
  const head = document.querySelector('main#pageContent > header')
  if (!readAccount()?.edits || !head || !document.querySelector('#pageContent .prose')) return
  const link = document.createElement('a')
  link.href = `/admin/content/edit?${new URLSearchParams({ path: location.pathname })}`
  link.className = 'link mt-3 inline-block py-0.5'
  link.textContent = edit
  head.append(link)
}

/** Returns the remembered user, or null if the stored text is not what `rememberAccount` writes. */
function readAccount(): RememberedAccount | null {
  const value: unknown = withStorage((storage) => JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null'))
  return isAccount(value) ? value : null
}

const isAccount = (value: unknown): value is RememberedAccount =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'

/** Runs a function with the browser's local storage. Returns null if storage is unavailable or unreadable. */
function withStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(localStorage)
  } catch {
    return null
  }
}
