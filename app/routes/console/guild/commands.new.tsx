import { redirect, type LinksFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { shownBot } from '#app/features/bots/current-bot.server.ts'
import { commandTemplates, copyCommand, type CommandDraft } from '#app/features/commands/drafts.ts'
import { commandForm } from '#app/features/commands/form.ts'
import { createCommand, readCommand, slashCommandNames } from '#app/features/commands/manage.server.ts'
import { knownDirectory } from '#app/features/pickers/pickers.server.ts'
import { forms, formHandler } from '#app/http/pages/form.server.ts'
import { guildPage } from '#app/http/pages/page.server.ts'
import { CommandEditor } from '#app/features/commands/ui/editor.tsx'
import { GuildConsole } from '#app/features/guilds/ui/guild-console.tsx'
import styles from '#app/features/actions/ui/discord.css?url'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'guild:write', title: 'New command' } as const

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = guildPage(handle.needs, async (ctx, { guildId, search }) => {
  const from = search.get('from')
  const template = commandTemplates.find(({ id }) => id === search.get('template'))
  const base: CommandDraft | null = from
    ? copyCommand(await readCommand(ctx, { guildId, id: from }))
    : (template?.draft ?? null)
  return {
    base,
    commands: await slashCommandNames(ctx, { guildId }),
    directory: await knownDirectory(ctx, { guildId }),
    bot: shownBot(ctx),
  }
})

export const action = forms(({ guildId }) => ({
  save: formHandler(commandForm, async (ctx, { version: _, ...input }) => {
    const { id } = await createCommand(ctx, { guildId, ...input })
    return redirect(`/admin/guilds/${guildId}/commands/${id}?done=created`)
  }),
}))

export default function NewCommand() {
  const { frame, base, commands, directory, bot } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  return (
    <GuildConsole
      frame={frame}
      here="/commands"
      crumbs={[]}
      title="New command"
      lead={
        base
          ? 'Discord does not show the command until you register it.'
          : 'Choose a template. You can change every part of the command.'
      }
    >
      {base ? (
        <CommandEditor
          base={base}
          version={null}
          guildName={frame.guild.name}
          commands={commands}
          directory={directory}
          bot={bot}
          refusal={refusal}
        />
      ) : (
        <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
          {commandTemplates.map(({ id, title, description }) => (
            <li key={id} className="border-t-4 border-line pt-3">
              <h2 className="text-2xl">
                <a href={`?template=${id}`} className="link inline-block py-1">
                  {title}
                </a>
              </h2>
              <p className="text-soft">{description}</p>
            </li>
          ))}
        </ul>
      )}
    </GuildConsole>
  )
}
