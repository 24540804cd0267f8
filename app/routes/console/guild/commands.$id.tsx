import { redirect, type LinksFunction, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, type ShouldRevalidateFunctionArgs } from '@remix-run/react'
import { authoredParts } from '#app/features/commands/drafts.ts'
import { commandForm, deleteForm } from '#app/features/commands/form.ts'
import {
  deleteCommand,
  readCommand,
  slashCommandNames,
  updateCommand,
} from '#app/features/commands/manage.server.ts'
import { shownBot } from '#app/features/bots/current-bot.server.ts'
import { revalidates } from '#app/ui/forms/client-action.ts'
import { refusalFor } from '#app/ui/forms/refusal.ts'
import { knownDirectory } from '#app/features/pickers/pickers.server.ts'
import { forms, formHandler } from '#app/http/pages/form.server.ts'
import { guildPage } from '#app/http/pages/page.server.ts'
import { CommandEditor } from '#app/features/commands/ui/editor.tsx'
import { CommandDetails, ConflictingCommand } from '#app/features/commands/ui/facts.tsx'
import { unknownVariable } from '#app/features/actions/template.ts'
import { unknownVariables } from '#app/features/commands/template-variables.ts'
import { commandLabel, registrationLabel, typeNames } from '#app/features/commands/labels.ts'
import { RegisterForm } from '#app/features/commands/ui/registration.tsx'
import { GuildConsole } from '#app/features/guilds/ui/guild-console.tsx'
import styles from '#app/features/actions/ui/discord.css?url'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { privateMeta } from '#app/ui/layout/page-meta.ts'
import { formatAmount } from '#app/primitives/count.ts'
import { ownValue } from '#app/primitives/objects.ts'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'guild:read' } as const

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  privateMeta(data ? commandLabel(data.command) : 'Command', matches)

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = guildPage(handle.needs, async (ctx, { guildId, id, search }) => {
  const command = await readCommand(ctx, { guildId, id })
  return {
    command,
    unknown: unknownVariables(authoredParts(command)),
    commands: await slashCommandNames(ctx, { guildId }),
    directory: await knownDirectory(ctx, { guildId }),
    bot: shownBot(ctx),
    done: search.get('done'),
  }
})

/** Reloads after a version conflict, so that the page shows the current state beside the edits. */
export const shouldRevalidate = (change: ShouldRevalidateFunctionArgs) =>
  change.actionStatus === 412 || revalidates(change)

export const action = forms(({ guildId, id }) => {
  const base = `/admin/guilds/${guildId}/commands`
  return {
    save: formHandler(commandForm, async (ctx, input) => {
      await updateCommand(ctx, { guildId, id, ...input })
      return redirect(`${base}/${id}?done=saved`)
    }),
    delete: formHandler(deleteForm, async (ctx, { version }) => {
      await deleteCommand(ctx, { guildId, id, version })
      return redirect(`${base}?done=deleted`)
    }),
  }
})

const doneMessages: Record<string, string> = {
  created: 'The command was created.',
  saved: 'The command was saved.',
}

export default function OneCommand() {
  const { frame, command, unknown, commands, directory, bot, done } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  const saving = refusalFor('save', refusal)
  const base = `/admin/guilds/${frame.guild.id}/commands`
  const { words } = registrationLabel(command)
  const title = !refusal && ownValue(doneMessages, done)
  const warning = formatAmount(unknown.length, 'placeholder is', 'placeholders are')
  return (
    <GuildConsole
      frame={frame}
      here="/commands"
      crumbs={[]}
      title={commandLabel(command)}
      lead={`${typeNames[command.type]}: ${words}.`}
    >
      <PageNotice
        key={command.version}
        tone={unknown.length ? 'warn' : 'done'}
        title={title && unknown.length ? `${title} ${warning} unknown.` : title}
      >
        {unknown.map((name) => (
          <p key={name}>{unknownVariable(name)}</p>
        ))}
        {command.enabled && !command.registered ? (
          <>
            <p>Discord shows the command after you register the commands of the server.</p>
            <RegisterForm action={`${base}?index`} className="mt-2" />
          </>
        ) : (
          'The new response is in use.'
        )}
      </PageNotice>
      {saving?.current && <ConflictingCommand command={command} changed={saving.current.changed} />}
      <CommandEditor
        base={authoredParts(command)}
        version={command.version}
        guildName={frame.guild.name}
        commands={commands}
        directory={directory}
        bot={bot}
        refusal={saving}
      />
      <CommandDetails base={base} command={command} refusal={refusalFor('delete', refusal)} />
    </GuildConsole>
  )
}
