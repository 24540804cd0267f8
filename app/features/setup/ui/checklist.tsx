import { Check, Circle, Minus } from 'lucide-react'
import { Form } from '@remix-run/react'
import { setupTexts, type SetupStep } from '#app/features/setup/steps.ts'
import { Section } from '#app/ui/layout/section-layout.tsx'

type Step = {
  step: SetupStep
  state: 'open' | 'done' | 'skipped'
  href: string
  entries: { title: string; href: string }[]
}

const icons = { open: Circle, done: Check, skipped: Minus }
const stateTexts = { open: 'To do', done: 'Done', skipped: 'Skipped' }

/** Renders the steps of the setup until all are done or skipped. Each row links to its page. */
export function SetupChecklist({ steps }: { steps: readonly Step[] }) {
  if (steps.every(({ state }) => state !== 'open')) return null
  return (
    <Section id="setup" title="Set up your site">
      <ol className="max-w-2xl divide-y divide-line border-y border-line">
        {steps.map((one) => (
          <Row key={one.step} {...one} />
        ))}
      </ol>
    </Section>
  )
}

function Row({ step, state, href, entries }: Step) {
  const { title, lead } = setupTexts[step]
  const Icon = icons[state]
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
      <Icon className={`size-5 shrink-0 ${state === 'done' ? 'text-go' : 'text-muted'}`} aria-hidden="true" />
      <span className="sr-only">{stateTexts[state]}:</span>
      <span className="min-w-0 flex-1">
        <a href={href} className="link inline-block py-1 font-semibold">
          {title}
        </a>
        <span className="block text-muted">{lead}</span>
        {state === 'open' &&
          entries.map((entry) => (
            <a key={entry.href} href={entry.href} className="link mr-4 inline-block py-1">
              {entry.title}
            </a>
          ))}
      </span>
      {state === 'open' ? (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="skip" />
          <input type="hidden" name="step" value={step} />
          <button type="submit" className="button small min-h-11" aria-label={`Skip step: ${title}`}>
            Skip step
          </button>
        </Form>
      ) : (
        <span className="text-muted" aria-hidden="true">
          {stateTexts[state]}
        </span>
      )}
    </li>
  )
}
