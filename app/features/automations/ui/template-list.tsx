import { describeAutomation } from '#app/features/automations/describe.ts'
import { templates } from '#app/features/automations/templates.ts'

/** Renders a list of templates that link to the editor. */
export function TemplateList({ base, slugs }: { base: string; slugs?: readonly string[] }) {
  const shown = templates.filter(({ slug }) => !slugs || slugs.includes(slug))
  return (
    <ul className="mt-5 grid max-w-4xl gap-4 sm:grid-cols-2">
      {shown.map(({ slug, about, input }) => (
        <li key={slug} className="border-[1.5px] border-edge bg-raised p-5">
          <h3 className="text-2xl">
            <a href={`${base}/new?from=${slug}`} className="link inline-block">
              {input.name}
            </a>
          </h3>
          <p className="mt-1">{about}</p>
          <p className="mt-2 text-[0.9375rem] text-muted">{describeAutomation(input)}</p>
        </li>
      ))}
    </ul>
  )
}
