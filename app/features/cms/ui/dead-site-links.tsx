import { useRouteLoaderData } from '@remix-run/react'
import { hasRole } from '#app/access.ts'
import type { DeadSiteLink } from '#app/features/cms/schema.ts'
import type { RootData } from '#app/ui/layout/root-data.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'

/** Names of the settings that contain links. */
const fieldNames: Partial<Record<DeadSiteLink['fields'][number], string>> = {
  home: 'home page setting',
  social: 'list of profiles',
  legal: 'list of legal pages',
}

/** Says which settings link to a page. `isHere` is true on the page of the entry. */
export const sentenceOf = ({ path, fields }: DeadSiteLink, isHere: boolean) => {
  const names = fields.map((name) => fieldNames[name] ?? name)
  const all = new Intl.ListFormat('en').format(names)
  return `The ${all} of the site still ${names.length > 1 ? 'link' : 'links'} to ${isHere ? 'this page' : path}.`
}

type Props = {
  links: readonly DeadSiteLink[]
  /** True on the page of the entry. */
  isHere?: boolean
}

/** Renders a notice for pages that are not public although the settings of the site link to them, or nothing. */
export function DeadSiteLinks({ links, isHere = false }: Props) {
  const { standing } = useRouteLoaderData<RootData>('root') ?? {}
  const [first, ...others] = links
  if (!first) return null
  return (
    <div className={isHere ? undefined : 'mb-6'}>
      <Notice tone="stop" title={sentenceOf(first, isHere)}>
        {others.map((link) => (
          <p key={link.path}>{sentenceOf(link, isHere)}</p>
        ))}
        <p>
          Visitors who follow the link see that the page does not exist.{' '}
          {links.some(({ isLocked }) => isLocked) ? (
            <>
              Publish the page, or change the link in <code>site.yaml</code>.
            </>
          ) : hasRole(standing?.role ?? 'member', 'site:write') ? (
            <>
              Publish the page, or change the link in the{' '}
              <a href="/admin/settings" className="link">
                site settings
              </a>
              .
            </>
          ) : (
            'Publish the page, or ask an administrator to change the site settings.'
          )}
        </p>
      </Notice>
    </div>
  )
}
