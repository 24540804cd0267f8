/** What is measured inside a page. Each function is sent to the browser as it stands, so it uses nothing from outside. */

/** What is wrong with the outline that a screen reader reads: one h1, no level left out, and landmarks that can be told apart. */
export function outlineFaults(): string[] {
  const seen = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility())
  const faults: string[] = []
  const headings = seen('h1, h2, h3, h4, h5, h6')
  if (headings.filter((heading) => heading.localName === 'h1').length !== 1) faults.push('not one h1')
  let before = 0
  for (const heading of headings) {
    const level = Number(heading.localName.slice(1))
    if (level > before + 1) faults.push(`h${level} "${heading.innerText}" after h${before}`)
    before = level
  }
  const nameOf = (element: Element) =>
    element.getAttribute('aria-label') ??
    document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.innerText ??
    ''
  // The console has a bar and no footer.
  const ends = seen('.console').length
    ? { banner: '.console-bar' }
    : { banner: 'body > header', contentinfo: 'body > footer' }
  for (const [role, selector] of Object.entries({ main: 'main', ...ends }))
    if (seen(selector).length !== 1) faults.push(`${seen(selector).length} landmarks of the kind ${role}`)
  for (const selector of ['nav', 'aside:not([role])', '[role=search]', '[role=region]']) {
    const names = seen(selector).map(nameOf)
    // "Search" says what it is; the other kinds say nothing without a name.
    if (names.includes('') && selector !== '[role=search]') faults.push(`a ${selector} without a name`)
    if (new Set(names).size !== names.length) faults.push(`two ${selector} called alike: ${names}`)
  }
  return faults
}

/** By how much a page is wider than its window. */
export function horizontalOverflow(): string[] {
  const past = document.documentElement.scrollWidth - innerWidth
  return past > 0 ? [`${past} px past the side`] : []
}

/** Texts whose lines are cut below: what overflows is hidden, and lines are hardly higher than letters. */
export function cutTexts(): string[] {
  return [...document.querySelectorAll<HTMLElement>('body *')]
    .filter((element) => {
      const { overflowY, lineHeight, fontSize } = getComputedStyle(element)
      // A line height of "normal" is no number, and is enough.
      if (overflowY === 'visible' || element.matches('.sr-only')) return false
      if (!(parseFloat(lineHeight) < 1.2 * parseFloat(fontSize))) return false
      return element.checkVisibility() && element.textContent.trim() !== ''
    })
    .map((element) => `"${element.textContent.slice(0, 40)}" in ${element.className}`)
}

/** Targets under 24 by 24 CSS pixels (WCAG 2.2, 2.5.8). A link within a sentence is as high as its line, which the rule allows. */
export function smallTargets(): string[] {
  const targets = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, summary, input, select, textarea'),
  ]
  const texts = new Map<HTMLElement, string>()
  const textOf = (element: HTMLElement) => {
    const text = texts.get(element) ?? element.innerText
    texts.set(element, text)
    return text
  }
  const block = (element: HTMLElement): HTMLElement =>
    /^inline|contents/.test(getComputedStyle(element).display) ? block(element.parentElement!) : element
  return targets
    .filter(
      (target) => target.checkVisibility() && !target.matches('.skip, [type=hidden], [aria-hidden=true]'),
    )
    .filter((target) => {
      const { width, height } = target.getBoundingClientRect()
      if (width >= 24 && height >= 24) return false
      const isInText =
        getComputedStyle(target).display === 'inline' &&
        textOf(block(target)).trim() !== target.innerText.trim()
      return !isInText
    })
    .map((target) => {
      const { width, height } = target.getBoundingClientRect()
      return `"${target.innerText.slice(0, 40)}" ${target.className}: ${width.toFixed(1)} x ${height.toFixed(1)}`
    })
}

/** What moves by itself or on the way from one state to another. */
export function motions(): string[] {
  const moving = (style: CSSStyleDeclaration) =>
    style.animationName !== 'none' ||
    style.transitionDuration.split(', ').some((time) => parseFloat(time) > 0) ||
    style.scrollBehavior === 'smooth'
  return [...document.querySelectorAll('*')].flatMap((element) =>
    ['', '::before', '::after']
      .filter((part) => moving(getComputedStyle(element, part || null)))
      .map((part) => `${element.localName}.${element.getAttribute('class') ?? ''}${part}`),
  )
}

/** Marks each element that the Tab key must reach, in the order of the page, and returns how many there are. Of a group of radio buttons that is the chosen one. */
export function markStops(): number {
  const selector = 'a[href], button, summary, input, select, textarea, [tabindex="0"]'
  const stops = [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.tabIndex >= 0 &&
      !element.matches(':disabled, [type=hidden], [type=radio]:not(:checked)'),
  )
  stops.forEach((stop, index) => (stop.dataset.stop = String(index)))
  return stops.length
}

/** Where the focus is: its stop, and the reasons why it is not visible. */
export type Focused = { stop: number; isDate: boolean; isFrame: boolean; faults: string[] }

/** Returns which stop has the focus, and the reasons why the focus is not visible. */
export async function focused(): Promise<Focused> {
  const active = document.activeElement as HTMLElement
  // The editor of a text shows its focus at its frame.
  const element = active.closest<HTMLElement>('.cm-editor') ?? active
  // CodeMirror adds `cm-focused` shortly after the focus.
  for (let wait = 0; wait < 60 && element.matches('.cm-editor:not(.cm-focused)'); wait++)
    await new Promise((resolve) => setTimeout(resolve, 16))
  const faults: string[] = []
  const { contrastOf, groundOf } = newColours()
  const style = getComputedStyle(element)
  const ring = parseFloat(style.outlineWidth)
  if (style.outlineStyle === 'none' || ring < 2) faults.push('has no outline')
  if (contrastOf(style.outlineColor, groundOf(element.parentElement!)) < 3) faults.push('has a faint outline')
  const box = [...element.getClientRects()].find(({ width, height }) => width > 0 && height > 0)
  const place = {
    stop: Number(active.dataset.stop),
    isDate: active.matches('input[type^="date"], input[type="time"]'),
    isFrame: active.matches('iframe'),
  }
  if (!box) return { ...place, faults: ['has no box'] }
  const x = Math.min(Math.max(box.left + box.width / 2, 1), innerWidth - 1)
  const y = Math.min(Math.max(box.top + Math.min(box.height, 48) / 2, 1), innerHeight - 1)
  const top = document.elementFromPoint(x, y)
  if (!element.contains(top)) faults.push(`is covered by ${top?.outerHTML.slice(0, 80) ?? 'the edge'}`)
  const reach = ring + parseFloat(style.outlineOffset)
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
    if (getComputedStyle(at).overflow === 'visible') continue
    const frame = at.getBoundingClientRect()
    if (box.left - reach < frame.left || Math.min(box.right, frame.right) + reach > frame.right)
      faults.push(`its outline is cut by ${at.localName}.${at.className}`)
  }
  return { ...place, faults: faults.map((fault) => `"${element.innerText.slice(0, 30)}" ${fault}`) }
}
