import { hasRole, leastRoleOf, rolePermissions, roles } from '#app/access.ts'
import { ScrollTable } from '#app/features/content/render/scroll-table.server.tsx'

/** What each permission lets people do. A permission without its sentence does not compile. */
const sentences: Record<(typeof rolePermissions)[number], string> = {
  'profile:own': 'Read, change, export and delete your own account.',
  'chat:use': 'Ask the assistant, and keep conversations of your own.',
  'console:open': 'Open the console and see how its content stands.',
  'content:publish': 'Check content files and publish them.',
  'cms:write': 'Write, publish and delete entries, and keep media and redirects.',
  'users:read': 'Find accounts and read them.',
  'users:write': 'Change the role of an account, disable it, and sign it out.',
  'audit:read': 'Read the audit log.',
  'mail:read': 'See which letters were sent, read the mailbox, and have a letter sent again.',
  'contact:read':
    'Read the inbox of the contact form, ask for the address of a sender, and take the messages as a file.',
  'contact:write': 'Mark, note and delete messages of the contact form.',
  'guild:read':
    'See a guild: its statistics, commands, automations, events and keys. A guild’s managers too.',
  'guild:write': 'Change a guild: settings, commands, automations; revoke its keys. A guild’s managers too.',
  'guilds:write': 'Add a guild, and say who manages it.',
  'runners:read': 'See which runners are connected and how busy they are.',
  'keys:manage': 'Make, list and revoke API keys.',
  'runners:manage': 'Make, list and revoke runners.',
  'users:create': 'Make accounts with any role, and set the role and the password of every account.',
}

/** What each role may do, from the table that `allow` asks: a row for each permission, a column for each role. */
export function RoleTable() {
  return (
    <ScrollTable label="Roles">
      <thead>
        <tr>
          <th scope="col">Permission</th>
          <th scope="col">What it is for</th>
          {roles.map((role) => (
            <th key={role} scope="col">
              {role}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rolePermissions.map((permission) => (
          <tr key={permission}>
            <td>
              <code>{permission}</code>
            </td>
            <td>{`${sentences[permission]}${leastRoleOf(permission) ? '' : ' Command line only.'}`}</td>
            {roles.map((role) => (
              <td key={role}>{hasRole(role, permission) ? 'yes' : 'no'}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  )
}
