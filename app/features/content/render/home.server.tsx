import type { ReactNode } from 'react'
import type { ComponentName, Props } from '#app/features/content/render/mdx.ts'

type WithChildren<N extends ComponentName> = Props<N> & { children?: ReactNode }

/** Renders what a visitor can do first, such as a command and a link, in one row. */
export const Actions = ({ children }: WithChildren<'Actions'>) => <div className="actions">{children}</div>

/** Renders a link to the live demo. `withDemoLinks` removes the link if the demo is off. */
export const DemoLink = ({ label }: Props<'DemoLink'>) => (
  <p className="demo-link">
    <a href="/demo" className="finger">
      {label}
    </a>
  </p>
)

/** Keeps or removes the demo links in a rendered body, because bodies are rendered without the configuration. */
export const withDemoLinks = (html: string, isOn: boolean): string =>
  isOn ? html : html.replace(/<p class="demo-link"><a href="\/demo" class="finger">[^<]*<\/a><\/p>/g, '')

/** Renders a signpost, whose fingers point to what each of them shows. */
export const Guidepost = ({ children }: WithChildren<'Guidepost'>) => (
  <div className="guidepost">{children}</div>
)

export const Finger = ({ title, children }: WithChildren<'Finger'>) => (
  <div className="guide">
    <p className="finger">{title}</p>
    <div className="guide-body">{children}</div>
  </div>
)

/** Renders text beside a figure. The sides alternate. */
export const Feature = ({ children }: WithChildren<'Feature'>) => <div className="feature">{children}</div>
