import { SaxesParser, type SaxesTagNS } from 'saxes'
import { Invalid, Refusal } from '#app/errors.ts'
import { mediaLimits } from '#app/features/media/schema.ts'
import { HTML, isSettable, leadsOut, loadedBy, SVG, svgElements } from '#app/features/media/svg-parts.ts'
import { svgSize } from '#app/features/media/svg-size.ts'

/** How deep elements may stand in each other. */
const DEEPEST = 200

const refused = (reason: string) =>
  new Invalid(`This SVG is refused: ${reason}.`, [{ path: 'file', message: reason }])

/**
 * Reads an SVG as browsers do, as XML with namespaces, and returns its size in pixels; null for text that is no SVG. Refuses
 * with the reason one that is broken, that runs anything, or that leads out of itself.
 */
export function readSvg(bytes: Buffer): { width: number; height: number } | null {
  if (!/<(?:[\w.-]+:)?svg[\s>/]/.test(bytes.toString('latin1', 0, 8_192))) return null
  if (bytes.length > mediaLimits.svgBytes)
    throw new Refusal('payload_too_large', `An SVG may have at most ${mediaLimits.svgBytes} bytes.`)
  const root = parse(textOf(bytes))
  if (!root) return null
  const size = svgSize((name) => root.attributes[name]?.value)
  const { side } = mediaLimits
  if (size.width > side || size.height > side) throw refused(`it may be at most ${side} pixels wide and high`)
  return size
}

function textOf(bytes: Buffer) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refused('it is not in UTF-8')
  }
}

/** The root element; null where it is none of SVG. */
function parse(text: string): SaxesTagNS | null {
  let root: SaxesTagNS | null = null
  const open: SaxesTagNS[] = []
  const parser = new SaxesParser({ xmlns: true })
  const isSvg = () => root?.uri === SVG && root.local === 'svg'

  parser.on('xmldecl', ({ encoding }) => {
    if (encoding && !/^utf-?8$/i.test(encoding))
      throw refused(`it says that it is in ${encoding}: save it as UTF-8`)
  })
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) throw refused('it defines entities')
  })
  parser.on('processinginstruction', ({ target }) => {
    throw refused(`<?${target}?> may load what is not in it`)
  })
  parser.on('opentag', (tag) => {
    root ??= tag
    if (!isSvg()) return
    if (open.push(tag) > DEEPEST) throw refused('its elements stand too deep in each other')
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
    const loaded = open.pop()?.local === 'style' ? loadedBy(css) : null
    if (loaded) throw refused(`its styles load ${loaded}`)
    if (open.at(-1)?.local !== 'style') css = ''
  })
  parser.on('error', (error) => {
    throw isSvg()
      ? refused(`it is broken: ${error.message.replace(/^(\d+):\d+: (.*?)\.?$/s, 'line $1, $2')}`)
      : error
  })
  try {
    parser.write(text).close()
  } catch (error) {
    if (error instanceof Refusal) throw error
    return null
  }
  return isSvg() ? root : null
}

/** Why an element may not be there, or null. What editors add of their own is no part of the drawing and left alone. */
function reasonOf(tag: SaxesTagNS): string | null {
  if (tag.uri === HTML) return `<${tag.name}> is an element of HTML`
  if (tag.uri === SVG && !svgElements.has(tag.local)) return `<${tag.name}> may not stand in it`
  for (const { name, local, uri, value } of Object.values(tag.attributes)) {
    if (!uri && /^on/i.test(local)) return `${name} runs a script`
    if (tag.uri !== SVG) continue
    if (/^(?:href|src|base)$/i.test(local)) {
      if (leadsOut(value)) return `${name} of <${tag.name}> leads out of it`
    } else if (!uri && !/^(?:aria|data)-/.test(local)) {
      if (local === 'attributeName' && !isSettable(value)) return `<${tag.name}> changes ${value.trim()}`
      const loaded = loadedBy(value)
      if (loaded) return `${name} of <${tag.name}> loads ${loaded}`
    }
  }
  return null
}
