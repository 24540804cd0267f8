import { Fragment, type ReactNode } from 'react'
import { leastRoleOf } from '#app/access.ts'
import { parametersOf, type Parameter } from '#app/features/content/operation-facts.server.ts'
import { ScrollTable } from '#app/features/content/scroll-table.server.tsx'
import { operations, surfaces } from '#app/operations/index.ts'
import { statusesOf } from '#app/operations/openapi.server.ts'
import type { Access, Operation } from '#app/operations/operation.ts'

/** All about one operation, made from its entry: who may call it, what it takes, and how it answers. */
export function OperationDetails({ id }: { id: string }) {
  const entry = operations.find((operation) => operation.id === id)
  if (!entry) throw new Error(`there is no operation ${id}`)
  return (
    <div className="operation" id={id}>
      <p className="operation-line">
        <Line {...entry} />
      </p>
      <p>{entry.summary}.</p>
      <Details {...entry} />
    </div>
  )
}

/** Every operation of a surface by path: a list to look through, each folded until it is opened. */
export function OperationList({ surface }: { surface: string }) {
  const members: Operation[] = Object.values(surfaces[surface as keyof typeof surfaces])
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
  const order = (a: Operation, b: Operation) =>
    a.path < b.path ? -1 : a.path > b.path ? 1 : methods.indexOf(a.method) - methods.indexOf(b.method)
  return (
    <div className="operations">
      {members.toSorted(order).map((entry) => (
        <details key={entry.id} className="operation">
          <summary>
            <Line {...entry} /> {entry.summary}
          </summary>
          <div id={entry.id}>
            <Details {...entry} />
          </div>
        </details>
      ))}
    </div>
  )
}

const Line = ({ method, path }: Operation) => (
  <code>
    {method} {path}
  </code>
)

function Details(entry: Operation) {
  const { method, path, access, limit, description } = entry
  const pointer = `/api/openapi.json#/paths/${encodeURI(path.replaceAll('/', '~1'))}/${method.toLowerCase()}`
  return (
    <>
      {description && <p>{withCode(description)}</p>}
      <dl>
        <dt>Who may call</dt>
        <dd>{whoMay(access)}</dd>
        <dt>Limit</dt>
        <dd>{limit ? <code>{limit}</code> : 'None.'}</dd>
        <dt>For machines</dt>
        <dd>
          <a href={pointer}>
            <code>{entry.id}</code> in the OpenAPI document
          </a>
        </dd>
      </dl>
      {parametersOf(entry).map(({ place, parameters }) => (
        <Parameters key={place} place={place} parameters={parameters} />
      ))}
      <ScrollTable label="Statuses">
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {statusesOf(entry).map(({ status, meaning }) => (
            <tr key={status}>
              <td>
                <code>{status}</code>
              </td>
              <td>{withCode(meaning)}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </>
  )
}

/** Without the last column where nothing would stand in it. */
function Parameters({ place, parameters }: { place: string; parameters: Parameter[] }) {
  const explained = parameters.some(({ meaning }) => meaning)
  return (
    <ScrollTable label={place}>
      <thead>
        <tr>
          <th scope="col">{place}</th>
          <th scope="col">Takes</th>
          {explained && <th scope="col">Meaning</th>}
        </tr>
      </thead>
      <tbody>
        {parameters.map(({ name, takes, rest, meaning }) => (
          <tr key={name}>
            <td>
              <code>{name}</code>
            </td>
            <td>
              {withCode(takes)}; {withCode(rest)}
            </td>
            {explained && <td>{withCode(meaning)}</td>}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  )
}

function whoMay(access: Access): ReactNode {
  if (access === 'public') return 'Everyone, without any proof.'
  if (access === 'signature') return 'Discord, by its signature.'
  if (access === 'session') return withCode('A signed-in visitor, by the `session` cookie.')
  if ('session' in access) {
    const least = leastRoleOf(access.session)
    return withCode(`A signed-in visitor with the role \`${least}\` or above, by the \`session\` cookie.`)
  }
  return withCode(access.key ? `An API key with the scope \`${access.key}\`.` : 'Any valid API key.')
}

/** Sets as code what stands between backticks. */
const withCode = (text: string): ReactNode =>
  text.split('`').map((piece, index) => {
    const Tag = index % 2 ? 'code' : Fragment
    return <Tag key={index}>{piece}</Tag>
  })
