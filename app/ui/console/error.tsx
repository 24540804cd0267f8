import { useLocation, useRouteLoaderData } from '@remix-run/react'
import { canAccess, hasRole } from '#app/access.ts'
import { guildIdOf } from '#app/ui/layout/console-nav.ts'
import { ConsoleShell } from '#app/ui/console/shell.tsx'
import { errorAdvice, errorTitle, statusOfError, toldBy } from '#app/ui/layout/error-page.tsx'
import { useMessages } from '#app/ui/layout/messages.tsx'
import { useConsoleFrame, type RootData } from '#app/ui/layout/root-data.ts'

type Props = { error: unknown; offersServers: boolean }

/** Renders an error in the console, with the navigation and a way back. */
export function ConsoleError({ error, offersServers }: Props) {
  const messages = useMessages()
  const guildId = guildIdOf(useLocation().pathname)
  const guild = useConsoleFrame()?.guilds.find(({ id }) => id === guildId)
  const { standing } = useRouteLoaderData<RootData>('root') ?? {}
  const isUnknownGuild = guildId !== undefined && !guild && statusOfError(error) === 404
  // A person with access is refused only because the bot does not work in the server. The message has the reason.
  const isInactive =
    guildId !== undefined &&
    !guild &&
    statusOfError(error) === 403 &&
    standing &&
    (hasRole(standing.role, 'guild:read') || standing.guildIds.includes(guildId))
  const back = guild
    ? { href: `/admin/guilds/${guild.id}`, name: guild.name }
    : guildId !== undefined && standing && canAccess(standing, 'guilds:write')
      ? { href: '/admin/servers', name: 'Servers' }
      : { href: '/admin', name: 'Overview' }
  return (
    <ConsoleShell
      here=""
      above={[{ href: '/admin', name: 'Console' }]}
      title={isInactive ? 'The bot does not work in this server' : errorTitle(error, messages)}
      lead={
        isUnknownGuild
          ? 'This site has no server with this id. Its data may have been deleted after the bot left.'
          : toldBy(error) || errorAdvice(statusOfError(error), messages)
      }
    >
      <p className="flex flex-wrap gap-x-5 gap-y-3">
        <a href={back.href} className="finger finger-back">
          {back.name}
        </a>
        {offersServers && (
          <a href="/profile/servers" className="button">
            Your servers
          </a>
        )}
      </p>
    </ConsoleShell>
  )
}
