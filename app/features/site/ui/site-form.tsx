import type { SavedSite } from '#app/features/site/schema.ts'
import { LinkLists } from '#app/features/site/ui/link-lists.tsx'
import { AccentField } from '#app/features/site/ui/accent-field.tsx'
import { Field, Select, TextArea } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { Toggle } from '#app/ui/forms/toggle.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'
import type { Site, SiteField } from '#app/site/identity.ts'

export type PageOption = { path: string; title: string }

type Props = {
  saved: SavedSite
  /** Settings in effect, for locked fields and default values. */
  site: Site
  /** Published pages, for the home page and the legal pages. */
  pages: readonly PageOption[]
  /** Languages with texts for public pages. */
  languages: readonly string[]
  refusal: FormRefusal | undefined
}

/** Props that all sections of the form share. */
type SectionProps = Props & { lockOf: (field: SiteField) => string | undefined }

const lockTexts = { file: 'Set in site.yaml.', environment: 'Set by an environment variable.' }

/** Renders the form with all site settings except images. Locked settings are read-only. */
export function SiteForm(props: Props) {
  const { saved, refusal } = props
  const lockOf = (field: SiteField) => saved.locked[field] && lockTexts[saved.locked[field]]
  const sections = { ...props, lockOf }
  return (
    <PostForm
      intent="save"
      version={saved.version}
      button="Save settings"
      busy="Saving"
      look="finger"
      refusal={refusal}
      className=""
      keepsInput
    >
      <Identity {...sections} />
      <Look {...sections} />
      <Pages {...sections} />
      <LinkLists {...sections} />
      <Addresses {...sections} />
      <Terms {...sections} />
    </PostForm>
  )
}

/** Returns the props of a text field, or of a read-only field if the setting is locked. */
function textField(
  { saved, site, refusal, lockOf }: SectionProps,
  name: 'name' | 'short_name' | 'tagline' | 'description' | 'language' | 'time_zone' | 'copyright',
  hint?: string,
) {
  const lock = lockOf(name)
  return lock
    ? { name: '', hint: lock, defaultValue: site[name] ?? '', disabled: true }
    : {
        name: `settings.${name}`,
        ...(hint ? { hint } : {}),
        defaultValue: saved.settings[name] ?? '',
        refusal,
        autoComplete: 'off',
      }
}

const nameOfLanguage = new Intl.DisplayNames('en', { type: 'language' })
const languageNames = (tags: readonly string[]) =>
  new Intl.ListFormat('en').format(tags.map((tag) => nameOfLanguage.of(tag) ?? tag).sort())

const Identity = (props: SectionProps) => (
  <Section id="identity" title="Name" lead="Shown on every page, in feeds, emails and link previews.">
    <div className="max-w-md space-y-5">
      <Field
        label="Name"
        {...textField(props, 'name', `The site is currently called “${props.site.name}”.`)}
        maxLength={60}
      />
      <Field
        label="Short name"
        {...textField(props, 'short_name', 'For home screens. Defaults to the name.')}
        maxLength={20}
      />
      <Field
        label="Tagline (optional)"
        {...textField(props, 'tagline', 'One line, shown in the footer.')}
        maxLength={120}
      />
      <TextArea
        label="Description (optional)"
        {...textField(props, 'description', 'One or two sentences for search engines and agents.')}
        rows={3}
        maxLength={200}
      />
      <Field
        label="Language"
        {...textField(
          props,
          'language',
          `A tag such as en, de or pt-BR. Defaults to en. Menus and other texts of public pages are available in ${languageNames(props.languages)}. Other languages use English texts.`,
        )}
        list="site-languages"
        maxLength={35}
      />
      <datalist id="site-languages">
        {props.languages.map((tag) => (
          <option key={tag} value={tag}>
            {nameOfLanguage.of(tag)}
          </option>
        ))}
      </datalist>
      <Field
        label="Time zone"
        {...textField(
          props,
          'time_zone',
          'An IANA name such as Europe/Berlin, for charts and new schedules. Defaults to UTC.',
        )}
        maxLength={64}
      />
    </div>
  </Section>
)

const Look = ({ saved, site, refusal, lockOf }: SectionProps) => (
  <Section id="look" title="Appearance">
    <div className="max-w-md space-y-5">
      <AccentField
        accent={lockOf('accent') ? site.accent : (saved.settings.accent ?? null)}
        lock={lockOf('accent')}
        refusal={refusal}
      />
      <Switched
        field="sign_face"
        label="Use the road sign typeface for headings"
        value={site.sign_face}
        lock={lockOf('sign_face')}
        refusal={refusal}
      />
    </div>
  </Section>
)

