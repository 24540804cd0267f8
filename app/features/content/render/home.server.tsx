import type { ReactNode } from 'react'
import type { ComponentName, Props } from '#app/features/content/render/mdx.ts'

type WithChildren<N extends ComponentName> = Props<N> & { children?: ReactNode }

/** Renders the first actions for a visitor in one row, such as a command and a link. */
export const Actions = ({ children }: WithChildren<'Actions'>) => <div className="actions">{children}</div>

/** Renders a link to the live demo. `withDemoLinks` removes the link if the demo is off. */
export const DemoLink = ({ label }: Props<'DemoLink'>) => (
  <p className="demo-link">
    <a href="/demo" className="finger">
      {label}
    </a>
  </p>
)

/** Removes the demo links from a rendered body if the demo is off. Bodies are rendered without the configuration. */
export const withDemoLinks = (html: string, isOn: boolean): string =>
  isOn ? html : html.replace(/<p class="demo-link"><a href="\/demo" class="finger">[^<]*<\/a><\/p>/g, '')

/** Renders a signpost, with a finger for each subject. */
export const Guidepost = ({ children }: WithChildren<'Guidepost'>) => (
  <div className="guidepost">{children}</div>
)

export const Finger = ({ title, children }: WithChildren<'Finger'>) => (
  <div className="guide">
    <p className="finger">{title}</p>
    <div className="guide-body">{children}</div>
  </div>
)

/** Renders text beside a figure, on alternating sides. */
export const Feature = ({ children }: WithChildren<'Feature'>) => <div className="feature">{children}</div>
