import { SaxesParser, type SaxesTagNS } from 'saxes'
import { Invalid, Refusal } from '#app/errors.ts'
import { mediaLimits } from '#app/features/media/schema.ts'
import { formatInteger } from '#app/primitives/count.ts'
import { formatBytes } from '#app/primitives/bytes.ts'

/** Namespaces of SVG and HTML. HTML elements are not allowed. */
const SVG = 'http://www.w3.org/2000/svg'
const HTML = 'http://www.w3.org/1999/xhtml'

/** SVG elements that are allowed: shapes, fills, filters and declarative animations. */
const svgElements: ReadonlySet<string> = new Set(
  `svg g defs symbol use switch title desc metadata style view a image
  path rect circle ellipse line polyline polygon text tspan textPath marker
  linearGradient radialGradient stop pattern clipPath mask filter
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode
  feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
  animate animateMotion animateTransform set mpath`.split(/\s+/),
)

/** Data URLs that can be embedded: images and fonts. */
const embeddableDataUrl =
  /^data:(?:image\/(?:png|jpeg|gif|webp|avif)|font\/[\w-]+|application\/(?:x-)?font-[\w-]+)[;,]/i

/** Checks whether a URL refers to something outside the SVG or to data other than images and fonts. */
const isExternal = (address: string) =>
  !/^\s*(?:#|$)/.test(address) && !embeddableDataUrl.test(address.trim())

/**
 * Returns a construct that loads external resources, or null if the CSS contains none. Decodes escapes first, since
 * `\75rl` is `url`.
 */
export function externalUrlInCss(css: string): string | null {
  const plain = css
    .replace(/\\([0-9a-f]{1,6})\s?|\\([\s\S])/gi, (_, code: string | undefined, sign: string | undefined) =>
      code ? String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff)) : (sign ?? ''),
    )
    .replace(/\/\*[\s\S]*?(\*\/|$)/g, (whole, end) => (end ? '' : whole))
  if (/@import\b/i.test(plain)) return '@import'
  for (const [, quoted = '', bare = ''] of plain.matchAll(/url\(\s*(?:["']([^"']*)|([^"')\s]*))/gi))
    if (isExternal(quoted || bare)) return 'url()'
  return /\b(?:image-set|image|src|expression)\(/i.test(plain) ? 'external content' : null
}

/**
 * Checks whether an animation can change an attribute. Attributes that could add links, scripts or styles cannot be
 * changed.
 */
const isSettable = (name: string) => !/^(?:on|(?:[\w-]+:)?href$|style$)/i.test(name.trim())

/** Pixels per length unit, at 96 pixels per inch. */
const units: Record<string, number> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
  em: 16,
  rem: 16,
}

/** Default size that browsers use for an SVG without a size. */
const usual = { width: 300, height: 150 }

function pixels(length: string | undefined): number | null {
  const [, number, unit = ''] =
    /^\s*((?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)([a-z]*)\s*$/i.exec(length ?? '') ?? []
  const factor = units[unit.toLowerCase()]
  const value = Number(number) * (factor ?? NaN)
  return value > 0 ? value : null
}

/**
 * Returns the size of an SVG in whole pixels from its width and height. If one value is missing, the ratio of the view
 * box supplies it. If both are missing, the size is the view box.
 */
export function svgSize(attribute: (name: string) => string | undefined): { width: number; height: number } {
  const box = (attribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [, , across = NaN, down = NaN] = box
  const view = box.length === 4 && across > 0 && down > 0 ? { width: across, height: down } : null
  const [width, height] = [pixels(attribute('width')), pixels(attribute('height'))]
  const ratio = view ? view.height / view.width : usual.height / usual.width
  const size =
    width && height
      ? { width, height }
      : width
        ? { width, height: width * ratio }
        : height
          ? { width: height / ratio, height }
          : (view ?? usual)
  const whole = (value: number) => Math.max(1, Math.round(value))
  return { width: whole(size.width), height: whole(size.height) }
}

/** Maximum nesting depth of elements. */
const MAX_DEPTH = 200

function refused(reason: string) {
  const message = `This SVG is not allowed: ${reason}.`
  return new Invalid(message, [{ path: 'file', message }])
}

/**
 * Parses an SVG as namespaced XML and returns its size in pixels, or null for other files. Throws the reason for broken
 * files, scripts and external resources.
 */
export function readSvg(bytes: Buffer): { width: number; height: number } | null {
  if (!/<(?:[\w.-]+:)?svg[\s>/]/.test(bytes.toString('latin1', 0, 8_192))) return null
  if (bytes.length > mediaLimits.svgBytes)
    throw new Refusal('payload_too_large', `An SVG can be at most ${formatBytes(mediaLimits.svgBytes)}.`)
  const root = parse(textOf(bytes))
  if (!root) return null
  const size = svgSize((name) => root.attributes[name]?.value)
  const { side } = mediaLimits
  if (size.width > side || size.height > side)
    throw refused(`it can be at most ${formatInteger(side)} pixels wide and high`)
  return size
}

function textOf(bytes: Buffer) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refused('it is not in UTF-8')
  }
}