type SwitchedProps = {
  field: 'sign_face' | 'count_readers' | 'feedback' | 'credit'
  label: string
  value: boolean
  lock: string | undefined
  refusal: FormRefusal | undefined
}

/** Renders a checkbox. The hidden field distinguishes an unchecked box from a missing one. */
const Switched = ({ field, label, value, lock, refusal }: SwitchedProps) =>
  lock ? (
    <Toggle label={label} name="" hint={lock} defaultChecked={value} disabled />
  ) : (
    <>
      <input type="hidden" name={`settings.${field}.shown`} value="yes" />
      <Toggle label={label} name={`settings.${field}`} defaultChecked={value} refusal={refusal} />
    </>
  )

const Pages = ({ site, pages, refusal, lockOf, saved }: SectionProps) => {
  const lock = lockOf('home')
  const options = [
    { value: 'default', name: 'The page at /' },
    { value: 'posts', name: 'Newest posts' },
    ...pages
      .filter(({ path }) => path !== '/')
      .map(({ path, title }) => ({ value: path, name: `${title} (${path})` })),
  ]
  const home = lock ? site.home : (refusal?.values['settings.home'] ?? saved.settings.home ?? 'default')
  return (
    <Section id="home" title="Home page">
      <div className="max-w-md">
        {lock ? (
          <Field label="Home page" name="" hint={lock} defaultValue={home} disabled />
        ) : (
          <Select label="Home page" name="settings.home" options={options} value={home} />
        )}
      </div>
    </Section>
  )
}

const Addresses = ({ saved, site, refusal, lockOf }: SectionProps) => {
  const field = (group: 'contact' | 'legal', key: string, label: string, hint: string) => {
    const lock = lockOf(group)
    const source = (lock ? site[group] : (saved.settings[group] ?? {})) as Record<string, string | undefined>
    return lock ? (
      <Field label={label} name="" hint={lock} defaultValue={source[key] ?? ''} disabled />
    ) : (
      <Field
        label={`${label} (optional)`}
        name={`settings.${group}.${key}`}
        hint={hint}
        defaultValue={source[key] ?? ''}
        refusal={refusal}
        autoComplete="off"
      />
    )
  }
  return (
    <Section id="contact" title="Contact and legal pages">
      <div className="max-w-md space-y-5">
        {field(
          'contact',
          'email',
          'Contact email',
          'Shown on the contact page. Leave empty to use only the contact form.',
        )}
        {field('contact', 'security', 'Security email', 'Published in security.txt.')}
        {field('legal', 'privacy', 'Privacy page', 'A path such as /privacy.')}
        {field('legal', 'terms', 'Terms page', 'A path such as /terms.')}
        {field('legal', 'imprint', 'Imprint page', 'A path such as /imprint.')}
      </div>
    </Section>
  )
}

const signalValues = [
  { value: '', name: 'Not specified' },
  { value: 'yes', name: 'Yes' },
  { value: 'no', name: 'No' },
]
const signalLabels = {
  search: 'Allow search engines to list your pages',
  'ai-input': 'Allow AI systems to use your pages in responses',
  'ai-train': 'Allow AI systems to train on your pages',
} as const

function Terms(props: SectionProps) {
  const { site, refusal, lockOf } = props
  const lock = lockOf('content_signals')
  const signals = signalsOf(site.content_signals)
  return (
    <Section id="terms" title="Copyright and content use">
      <div className="max-w-md space-y-5">
        <Field label="Copyright line (optional)" {...textField(props, 'copyright')} maxLength={200} />
        {lock ? (
          <Field label="Content signals" name="" hint={lock} defaultValue={site.content_signals} disabled />
        ) : (
          Object.entries(signalLabels).map(([name, label]) => (
            <Select
              key={name}
              label={label}
              name={`settings.content_signals.${name}`}
              options={signalValues}
              value={refusal?.values[`settings.content_signals.${name}`] ?? signals[name] ?? ''}
            />
          ))
        )}
        <Switched
          field="count_readers"
          label="Count readers, without cookies or addresses"
          value={site.count_readers}
          lock={lockOf('count_readers')}
          refusal={refusal}
        />
        <Switched
          field="feedback"
          label="Ask “Was this page helpful?” below each entry"
          value={site.feedback}
          lock={lockOf('feedback')}
          refusal={refusal}
        />
        <Switched
          field="credit"
          label="Show “Powered by Signpost” in the footer"
          value={site.credit}
          lock={lockOf('credit')}
          refusal={refusal}
        />
      </div>
    </Section>
  )
}

const signalsOf = (text: string): Record<string, string> =>
  Object.fromEntries(text.split(',').map((pair) => pair.trim().split('=') as [string, string]))
