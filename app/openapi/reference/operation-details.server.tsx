import { Fragment, type ReactNode } from 'react'
import { leastRoleOf } from '#app/access.ts'
import { referenceAddress } from '#app/site/paths.ts'
import { HeadedTable } from '#app/features/content/render/scroll-table.server.tsx'
import { operations, surfaces } from '#app/openapi/operations.ts'
import { limitOf } from '#app/openapi/info.server.ts'
import type { Access, Operation } from '#app/operations/operation.ts'
import { byTag, tagOf } from '#app/openapi/tags.ts'

/** Renders the method and path of an operation, who can call it, and its rate limit. */
export function OperationDetails({ id }: { id: string }) {
  const entry = operations.find((operation) => operation.id === id)
  if (!entry) throw new Error(`there is no operation ${id}`)
  const { method, path, access } = entry
  const limit = limitOf(entry)['x-rate-limit']
  const pointer = `/api/openapi.json#/paths/${encodeURI(path.replaceAll('/', '~1'))}/${method.toLowerCase()}`
  return (
    <div className="operation" id={id}>
      <p className="operation-line">
        <a href={addressOf(entry)}>
          <code>
            <span className={`method method-${method.toLowerCase()}`}>{method}</span> {path}
          </code>
        </a>
      </p>
      <dl>
        <dt>Access</dt>
        <dd>{accessLabel(access)}</dd>
        <dt>Limit</dt>
        <dd>
          {limit
            ? backticksToCode(
                `${limit.requests} per ${spans[limit.seconds] ?? `${limit.seconds} seconds`} for each ${limit.counted_by} (\`${limit.name}\`).`,
              )
            : 'None.'}
        </dd>
        <dt>For machines</dt>
        <dd>
          <a href={pointer}>
            <code>{id}</code> in the OpenAPI document
          </a>
        </dd>
      </dl>
    </div>
  )
}

/** Renders all operations of a surface by path, each linked to its reference. */
export function OperationList({ surface }: { surface: string }) {
  const members = Object.values<Operation>(surfaces[surface as keyof typeof surfaces])
  return (
    <HeadedTable label="Operations" head={['Operation', 'Description']}>
      {byTag(members)
        .flatMap((group) => group.members)
        .map((entry) => (
          <tr key={entry.id}>
            <td>
              <a href={addressOf(entry)}>
                <code>
                  {entry.method} {entry.path}
                </code>
              </a>
            </td>
            <td>{entry.summary}</td>
          </tr>
        ))}
    </HeadedTable>
  )
}

/** Returns the path of an operation in the API reference. */
export const addressOf = (entry: Operation) => referenceAddress(tagOf(entry).name, entry.id)

function accessLabel(access: Access): ReactNode {
  if (access === 'public') return 'Everyone, without authentication.'
  if (access === 'signature') return 'Discord, with a signature.'
  if (access === 'runner') return 'Bot runners, with a token.'
  if (access === 'session')
    return backticksToCode('Everyone. The `session` cookie identifies signed-in users.')
  if ('session' in access) {
    const managers = access.session.startsWith('guild:') ? ', and managers of the guild' : ''
    const least = leastRoleOf(access.session)
    return backticksToCode(
      `Signed-in users with at least the \`${least}\` role${managers}, with the \`session\` cookie.`,
    )
  }
  return backticksToCode(access.key ? `An API key with the \`${access.key}\` scope.` : 'Any valid API key.')
}

const spans: Record<number, string> = { 60: 'minute', 900: '15 minutes', 3600: 'hour' }

/** Renders text between backticks as code. */
const backticksToCode = (text: string): ReactNode =>
  text.split('`').map((piece, index) => {
    const Tag = index % 2 ? 'code' : Fragment
    return <Tag key={index}>{piece}</Tag>
  })
