import manifest from '#agent-tools/manifest.json'
import { addressOf } from '#app/openapi/reference/operation-details.server.tsx'
import { HeadedTable } from '#app/features/content/render/scroll-table.server.tsx'
import { operations } from '#app/openapi/operations.ts'

type Property = { type?: string; description?: string; enum?: unknown[]; default?: unknown; items?: Property }
type Tool = {
  name: string
  title: string
  description: string
  audience: string
  annotations: { readOnlyHint: boolean; untrustedContentHint: boolean; consequentialHint: boolean }
  inputSchema: { properties: Record<string, Property>; required: string[] }
  operations: string[]
}
const tools = manifest.tools as unknown as Tool[]

/** Renders the browser tools of an audience with their descriptions, inputs and operations. */
export function BrowserToolList({ audience }: { audience: string }) {
  return tools
    .filter((tool) => tool.audience === audience)
    .map((tool) => <Details key={tool.name} {...tool} />)
}

function Details({ name, title, description, annotations, inputSchema, operations: ids }: Tool) {
  return (
    <div className="operation" id={name}>
      <p className="operation-line">
        <a href={`#${name}`}>
          <code>{name}</code> {title}
        </a>
      </p>
      <p>{description}</p>
      <Inputs {...inputSchema} name={name} />
      <dl>
        <dt>Hints</dt>
        <dd>{hintsOf(annotations)}</dd>
        <dt>Calls</dt>
        <dd>{ids.length ? ids.map(linked) : 'The public pages, as Markdown.'}</dd>
      </dl>
    </div>
  )
}

function Inputs({ properties, required, name }: Tool['inputSchema'] & { name: string }) {
  const inputs = Object.entries(properties)
  if (!inputs.length) return <p>This tool has no inputs.</p>
  return (
    <HeadedTable label={`Inputs of ${name}`} head={['Input', 'Type', 'Required', 'Description']}>
      {inputs.map(([input, property]) => (
        <tr key={input}>
          <td>
            <code>{input}</code>
          </td>
          <td>{typeOf(property)}</td>
          <td>{required.includes(input) ? 'yes' : 'no'}</td>
          <td>{propertyText(property)}</td>
        </tr>
      ))}
    </HeadedTable>
  )
}

/** Renders a table of pages and the browser tools that each page can offer. The first matching row applies. */
export function BrowserToolPlaces() {
  return (
    <HeadedTable label="Browser tools by page" head={['Where', 'Available tools']}>
      {manifest.places.map(({ name, tools }) => (
        <tr key={name}>
          <td>{name.split('`').map((piece, n) => (n % 2 ? <code key={n}>{piece}</code> : piece))}</td>
          <td>{listed(tools.map((tool) => <code key={tool}>{tool}</code>))}</td>
        </tr>
      ))}
    </HeadedTable>
  )
}

const typeOf = ({ type = 'any', items }: Property) => (items ? `${type} of ${items.type ?? 'any'}` : type)

/** Renders a property's description with its allowed values and its default. */
function propertyText({ description = '', enum: values, default: usual }: Property) {
  return (
    <>
      {description}
      {values && (
        <> One of {listed(values.map((value) => <code key={String(value)}>{shown(value)}</code>))}.</>
      )}
      {usual !== undefined && (
        <>
          {' '}
          <code>{shown(usual)}</code> by default.
        </>
      )}
    </>
  )
}

const shown = (value: unknown) => (value === '' ? '""' : String(value))
const listed = (parts: React.ReactNode[]) => parts.flatMap((part, n) => (n ? [', ', part] : [part]))

function hintsOf({ readOnlyHint, untrustedContentHint, consequentialHint }: Tool['annotations']) {
  const hints = [
    readOnlyHint ? 'Read-only.' : 'Writes.',
    consequentialHint ? 'Requires the person’s confirmation.' : '',
    untrustedContentHint ? 'The output contains text written by other people.' : '',
  ]
  return hints.filter(Boolean).join(' ')
}

function linked(id: string, n: number) {
  const entry = operations.find((operation) => operation.id === id)
  if (!entry) throw new Error(`there is no operation ${id}`)
  return [
    n ? ', ' : '',
    <a key={id} href={addressOf(entry)}>
      <code>{id}</code>
    </a>,
  ]
}
