import type { GuildSettings } from '#app/features/settings/schema.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { Area } from '#app/ui/forms/area.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'
import { Toggle } from '#app/ui/forms/toggle.tsx'

export type Part = { settings: GuildSettings; refusal: FormRefusal | undefined }

/** What new members read. */
export const Welcome = ({ settings: { welcome }, refusal }: Part) => (
  <Section id="welcome" title="Welcome" lead="What new members read.">
    <div className="max-w-md space-y-5">
      <Toggle
        label="Welcome new members"
        name="settings.welcome.enabled"
        defaultChecked={welcome.enabled}
        refusal={inPlaceOf(refusal, 'settings.welcome', 'settings.welcome.enabled')}
      />
      <Field
        label="In the channel"
        name="settings.welcome.channel_id"
        hint="Its Discord id."
        inputMode="numeric"
        defaultValue={welcome.channel_id ?? ''}
        refusal={refusal}
        autoComplete="off"
      />
      <Area
        label="Message"
        name="settings.welcome.message"
        hint="{user.mention} and {user.name} stand for whoever came."
        defaultValue={welcome.message ?? ''}
        refusal={refusal}
        maxLength={2000}
      />
    </div>
  </Section>
)

const modules = [
  ['commands', 'Commands are answered'],
  ['automations', 'Automations run'],
  ['statistics', 'Statistics are counted'],
  ['logging', 'The log channel is written to'],
] as const

/** The parts of the bot that can be switched off. */
export const Modules = ({ settings, refusal }: Part) => (
  <Section id="modules" title="Modules" lead="What is switched off keeps everything that it has.">
    {modules.map(([name, label]) => (
      <Toggle
        key={name}
        label={label}
        name={`settings.modules.${name}`}
        defaultChecked={settings.modules[name]}
        refusal={refusal}
      />
    ))}
  </Section>
)

/** How long what is kept is kept. */
export const Retention = ({ settings: { retention }, refusal }: Part) => (
  <Section id="retention" title="Retention" lead="What is older is deleted, and does not come back.">
    <div className="max-w-md space-y-5">
      <Field
        label="Days that single events are kept"
        name="settings.retention.raw_event_days"
        hint="From 1 to 365. The statistics do not need them."
        inputMode="numeric"
        defaultValue={retention.raw_event_days}
        refusal={refusal}
        autoComplete="off"
        required
      />
      <Field
        label="Days that daily statistics are kept"
        name="settings.retention.daily_days"
        hint="From 30 to 3650; nothing for ever."
        inputMode="numeric"
        defaultValue={retention.daily_days ?? ''}
        refusal={refusal}
        autoComplete="off"
      />
    </div>
  </Section>
)

/** What is said of a group stands beside its first field. */
const inPlaceOf = (refusal: FormRefusal | undefined, from: string, to: string) =>
  refusal && {
    ...refusal,
    issues: refusal.issues.map((issue) => (issue.path === from ? { ...issue, path: to } : issue)),
  }
