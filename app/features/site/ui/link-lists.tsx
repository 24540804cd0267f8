import { useState } from 'react'
import type { SavedSite } from '#app/features/site/schema.ts'
import { bound, DraftText, type Bound } from '#app/ui/forms/draft-fields.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { RowsEditor } from '#app/ui/forms/rows.tsx'
import { JsonField } from '#app/ui/forms/structured.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'
import type { Link, NavigationItem, Site, SiteField } from '#app/site/identity.ts'

type Props = {
  saved: SavedSite
  site: Site
  refusal: FormRefusal | undefined
  lockOf: (field: SiteField) => string | undefined
}

type Column = { title: string; links: Link[] }

/** Renders the editors for the navigation, the footer and social links. */
export function LinkLists(props: Props) {
  return (
    <>
      <List<NavigationItem>
        {...props}
        field="navigation"
        title="Navigation"
        lead="Links in the header. If you add none, the header links to all sections with entries."
        hint={
          'JSON, such as [{"label": "Blog", "href": "/blog"}, {"label": "More", "items": [{"label": "About", "href": "/about"}]}]. Empty: [].'
        }
      >
        {(rows) => (
          <RowsEditor
            {...rows}
            legend="Navigation"
            noun="link"
            most={10}
            adds={[
              { name: 'Add link', make: blankLink },
              { name: 'Add menu', make: () => ({ label: '', items: [blankLink()] }) },
            ]}
            nameOf={(item) => item.label || ('items' in item ? 'menu' : '')}
          >
            {(row) => <NavigationFields {...row} />}
          </RowsEditor>
        )}
      </List>
      <List<Column>
        {...props}
        field="footer"
        title="Footer"
        lead="Columns of links in the footer. If you add none, the footer links to your pages and sections."
        hint={'JSON, such as [{"title": "Read", "links": [{"label": "Blog", "href": "/blog"}]}]. Empty: [].'}
      >
        {(rows) => (
          <RowsEditor
            {...rows}
            legend="Columns"
            noun="column"
            most={4}
            adds={[{ name: 'Add column', make: () => ({ title: '', links: [blankLink()] }) }]}
            nameOf={({ title }) => title}
          >
            {(row) => (
              <>
                <DraftText label="Title" {...bound(row)('title')} />
                <Links legend="Links in this column" {...bound(row)('links')} />
              </>
            )}
          </RowsEditor>
        )}
      </List>
      <List<Link>
        {...props}
        field="social"
        title="Social links"
        lead="Links to your profiles on other sites, shown in the footer."
        hint={'JSON, such as [{"label": "Mastodon", "href": "https://example.social/@me"}]. Empty: [].'}
      >
        {(rows) => <Links {...rows} legend="Social links" />}
      </List>
    </>
  )
}

const blankLink = (): Link => ({ label: '', href: '' })

const Links = ({ legend, ...rows }: Bound<Link[]> & { legend: string }) => (
  <RowsEditor
    {...rows}
    legend={legend}
    noun="link"
    most={12}
    adds={[{ name: 'Add link', make: blankLink }]}
    nameOf={({ label }) => label}
  >
    {(row) => <LinkFields {...row} />}
  </RowsEditor>
)

const LinkFields = (row: Bound<Link>) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <DraftText label="Label" {...bound(row)('label')} />
    <DraftText label="Path or URL" {...bound(row)('href')} />
  </div>
)

function NavigationFields(row: Bound<NavigationItem>) {
  const { value } = row
  if ('href' in value) return <LinkFields {...(row as Bound<Link>)} />
  const menu = row as unknown as Bound<{ label: string; items: Link[] }>
  return (
    <>
      <DraftText label="Label" {...bound(menu)('label')} />
      <Links legend="Links in this menu" {...bound(menu)('items')} />
    </>
  )
}

type ListProps<T> = Props & {
  field: 'navigation' | 'footer' | 'social'
  title: string
  lead: string
  hint: string
  children(rows: Bound<T[]>): React.ReactNode
}

/** Renders a section with a list that is submitted as JSON. Shows a locked list as text. */
function List<T>({ saved, site, refusal, lockOf, field, title, lead, hint, children }: ListProps<T>) {
  const lock = lockOf(field)
  const name = `settings.${field}`
  const [rows, setRows] = useState(
    () => submitted<T>(refusal?.values[name]) ?? (saved.settings[field] as T[]) ?? [],
  )
  return (
    <Section id={field} title={title} lead={lock ? `${lead} ${lock}` : lead}>
      {lock ? (
        <p className="text-soft">{labelsOf(site[field])}</p>
      ) : (
        <JsonField
          name={name}
          label={title}
          hint={hint}
          value={rows}
          kept={refusal?.values[name]}
          refusal={refusal}
        >
          {children({ value: rows, onChange: setRows, path: name, issues: refusal?.issues ?? [] })}
        </JsonField>
      )}
    </Section>
  )
}

/** Returns the submitted list after an error, or undefined if the text is not a list. */
function submitted<T>(text: string | undefined): T[] | undefined {
  if (!text) return undefined
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? (list as T[]) : undefined
  } catch {
    return undefined
  }
}

const labelsOf = (list: readonly (NavigationItem | Column)[] | null) =>
  (list ?? []).map((item) => ('title' in item ? item.title : item.label)).join(', ') || 'None.'
