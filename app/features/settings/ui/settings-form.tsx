import { type GuildSettings, locales, type SavedSettings } from '#app/features/settings/schema.ts'
import { TextArea, Field, Select } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { Toggle } from '#app/ui/forms/toggle.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'

type SettingsSectionProps = { settings: GuildSettings; refusal: FormRefusal | undefined }

/** What new members read. */
const Welcome = ({ settings: { welcome }, refusal }: SettingsSectionProps) => (
  <Section id="welcome" title="Welcome" lead="What new members read.">
    <div className="max-w-md space-y-5">
      <Toggle
        label="Welcome new members"
        name="settings.welcome.enabled"
        defaultChecked={welcome.enabled}
        refusal={moveIssues(refusal, 'settings.welcome', 'settings.welcome.enabled')}
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
      <TextArea
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
const Modules = ({ settings, refusal }: SettingsSectionProps) => (
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
const Retention = ({ settings: { retention }, refusal }: SettingsSectionProps) => (
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
const moveIssues = (refusal: FormRefusal | undefined, from: string, to: string) =>
  refusal && {
    ...refusal,
    issues: refusal.issues.map((issue) => (issue.path === from ? { ...issue, path: to } : issue)),
  }

type Props = { saved: SavedSettings; refusal: FormRefusal | undefined }

const languages = new Intl.DisplayNames('en', { type: 'language' })
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
const ids = 'settings.excluded_'

/** All settings of a guild in one form, in the order in which one would talk about them. */
export function SettingsForm({ saved: { settings, version }, refusal }: Props) {
  const told = refusal && { ...refusal, issues: refusal.issues.map(issueOfList) }
  return (
    <PostForm
      intent="save"
      version={version}
      button="Save the settings"
      busy="Saving"
      look="finger"
      refusal={told}
      className=""
      buttonClassName="mt-8"
    >
      <General settings={settings} refusal={told} />
      <Channels settings={settings} refusal={told} />
      <Welcome settings={settings} refusal={told} />
      <Modules settings={settings} refusal={told} />
      <Retention settings={settings} refusal={told} />
    </PostForm>
  )
}

/** One id of a list is wrong: that is said beside the list. */
const issueOfList = ({ path, message }: FormRefusal['issues'][number]) =>
  path.startsWith(ids)
    ? {
        path: path.replace(/\.\d+$/, ''),
        message: path.endsWith('s') ? message : `One of them is wrong. ${message}`,
      }
    : { path, message }

const General = ({ settings, refusal }: SettingsSectionProps) => (
  <Section id="general" title="General">
    <div className="max-w-md space-y-5">
      <Field
        label="Prefix"
        name="settings.prefix"
        hint="What text commands begin with, for bots that read them."
        defaultValue={settings.prefix}
        maxLength={5}
        refusal={refusal}
        autoComplete="off"
        required
      />
      <Select
        label="Language"
        name="settings.locale"
        value={refusal?.values['settings.locale'] ?? settings.locale}
        options={locales.map((value) => ({ value, name: `${languages.of(value)} (${value})` }))}
      />
      <Field
        label="Time zone"
        name="settings.timezone"
        hint="Where the hours of the charts and of new schedules are."
        list="zones"
        defaultValue={settings.timezone}
        refusal={refusal}
        autoComplete="off"
        required
      />
      <datalist id="zones">
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Field
        label="Moderators’ role"
        name="settings.moderation_role_id"
        hint="Its Discord id; nothing for none."
        inputMode="numeric"
        defaultValue={settings.moderation_role_id ?? ''}
        refusal={refusal}
        autoComplete="off"
      />
    </div>
  </Section>
)

const Channels = ({ settings, refusal }: SettingsSectionProps) => (
  <Section id="channels" title="Channels">
    <div className="max-w-md space-y-5">
      <Toggle
        label="Keep a log in a channel"
        name="settings.logging_enabled"
        defaultChecked={settings.logging_enabled}
        refusal={refusal}
      />
      <Field
        label="The channel of the log"
        name="settings.log_channel_id"
        hint="Its Discord id. Automations that log write there."
        inputMode="numeric"
        defaultValue={settings.log_channel_id ?? ''}
        refusal={refusal}
        autoComplete="off"
      />
      <TextArea
        label="Channels that are left out"
        name="settings.excluded_channels"
        hint="An id in each line. What happens there is neither kept nor counted."
        defaultValue={settings.excluded_channels.join('\n')}
        refusal={refusal}
      />
      <TextArea
        label="Categories that are left out"
        name="settings.excluded_categories"
        hint="The same for all channels of a category."
        defaultValue={settings.excluded_categories.join('\n')}
        refusal={refusal}
      />
    </div>
  </Section>
)
