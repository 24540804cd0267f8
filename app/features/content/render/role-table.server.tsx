import { hasRole, leastRoleOf, rolePermissions, roles } from '#app/access.ts'
import { HeadedTable } from '#app/features/content/render/scroll-table.server.tsx'

/** Descriptions of the permissions. The type requires a description for each permission. */
const sentences: Record<(typeof rolePermissions)[number], string> = {
  'profile:own': 'Read, change, export and delete your own account.',
  'chat:use': 'Use the chat, and keep your own conversations.',
  'console:open': 'Open the console and see an overview of the content.',
  'content:publish': 'Check content files and publish them.',
  'site:write': 'Change the site’s name, appearance, navigation and other settings.',
  'cms:write': 'Write, publish and delete entries. Manage media and redirects.',
  'users:read': 'List and read accounts.',
  'users:write': 'Change an account’s role, disable the account, and sign it out.',
  'audit:read': 'Read the audit log.',
  'mail:read': 'View sent emails, read the mailbox, and retry emails.',
  'contact:read': 'Read the inbox of the contact form, reveal senders, and export messages.',
  'contact:write': 'Change the status and notes of contact messages, and delete them.',
  'guild:read':
    'View a server’s statistics, commands, automations, events and keys. Server managers also have this permission.',
  'guild:write':
    'Change a server’s settings, commands and automations, and request and revoke its keys. Server managers also have this permission.',
  'guilds:write': 'Add, approve, leave and block servers, and add or remove their managers.',
  'guilds:policy': 'Decide whether new servers need approval.',
  'runners:read': 'View connected runners and their load.',
  'bot:manage': 'Connect, check and disconnect the Discord bot.',
  'keys:decide': 'Read and decline requests for API keys.',
  'keys:manage': 'Create, list and revoke API keys.',
  'runners:manage': 'Create, list and revoke runners.',
  'users:create': 'Create accounts with any role, and set the role and password of any account.',
}

/** Renders the table of permissions by role from the data that `allow` uses. */
export function RoleTable() {
  return (
    <HeadedTable label="Roles" head={['Permission', 'Purpose', ...roles]}>
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
    </HeadedTable>
  )
}
