/** Conversions of the text of a form field. A field names its conversion after a colon: `actions.0.delay_seconds:number`. */
const conversions = {
  number: (text: string) => (text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text)),
  truth: (text: string) => text === 'true',
  flag: (text: string) => text === 'yes',
  /** Text that can be a truth value. */
  scalar: (text: string) => (/^(true|false)$/.test(text) ? text === 'true' : text),
  lines: (text: string) => text.split(/\r?\n/),
  color: (text: string) => {
    const [, hex] = /^#?([\da-f]{6})$/i.exec(text.trim()) ?? []
    return hex ? parseInt(hex, 16) : text.trim()
  },
} satisfies Record<string, (text: string) => unknown>

export type Conversion = keyof typeof conversions

/** Limits of the paths of form fields: levels, and items of a list. */
const MOST_LEVELS = 10
const MOST_ITEMS = 100

type Node = Map<string, unknown>

/**
 * Returns the value that form fields below a path describe: `a.0.b` is the property `b` of the first item of the list `a`.
 * Returns undefined without such fields. A name that is too deep, too long or reserved becomes a property of the whole
 * value, so that a schema refuses it.
 */
export function namedValue(fields: Readonly<Record<string, string>>, path: string): unknown {
  const root: Node = new Map()
  for (const [name, text] of Object.entries(fields)) {
    if (name !== path && !name.startsWith(`${path}.`)) continue
    const [place = '', conversion = ''] = name.slice(path.length + 1).split(':')
    const steps = place.split('.')
    if (steps.length > MOST_LEVELS || !steps.every(isStep)) {
      root.set('unreadable', text)
      continue
    }
    const convert = Object.hasOwn(conversions, conversion) ? conversions[conversion as Conversion] : String
    put(root, steps, convert(text))
  }
  return root.size > 0 ? valueOf(root) : undefined
}

const isIndex = (step: string) => /^\d{1,3}$/.test(step)
const isStep = (step: string) => (isIndex(step) ? Number(step) < MOST_ITEMS : /^[a-z]\w{0,49}$/i.test(step))

function put(root: Node, steps: readonly string[], value: unknown) {
  let node = root
  for (const step of steps.slice(0, -1)) {
    const next = node.get(step)
    const inner: Node = next instanceof Map ? (next as Node) : new Map()
    node.set(step, inner)
    node = inner
  }
  node.set(steps.at(-1)!, value)
}

/** Converts a node to a list if all names are indexes, and to an object otherwise. */
function valueOf(node: unknown): unknown {
  if (!(node instanceof Map)) return node
  const entries = [...(node as Node)].map(([name, value]) => [name, valueOf(value)] as const)
  if (!entries.every(([name]) => isIndex(name))) return Object.fromEntries(entries)
  return entries.sort(([one], [other]) => Number(one) - Number(other)).map(([, value]) => value)
}
