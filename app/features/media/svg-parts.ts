/** The namespace of SVG, and the one of the elements that have no place in a drawing. */
export const SVG = 'http://www.w3.org/2000/svg'
export const HTML = 'http://www.w3.org/1999/xhtml'

/** The elements of SVG that a drawing may be made of: what draws, what fills and filters, and what moves by itself. */
export const svgElements: ReadonlySet<string> = new Set(
  `svg g defs symbol use switch title desc metadata style view a image
  path rect circle ellipse line polyline polygon text tspan textPath marker
  linearGradient radialGradient stop pattern clipPath mask filter
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode
  feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
  animate animateMotion animateTransform set mpath`.split(/\s+/),
)

/** What a drawing may hold instead of leading to it: pictures and fonts. */
const held = /^data:(?:image\/(?:png|jpeg|gif|webp|avif)|font\/[\w-]+|application\/(?:x-)?font-[\w-]+)[;,]/i

/** True for an address that leads out of the drawing, or to what could be more than a picture. */
export const leadsOut = (address: string) => !/^\s*(?:#|$)/.test(address) && !held.test(address.trim())

/** What styles load from elsewhere, or null. Escapes are read first, since `\75rl` is `url`. */
export function loadedBy(css: string): string | null {
  const plain = css
    .replace(/\\([0-9a-f]{1,6})\s?|\\([\s\S])/gi, (_, code: string | undefined, sign: string | undefined) =>
      code ? String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff)) : (sign ?? ''),
    )
    .replace(/\/\*[\s\S]*?(\*\/|$)/g, (whole, end) => (end ? '' : whole))
  if (/@import\b/i.test(plain)) return '@import'
  for (const [, quoted = '', bare = ''] of plain.matchAll(/url\(\s*(?:["']([^"']*)|([^"')\s]*))/gi))
    if (leadsOut(quoted || bare)) return 'url()'
  return /\b(?:image-set|image|src|expression)\(/i.test(plain) ? 'what is not in it' : null
}

/** The attributes that an animation must not change: they would make of a drawing what it could not be at first. */
export const isSettable = (name: string) => !/^(?:on|(?:[\w-]+:)?href$|style$)/i.test(name.trim())
