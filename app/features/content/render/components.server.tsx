import { Children, createContext, isValidElement, useContext, useId } from 'react'
import type { ComponentProps, FunctionComponent, ReactElement, ReactNode } from 'react'
import type { ComponentName, KnownNames, Props } from '#app/features/content/render/mdx.ts'
import { englishMessages } from '#app/site/messages/messages.ts'
import { imageAttributes } from '#app/site/image-paths.ts'
import { Actions, DemoLink, Feature, Finger, Guidepost } from '#app/features/content/render/home.server.tsx'
import { RoleTable } from '#app/features/content/render/role-table.server.tsx'
import { ScrollTable } from '#app/features/content/render/scroll-table.server.tsx'

/** Components from other features, which show operations and browser tools. */
type KitComponent = 'Operation' | 'Operations' | 'BrowserTools' | 'BrowserToolPlaces'

/** Components that bodies can use, and the names that are valid in their props. */
export type ContentKit = {
  components: { [N in KitComponent]: FunctionComponent<Props<N>> }
  names: KnownNames
}

type WithChildren<N extends ComponentName> = Props<N> & { children?: ReactNode }

/** Bodies are rendered in English. `translateLabels` translates their labels. */
const { text } = englishMessages

function Callout({ type = 'note', children }: WithChildren<'Callout'>) {
  return (
    <aside className={`callout callout-${type}`} role="note">
      <p className="callout-label">{text(`page.${type}`)}</p>
      {children}
    </aside>
  )
}

const Place = createContext({ group: '', isFirst: true })

/** Renders tabs as radio buttons, so that they work without scripts, including with the arrow keys. */
function Tabs({ label, children }: WithChildren<'Tabs'>) {
  const group = useId()
  const tabs = Children.toArray(children).filter((child): child is ReactElement => isValidElement(child))
  return (
    <fieldset className="tabs" aria-label={label}>
      {tabs.map((tab, index) => (
        <Place.Provider key={index} value={{ group, isFirst: index === 0 }}>
          {tab}
        </Place.Provider>
      ))}
    </fieldset>
  )
}

function Tab({ title, children }: WithChildren<'Tab'>) {
  const { group, isFirst } = useContext(Place)
  return (
    <>
      <label>
        <input type="radio" name={group} defaultChecked={isFirst} />
        {title}
      </label>
      <div className="tab">{children}</div>
    </>
  )
}

/** Renders a figure, with `dark` instead of `src` in the dark theme. Browsers do not load hidden lazy images. */
function Figure({ src, dark, children, ...rest }: WithChildren<'Figure'>) {
  return (
    <figure className="figure">
      <Image src={src} {...rest} {...(dark ? { className: 'light-only' } : {})} />
      {dark && <Image src={dark} {...rest} className="dark-only" data-md="omit" />}
      {children && <figcaption>{children}</figcaption>}
    </figure>
  )
}

/** Renders an image. The URL of an uploaded image contains its size and smaller variants. */
function Image({ src = '', width, ...rest }: ComponentProps<'img'> & { 'data-md'?: 'omit' }) {
  const own = imageAttributes(src, width === undefined ? undefined : Number(width))
  const given = width === undefined ? {} : { width }
  return <img src={src} {...own} {...given} {...rest} loading="lazy" decoding="async" />
}

function Link({ href = '', ...rest }: ComponentProps<'a'>) {
  return <a href={href} {...(/^(https?:)?\/\//i.test(href) ? { rel: 'noopener' } : {})} {...rest} />
}

/** Renders an input, which in GFM is always the read-only checkbox of a task list. */
function Task(props: ComponentProps<'input'>) {
  return <input {...props} aria-label={text(props.checked ? 'page.done' : 'page.notDone')} />
}

const ownComponents = {
  a: Link,
  img: Image,
  input: Task,
  table: ScrollTable,
  th: (props: ComponentProps<'th'>) => <th scope="col" {...props} />,
  Callout,
  Tabs,
  Tab,
  Figure,
  Actions,
  DemoLink,
  Guidepost,
  Finger,
  Feature,
  Roles: RoleTable,
} satisfies Record<Exclude<ComponentName, KitComponent>, unknown> & Record<string, unknown>

/** Returns the components by element name, for allowed components and for Markdown elements. */
export const bodyComponents = ({ components }: ContentKit) => ({ ...ownComponents, ...components })