/** Maximum number of elements that a browser draws, with each repetition through references. */
const MAX_DRAWN = 100_000

/** Elements and references in each part with an id. The part with the empty id is the whole document. */
type Parts = Map<string, { elements: number; refers: string[] }>

/** Counts an element and its references for each part that contains it. */
function countElement(parts: Parts, open: readonly SaxesTagNS[], { attributes }: SaxesTagNS) {
  const refers = Object.values(attributes).flatMap(({ local, value }) =>
    local === 'href'
      ? [value.trim().replace(/^#/, '')]
      : [...value.matchAll(/url\(\s*["']?#([^"')]+)/g)].map(([, id]) => id!),
  )
  for (const id of new Set(['', ...open.map((tag) => tag.attributes.id?.value ?? '')])) {
    const part = parts.get(id) ?? { elements: 0, refers: [] }
    part.elements++
    part.refers.push(...refers)
    parts.set(id, part)
  }
}

/** Returns the number of elements that a browser draws for a part. References in a circle are not followed. */
function drawnElements(parts: Parts, id = '', known = new Map<string, number>(), depth = 0): number {
  if (depth > MAX_DEPTH) return Infinity
  const part = parts.get(id)
  if (!part) return 0
  const before = known.get(id)
  if (before !== undefined) return before
  known.set(id, 0)
  const drawn = part.refers.reduce(
    (sum, to) => sum + drawnElements(parts, to, known, depth + 1),
    part.elements,
  )
  known.set(id, drawn)
  return drawn
}

/** Returns the root element of an SVG, or null for other documents. */
function parse(text: string): SaxesTagNS | null {
  let root: SaxesTagNS | null = null
  const open: SaxesTagNS[] = []
  const parts: Parts = new Map()
  const parser = new SaxesParser({ xmlns: true })
  const isSvg = () => root?.uri === SVG && root.local === 'svg'

  parser.on('xmldecl', ({ encoding }) => {
    if (encoding && !/^utf-?8$/i.test(encoding))
      throw refused(`its encoding is ${encoding}: save it as UTF-8`)
  })
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) throw refused('it defines entities')
  })
  parser.on('processinginstruction', ({ target }) => {
    throw refused(`<?${target}?> can load external content`)
  })
  parser.on('opentag', (tag) => {
    root ??= tag
    if (!isSvg()) return
    if (open.push(tag) > MAX_DEPTH) throw refused('its elements are nested too deeply')
    countElement(parts, open, tag)
    const reason = reasonOf(tag)
    if (reason) throw refused(`${reason} (line ${parser.line})`)
  })
  let css = ''
  const styled = (text: string) => {
    if (open.at(-1)?.local === 'style') css += text
  }
  parser.on('text', styled)
  parser.on('cdata', styled)
  parser.on('closetag', () => {
    const loaded = open.pop()?.local === 'style' ? externalUrlInCss(css) : null
    if (loaded) throw refused(`its styles load ${loaded}`)
    if (open.at(-1)?.local !== 'style') css = ''
  })
  parser.on('error', (error) => {
    throw isSvg()
      ? refused(`it is invalid: ${error.message.replace(/^(\d+):\d+: (.*?)\.?$/s, 'line $1, $2')}`)
      : error
  })
  try {
    parser.write(text).close()
  } catch (error) {
    if (error instanceof Refusal) throw error
    return null
  }
  if (isSvg() && drawnElements(parts) > MAX_DRAWN) throw refused('it repeats its elements too often')
  return isSvg() ? root : null
}

/** Returns why an element is not allowed, or null. Elements of other namespaces, which editors add, are ignored. */
function reasonOf(tag: SaxesTagNS): string | null {
  if (tag.uri === HTML) return `<${tag.name}> is an HTML element`
  if (tag.uri === SVG && !svgElements.has(tag.local)) return `<${tag.name}> is not allowed`
  for (const { name, local, uri, value } of Object.values(tag.attributes)) {
    if (!uri && /^on/i.test(local)) return `${name} runs a script`
    if (tag.uri !== SVG) continue
    if (/^(?:href|src|base)$/i.test(local)) {
      if (isExternal(value)) return `${name} of <${tag.name}> refers to content outside the file`
    } else if (!uri && !/^(?:aria|data)-/.test(local)) {
      if (local === 'attributeName' && !isSettable(value)) return `<${tag.name}> changes ${value.trim()}`
      const loaded = externalUrlInCss(value)
      if (loaded) return `${name} of <${tag.name}> loads ${loaded}`
    }
  }
  return null
}
