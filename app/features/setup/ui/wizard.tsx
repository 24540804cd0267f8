import { Form } from '@remix-run/react'
import type { SavedSite } from '#app/features/site/schema.ts'
import type { SetupStep } from '#app/features/setup/steps.ts'
import { ImageForm } from '#app/features/site/ui/site-images.tsx'
import { AccentField } from '#app/features/site/ui/accent-field.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { Radio } from '#app/ui/forms/field-messages.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { type FormRefusal, issueAt, refusalFor } from '#app/ui/forms/refusal.ts'
import type { Site } from '#app/site/identity.ts'

/** Steps of the wizard, in order. */
export const wizardSteps = ['name', 'logo', 'content', 'bot'] as const
export type WizardStep = (typeof wizardSteps)[number]

type Props = {
  step: WizardStep
  saved: SavedSite
  site: Site
  isBundled: boolean
  hasBot: boolean
  /** True for owners, who can connect a bot. */
  mayConnect: boolean
  refusal: FormRefusal | undefined
}

const titles: Record<WizardStep, string> = {
  name: 'Name your site',
  logo: 'Add a logo',
  content: 'Choose starter content',
  bot: 'Connect a Discord bot',
}

/** Renders one step of the setup. Users can skip every step, and the console overview lists open steps. */
export function SetupWizard(props: Props) {
  const { step } = props
  const Step = { name: NameStep, logo: LogoStep, content: ContentStep, bot: BotStep }[step]
  const before = wizardSteps[wizardSteps.indexOf(step) - 1]
  return (
    <>
      <p className="label text-muted">
        Step {wizardSteps.indexOf(step) + 1} of {wizardSteps.length}
      </p>
      <h1 className="mt-2 text-4xl sm:text-5xl">{titles[step]}</h1>
      <div className="mt-8 space-y-6">
        <Step {...props} />
      </div>
      {before && (
        <p className="mt-8">
          <a href={`/admin/setup?step=${before}`} className="link inline-block py-1">
            Back
          </a>
        </p>
      )}
    </>
  )
}

/** Renders the button that skips a step. */
const Skip = ({ step, label = 'Skip step' }: { step: SetupStep; label?: string }) => (
  <Form method="post">
    <input type="hidden" name="intent" value="skip" />
    <input type="hidden" name="step" value={step} />
    <button type="submit" className="button">
      {label}
    </button>
  </Form>
)

function NameStep({ saved, site, refusal }: Props) {
  const told = refusalFor('name', refusal)
  const lock = saved.locked.name
  if (lock)
    return (
      <>
        <Notice title={`This site is called “${site.name}”.`}>
          The name is set {lock === 'file' ? 'in site.yaml' : 'by an environment variable'}. Change it there.
        </Notice>
        <Skip step="name" label="Continue" />
      </>
    )
  return (
    <>
      <PostForm
        intent="name"
        version={saved.version}
        button="Save and continue"
        busy="Saving"
        look="finger"
        refusal={told}
      >
        <Field
          label="Name"
          name="settings.name"
          hint="Shown on every page, in feeds and in emails."
          defaultValue={saved.settings.name ?? ''}
          maxLength={60}
          autoComplete="off"
          refusal={told}
          required
        />
        <Field
          label="Tagline (optional)"
          name="settings.tagline"
          defaultValue={saved.settings.tagline ?? ''}
          maxLength={120}
          autoComplete="off"
          refusal={told}
        />
        <AccentField accent={saved.settings.accent ?? null} lock={undefined} refusal={told} />
      </PostForm>
      <Skip step="name" />
    </>
  )
}

function LogoStep({ saved, site, refusal }: Props) {
  return (
    <>
      <p className="text-lg text-soft">
        The logo appears next to the name. The icon appears in browser tabs, on home screens and in link
        previews. You can change both later in{' '}
        <a href="/admin/settings" className="link">
          Site settings
        </a>
        .
      </p>
      <div className="grid max-w-2xl gap-x-8 sm:grid-cols-2">
        <ImageForm slot="logo" saved={saved} site={site} refusal={refusal} />
        <ImageForm slot="icon" saved={saved} site={site} refusal={refusal} />
      </div>
      <p>
        <a href="/admin/setup?step=content" className={saved.settings.logo ? 'finger' : 'button'}>
          {saved.settings.logo ? 'Continue' : 'Skip step'}
        </a>
      </p>
    </>
  )
}

const templates = [
  ['blank', 'Blank site', 'Home, about, contact and privacy pages, and a first post.'],
  ['docs', 'Documentation site', 'Getting started, guides, a reference, and a home page that links to them.'],
  ['community', 'Community site', 'Home, rules, roles, events, and how to join.'],
  ['manual', 'Signpost’s own manual', 'The documentation of Signpost, to explore the software first.'],
] as const

function ContentStep({ saved, isBundled, refusal }: Props) {
  const told = refusalFor('content', refusal)
  const error = issueAt(told?.issues, 'starter')
  if (!isBundled)
    return (
      <>
        <Notice title="The content comes from your content folder.">
          Add files to this folder (CONTENT_DIR), or write entries in the console.
        </Notice>
        <Skip step="content" label="Continue" />
      </>
    )
  return (
    <>
      <PostForm intent="content" button="Create pages" busy="Creating pages" look="finger" refusal={told}>
        <fieldset aria-describedby={error && 'starter-error'}>
          <legend className="label">Starter content</legend>
          {error && (
            <p id="starter-error" className="font-semibold text-stop">
              {error}
            </p>
          )}
          <div className="mt-2 divide-y divide-line border-y border-line">
            {templates.map(([value, title, lead]) => (
              <div key={value} className="py-2">
                <Radio name="starter" value={value} defaultChecked={value === (saved.starter ?? 'blank')}>
                  <span>
                    <span className="font-semibold">{title}</span>
                    <span className="block text-muted">{lead}</span>
                  </span>
                </Radio>
              </div>
            ))}
          </div>
        </fieldset>
        <p className="text-muted">
          The pages are published immediately, except the privacy page, which is a draft. You can edit or
          delete them at any time. You can always read the manual under Help in the console.
        </p>
      </PostForm>
      <Skip step="content" />
    </>
  )
}

function BotStep({ hasBot, mayConnect }: Props) {
  return (
    <>
      {hasBot ? (
        <Notice tone="done" title="A bot is connected.">
          To manage commands and automations, add the bot to your Discord server.
        </Notice>
      ) : (
        <>
          <p className="text-lg text-soft">
            With a bot, you can manage slash commands and automations for your Discord server, and see its
            statistics. You can connect a bot now or later.
          </p>
          {mayConnect ? (
            <p>
              <a href="/admin/bot" className="finger">
                Connect bot
              </a>
            </p>
          ) : (
            <p>An owner can connect a bot on the “Bot” page of the console.</p>
          )}
          <p>
            <a href="/admin/help/first-bot" className="link">
              Read the full guide
            </a>
          </p>
        </>
      )}
      <Skip step="bot" label={hasBot ? 'Finish setup' : 'Skip step'} />
    </>
  )
}
