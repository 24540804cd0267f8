/** Starts the features of pages with a sidebar, a table of contents or tabs. */
export function startDocsPage() {
  showCurrentInSidebar()
  followReading()
  startCodeTabs()
}

/** Scrolls the sidebar, and not the page, to the current document. */
function showCurrentInSidebar() {
  const sidebar = document.querySelector('[data-docs-nav]')
  const current = sidebar?.querySelector('a[aria-current="page"]')
  if (!sidebar || !current) return
  scrollInside(sidebar, current)
}

/** Scrolls the box, but not the page, until the link is visible. */
function scrollInside(box: Element, link: Element) {
  const { top, bottom } = link.getBoundingClientRect()
  const frame = box.getBoundingClientRect()
  const [from, to] = [Math.max(frame.top, 0), Math.min(frame.bottom, innerHeight)]
  if (top < from || bottom > to - MARGIN) box.scrollTop += (top + bottom - from - to) / 2
}

/** Minimum pixels below the current link in a box, so that the next links are also visible. */
const MARGIN = 80

/** Fraction of the window height, from the top, in which a heading counts as current. */
const READING_AREA = 0.3

/** Marks the current heading in the table of contents. */
function followReading() {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-contents] a')]
  const headings = links.map(({ hash }) => document.getElementById(decodeURIComponent(hash.slice(1))))
  if (!links.length) return
  const mark = () => {
    const isRead = (heading: HTMLElement | null) =>
      heading !== null && heading.getBoundingClientRect().top < innerHeight * READING_AREA
    // A selected heading stays current while it is in the area, even above shorter sections. The last headings of a
    // page cannot scroll into the area.
    const isAtEnd = scrollY + innerHeight > document.documentElement.scrollHeight - 2
    const chosen = links.findIndex(({ hash }) => hash === location.hash)
    const isInArea = isRead(headings[chosen] ?? null) && headings[chosen]!.getBoundingClientRect().top >= 0
    const last = headings.findLastIndex(isRead)
    const current = isInArea ? chosen : isAtEnd ? Math.max(last, chosen) : last
    for (const [index, link] of links.entries())
      if (index === current) link.setAttribute('aria-current', 'location')
      else link.removeAttribute('aria-current')
    if (links[current]) scrollInside(links[current].closest('[data-contents]')!, links[current])
  }
  addEventListener('hashchange', mark)
  addEventListener('scrollend', mark)
  // Headings above the window count as visible, so that a jump over several headings is noticed.
  const margin = `1000000px 0px -${100 - READING_AREA * 100}% 0px`
  const observer = new IntersectionObserver(mark, { rootMargin: margin, threshold: [0, 1] })
  for (const heading of headings) if (heading) observer.observe(heading)
}

const STORAGE_KEY = 'code-language'
const languages = ['curl', 'TypeScript', 'Python']

/** Applies the language of the last chosen code tab to all tabs on this and later pages, in this browser. */
function startCodeTabs() {
  const tabs = [...document.querySelectorAll<HTMLInputElement>('.tabs > label > input')]
  const languageOf = (tab: HTMLInputElement) => tab.parentElement?.textContent?.trim() ?? ''
  const choose = (language: string | null) => {
    for (const tab of tabs) if (languageOf(tab) === language) tab.checked = true
  }
  try {
    choose(localStorage.getItem(STORAGE_KEY))
  } catch {
    // Without storage, each page starts with its first tab.
  }
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !tabs.includes(target)) return
    const language = languageOf(target)
    if (!languages.includes(language)) return
    // Keeps the tab at its position on the screen when tabs above it change height.
    const before = target.getBoundingClientRect().top
    choose(language)
    scrollBy({ top: target.getBoundingClientRect().top - before, behavior: 'instant' })
    try {
      localStorage.setItem(STORAGE_KEY, language)
    } catch {
      // The choice applies to this page only.
    }
  })
}
