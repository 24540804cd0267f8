import type { ScriptTexts } from '#app/ui/scripts/texts.ts'

type Result = { title: string; url: string; excerpt: string }
type Found = { results: Result[]; total: number }

/** Milliseconds without typing before a search starts. */
const PAUSE_MS = 220
const LIMIT = 8

let dialog: HTMLDialogElement | null = null

/**
 * Opens the search dialog, which is created on the first call, and searches for a text if there is one. When the dialog
 * closes, focus returns to the previous element.
 */
export function openSearchDialog(text: string, texts: ScriptTexts) {
  dialog ??= createDialog(texts)
  if (dialog.open) return
  dialog.showModal()
  const input = dialog.querySelector('input')!
  if (text) {
    input.value = text
    input.dispatchEvent(new Event('input'))
  } else input.select()
}

function createDialog(texts: ScriptTexts): HTMLDialogElement {
  const element = document.createElement('dialog')
  element.className = 'search-dialog'
  element.setAttribute('aria-label', texts.search)
  element.innerHTML = `
    <form action="/search" role="search">
      <input name="q" inputmode="search" enterkeyhint="search" maxlength="200" class="input" placeholder="${texts.placeholder}" autocomplete="off"
        role="combobox" aria-label="${texts.search}" aria-autocomplete="list" aria-expanded="false" aria-controls="search-results">
      <button type="button" class="button small">${texts.close}</button>
    </form>
    <p role="status"></p>
    <div id="search-results" role="listbox" aria-label="${texts.results}"></div>`
  document.body.append(element)
  const input = element.querySelector('input')!
  const list = element.querySelector('div')!
  const status = element.querySelector('p')!
  /** Caches results by query, because searches count toward the limit for anonymous calls. */
  const known = new Map<string, Found>()
  let timer = 0
  let search: AbortController | null = null

  element.querySelector('button')!.addEventListener('click', () => element.close())
  // A click outside the dialog closes it.
  element.addEventListener('click', ({ target }) => target === element && element.close())
  input.addEventListener('input', () => {
    clearTimeout(timer)
    search?.abort()
    timer = window.setTimeout(() => void find(input.value.trim()), PAUSE_MS)
  })
  input.addEventListener('keydown', (event) => {
    const { key } = event
    const options = [...list.querySelectorAll('a')]
    const active = options.findIndex((option) => option.getAttribute('aria-selected') === 'true')
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (!options.length) return
      const step = key === 'ArrowDown' ? 1 : -1
      select(active < 0 && step < 0 ? options.length - 1 : (active + step + options.length) % options.length)
    } else if (key === 'Enter' && active >= 0) {
      event.preventDefault()
      options[active]!.click()
    }
  })

  function select(index: number) {
    for (const [place, option] of [...list.children].entries())
      option.setAttribute('aria-selected', String(place === index))
    const option = list.children[index]
    input.setAttribute('aria-activedescendant', option?.id ?? '')
    option?.scrollIntoView({ block: 'nearest' })
  }

  async function find(q: string) {
    if (!q) return show({ results: [], total: 0 }, '')
    const before = known.get(q)
    if (before) return showFound(before)
    search = new AbortController()
    const { signal } = search
    try {
      const response = await fetch(`/api/search?${new URLSearchParams({ q, limit: String(LIMIT) })}`, {
        signal,
      })
      if (response.status === 429) {
        const seconds = response.headers.get('Retry-After') ?? '60'
        return show({ results: [], total: 0 }, texts.tooMany.replace('{seconds}', seconds))
      }
      if (response.status === 400) return showFound({ results: [], total: 0 })
      if (!response.ok) throw new Error(response.statusText)
      const found = (await response.json()) as Found
      known.set(q, found)
      showFound(found)
    } catch {
      if (!signal.aborted) show({ results: [], total: 0 }, texts.unavailable)
    }
  }

  function showFound(found: Found) {
    const more = found.total > found.results.length ? ` ${texts.more}` : ''
    const count = texts.count.replace('{count}', String(found.total))
    show(found, found.total ? count + more : texts.none)
  }

  function show({ results }: Found, message: string) {
    status.textContent = message
    list.replaceChildren(...results.map(optionOf))
    input.setAttribute('aria-expanded', String(results.length > 0))
    input.removeAttribute('aria-activedescendant')
  }

  return element
}

function optionOf({ title, url, excerpt }: Result, index: number): HTMLAnchorElement {
  const option = document.createElement('a')
  const { pathname } = new URL(url)
  option.id = `search-result-${index}`
  option.href = pathname
  option.tabIndex = -1
  option.setAttribute('role', 'option')
  option.setAttribute('aria-selected', 'false')
  for (const [text, className] of [
    [title, 'search-title'],
    [pathname, 'search-path'],
    [excerpt, 'search-excerpt'],
  ] as const) {
    const line = document.createElement('span')
    line.className = className
    line.textContent = text
    option.append(line)
  }
  return option
}
