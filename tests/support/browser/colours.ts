/** What is measured of colours inside a page. Each function is sent to the browser as it stands; all rely on `addColourHelpers`. */

type Colours = {
  /** The contrast of two colours as WCAG 2.2 defines it; each of `behind` is painted over the one before it. */
  contrastOf: (front: string, behind: string[]) => number
  /** The backgrounds from the window to an element, the lowest first. */
  groundOf: (element: Element) => string[]
}

declare global {
  /** Returns functions that remember what they computed, so they are valid until a style changes. */
  var newColours: () => Colours
}

/** Adds `newColours` to each page, as an argument of `addInitScript`. A canvas composes as the page does. */
export function addColourHelpers() {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
  const paint = (colour: string) => {
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
  }
  const luminance = () => {
    const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) =>
      value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  // What stands behind the text of an element belongs to its ground: so are the fingers painted.
  const layersOf = (element: Element) =>
    [null, '::before', '::after']
      .map((part) => ({ part, style: getComputedStyle(element, part) }))
      .filter(({ part, style }) => !part || (style.content !== 'none' && style.zIndex === '-1'))
      .map(({ style }) => style.backgroundColor)
      .filter((colour) => colour !== 'rgba(0, 0, 0, 0)')
  globalThis.newColours = () => {
    const contrasts = new Map<string, number>()
    const grounds = new Map<Element, string[]>()
    const contrastOf: Colours['contrastOf'] = (front, behind) => {
      const key = [front, ...behind].join()
      const known = contrasts.get(key)
      if (known !== undefined) return known
      for (const colour of ['canvas', ...behind]) paint(colour)
      const back = luminance()
      paint(front)
      const fore = luminance()
      const contrast = (Math.max(back, fore) + 0.05) / (Math.min(back, fore) + 0.05)
      contrasts.set(key, contrast)
      return contrast
    }
    const groundOf: Colours['groundOf'] = (element) => {
      const known = grounds.get(element)
      if (known) return known
      const { parentElement: parent } = element
      const ground = [...(parent ? groundOf(parent) : []), ...layersOf(element)]
      grounds.set(element, ground)
      return ground
    }
    return { contrastOf, groundOf }
  }
}

/** Texts that stand out from what is behind them by less than 4.5 : 1 (WCAG 2.2, 1.4.3), whatever their size. */
export function lowContrastTexts(): string[] {
  const { contrastOf, groundOf } = newColours()
  const faults = new Set<string>()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement!
    const text = texts.currentNode.textContent!.trim()
    if (!text || element.closest('script, :disabled, .sr-only')) continue
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const ratio = contrastOf(getComputedStyle(element).color, groundOf(element))
    if (ratio < 4.5) faults.add(`"${text.slice(0, 40)}" in ${element.className}: ${ratio.toFixed(2)}`)
  }
  return [...faults]
}

/** Pairs of the style sheet's colours that differ too little: what is written by 4.5 : 1, the edge of a field by 3 : 1. */
export function lowContrastTokens(): string[] {
  const { contrastOf } = newColours()
  const probe = document.body.appendChild(document.createElement('span'))
  const valueOf = (token: string) => {
    probe.style.color = `var(--${token}, transparent)`
    const value = getComputedStyle(probe).color
    if (value === 'rgba(0, 0, 0, 0)') throw new Error(`there is no --${token}`)
    return value
  }
  const words = ['ink', 'soft', 'muted', 'amber', 'warn', 'stop', 'go', 'water']
  const code = ['keyword', 'string', 'comment', 'function', 'constant'].map((name) => `code-${name}`)
  const grounds = ['paper', 'raised', 'sunken']
  const pairs = [
    ...[...words, ...code].flatMap((front) => grounds.map((back) => [front, back, 4.5] as const)),
    ...grounds.map((back) => ['edge', back, 3] as const),
    ['on-sign', 'sign', 4.5] as const,
    ['soft', 'contour', 4.5] as const,
  ]
  return pairs
    .map(([front, back, least]) => ({
      front,
      back,
      least,
      ratio: contrastOf(valueOf(front), [valueOf(back)]),
    }))
    .filter(({ ratio, least }) => ratio < least)
    .map(({ front, back, ratio }) => `--${front} on --${back}: ${ratio.toFixed(2)}`)
}

/** What cannot be told where the visitor's own palette replaces the site's: drawings, fields, buttons and the current place. */
export function forcedColourFaults(): string[] {
  const { contrastOf, groundOf } = newColours()
  const shown = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
  const drawn = shown('svg :is(path, circle, rect, line, polyline, polygon)').filter((shape) => {
    const { fill, stroke } = getComputedStyle(shape)
    const ground = groundOf(shape.closest('svg')!)
    return [fill, stroke].every((paint) => paint === 'none' || contrastOf(paint, ground) < 3)
  })
  const bare = shown('.finger, .button, .input').filter(
    (element) => parseFloat(getComputedStyle(element).borderTopWidth) < 1,
  )
  const unmarked = shown('nav [aria-current]').filter(
    (element) =>
      getComputedStyle(element).textDecorationLine === 'none' &&
      getComputedStyle(element, '::before').content === 'none',
  )
  return [
    ...drawn.map((shape) => `drawn as its ground: ${shape.outerHTML.slice(0, 60)}`),
    ...bare.map((element) => `without an edge: ${element.outerHTML.slice(0, 80)}`),
    ...unmarked.map((element) => `current, but not marked: ${element.outerHTML.slice(0, 80)}`),
  ]
}
