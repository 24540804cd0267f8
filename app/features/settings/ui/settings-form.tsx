import type { GuildSettings, SavedSettings } from '#app/features/settings/schema.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { IdField, IdListField } from '#app/ui/forms/id-fields.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { Toggle } from '#app/ui/forms/toggle.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'

type SettingsSectionProps = { settings: GuildSettings; refusal: FormRefusal | undefined }

const modules = [
  ['commands', 'Commands'],
  ['automations', 'Automations'],
  ['statistics', 'Statistics'],
  ['logging', 'Log channel'],
] as const

/** Renders the section for the modules that can be disabled. */
const Modules = ({ settings, refusal }: SettingsSectionProps) => (
  <Section id="modules" title="Modules" lead="Disabled modules keep their data.">
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

/** Renders the section for the retention periods. */
const Retention = ({ settings: { retention }, refusal }: SettingsSectionProps) => (
  <Section id="retention" title="Retention" lead="Older data is deleted permanently.">
    <div className="max-w-md space-y-5">
      <Field
        label="Days to keep individual events"
        name="settings.retention.raw_event_days"
        hint="1 to 365. Statistics are not affected."
        inputMode="numeric"
        defaultValue={retention.raw_event_days}
        refusal={refusal}
        autoComplete="off"
        required
      />
      <Field
        label="Days to keep daily statistics"
        name="settings.retention.daily_days"
        hint="30 to 3,650. Leave empty for unlimited."
        inputMode="numeric"
        defaultValue={retention.daily_days ?? ''}
        refusal={refusal}
        autoComplete="off"
      />
    </div>
  </Section>
)

const FORUM_HINT =
  'The bot replies to a new post if the published pages cover its question. At most 10 channels.'
/** Hint for forum channels whose posts the bot cannot read. */
export const INTENT_HINT =
  'The bot cannot read posts until a site owner enables the Message Content Intent on the “Bot” page of the console.'

/** Renders the section for the built-in command and the replies in forum channels. */
const Questions = ({ settings, lacksMessageText, refusal }: SettingsSectionProps & BotFacts) => (
  <Section
    id="questions"
    title="Questions"
    lead="The bot responds to members’ questions with quotes from the published pages."
  >
    <div className="max-w-md space-y-5">
      <Toggle
        label="Enable /ask"
        name="settings.ask_command"
        hint="After you save, register the commands. Your own command named ask has priority."
        defaultChecked={settings.ask_command}
        refusal={refusal}
      />
      <IdListField
        label="Reply in forum channels"
        name="settings.ask_forum_channels"
        kind="channel"
        needs="reply"
        hint={lacksMessageText ? `${FORUM_HINT} ${INTENT_HINT}` : FORUM_HINT}
        defaultValue={settings.ask_forum_channels.join('\n')}
        refusal={refusal}
      />
    </div>
  </Section>
)

/** Whether the bot is known to lack the intent without which it gets no message text. */
type BotFacts = { lacksMessageText: boolean }
type Props = { saved: SavedSettings; refusal: FormRefusal | undefined } & BotFacts

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

/** Renders the form with all settings of a guild. */
export function SettingsForm({ saved: { settings, version }, lacksMessageText, refusal }: Props) {
  const told = refusal && { ...refusal, issues: refusal.issues.map(issueOfList) }
  return (
    <PostForm
      intent="save"
      version={version}
      button="Save settings"
      busy="Saving"
      look="finger"
      refusal={told}
      className=""
      keepsInput
    >
      <General settings={settings} refusal={told} />
      <Channels settings={settings} refusal={told} />
      <Questions {...{ settings, lacksMessageText }} refusal={told} />
      <Modules settings={settings} refusal={told} />
      <Retention settings={settings} refusal={told} />
    </PostForm>
  )
}

/** Moves the issue of a list item to its list. */
function issueOfList({ path, message }: FormRefusal['issues'][number]) {
  const list = path.replace(/\.\d+$/, '')
  return { path: list, message: list === path ? message : `An id is invalid. ${message}` }
}

const General = ({ settings, refusal }: SettingsSectionProps) => (
  <Section id="general" title="General">
    <div className="max-w-md space-y-5">
      <Field
        label="Time zone"
        name="settings.timezone"
        hint="Time zone for the charts and new schedules."
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
    </div>
  </Section>
)

const Channels = ({ settings, refusal }: SettingsSectionProps) => (
  <Section id="channels" title="Channels">
    <div className="max-w-md space-y-5">
      <Toggle
        label="Log to a channel"
        name="settings.logging_enabled"
        defaultChecked={settings.logging_enabled}
        refusal={refusal}
      />
      <IdField
        label="Log channel"
        name="settings.log_channel_id"
        kind="channel"
        needs="write"
        hint="Default channel of the action “Write to the log channel”. To use it, enable “Log to a channel” above and the “Log channel” module."
        defaultValue={settings.log_channel_id ?? ''}
        refusal={refusal}
      />
      <IdListField
        label="Excluded channels"
        name="settings.excluded_channels"
        kind="channel"
        hint="Events in these channels are neither stored nor counted."
        defaultValue={settings.excluded_channels.join('\n')}
        refusal={refusal}
      />
      <IdListField
        label="Excluded categories"
        name="settings.excluded_categories"
        kind="category"
        hint="All channels in these categories are excluded."
        defaultValue={settings.excluded_categories.join('\n')}
        refusal={refusal}
      />
    </div>
  </Section>
)
