import { useState } from 'react'
import { useHydrated } from '#app/ui/feedback/use-alive.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { Labelled } from '#app/ui/forms/field-messages.tsx'
import { type FormRefusal, issueAt } from '#app/ui/forms/refusal.ts'
import { accentProblem, accentSteps } from '#app/site/accent.ts'

type Props = { accent: string | null; lock: string | undefined; refusal: FormRefusal | undefined }

const NAME = 'settings.accent'

/** Color of the picker before the site has an accent color. */
const DEFAULT = '#f2c200'

/**
 * Renders the accent color as a text field with a color picker, and a preview in both themes. With scripts, the preview
 * updates while the user types.
 */
export function AccentField({ accent, lock, refusal }: Props) {
  const sent = refusal?.values[NAME] ?? accent ?? ''
  const [color, setColor] = useState(sent)
  const isHydrated = useHydrated()
  if (lock) return <Field label="Accent color" name="" hint={lock} defaultValue={accent ?? ''} disabled />
  const typed = color.trim().toLowerCase()
  const isColor = /^#[0-9a-f]{6}$/.test(typed)
  const problem = isColor ? accentProblem(typed) : null
  return (
    <div>
      <Labelled
        label="Accent color (optional)"
        hint="A color such as #2f6f4f. Leave empty for the default yellow. Text and border colors are derived from the accent color."
        path={NAME}
        error={problem ? undefined : issueAt(refusal?.issues, NAME)}
      >
        {(id, aria) => (
          <div className="mt-1.5 flex gap-2">
            <input
              id={id}
              name={NAME}
              className="input"
              value={color}
              onChange={({ target }) => setColor(target.value)}
              autoComplete="off"
              spellCheck={false}
              maxLength={7}
              {...aria}
              aria-invalid={problem ? true : aria['aria-invalid']}
            />
            {isHydrated && (
              <input
                type="color"
                aria-label="Pick an accent color"
                className="input w-14 shrink-0 cursor-pointer p-1"
                value={isColor ? typed : DEFAULT}
                onChange={({ target }) => setColor(target.value)}
              />
            )}
          </div>
        )}
      </Labelled>
      <div role="status">
        {problem && <p className="mt-2 font-semibold text-stop">{problem}</p>}
        {isColor && !problem && <Preview accent={typed} />}
      </div>
    </div>
  )
}

/** Renders a button and a link in the colors of each theme. */
function Preview({ accent }: { accent: string }) {
  const steps = accentSteps(accent)
  const grounds = { light: '#fcfcf9', dark: '#0f1214' }
  return (
    <div className="mt-3 grid grid-cols-2 gap-3" aria-label="Preview" role="img">
      {(['light', 'dark'] as const).map((theme) => (
        <svg key={theme} viewBox="0 0 200 84" className="w-full border border-edge">
          <rect width="200" height="84" fill={grounds[theme]} />
          <path
            d="M14 14h118l18 18-18 18H14z"
            fill={steps[theme].sign}
            stroke={steps[theme].rim}
            strokeWidth="2"
          />
          <text x="26" y="38" fontSize="17" fontWeight="700" fill={steps[theme]['on-sign']}>
            Button
          </text>
          <text x="14" y="72" fontSize="15" fill={steps[theme].amber}>
            Accent text
          </text>
        </svg>
      ))}
    </div>
  )
}
