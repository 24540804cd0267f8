import { Logo } from '#app/ui/layout/logo.tsx'
import { useSite } from '#app/ui/layout/root-data.ts'

type Props = { address: string; title: string; description: string; updated: string }

/**
 * Renders a decorative figure that shows the page as people and machines see it. The text beside the figure has the
 * same content.
 */
export function Representations({ address, title, description, updated }: Props) {
  const url = new URL(address)
  const site = useSite()
  return (
    <div
      className="relative isolate mx-auto w-full max-w-xl self-end pb-12 pt-5 lg:mt-14"
      aria-hidden="true"
      data-md="omit"
    >
      <div className="post absolute inset-y-0 rounded-t left-1/2 -z-10 -translate-x-1/2" />
      <p className="mx-auto w-fit max-w-full truncate bg-ink px-4 py-2 font-code text-sm text-paper">
        GET <span className="font-bold">{url.host}</span>
        {url.pathname}
      </p>
      <div className="mt-6 grid grid-cols-2 items-start gap-x-8 sm:gap-x-12">
        <div className="pt-14">
          <p className="finger finger-back finger-plain -mr-6 flex! justify-end sm:-mr-9">
            <span className="font-code text-[0.6875rem] sm:text-sm">text/markdown</span>
          </p>
          <div className="mt-4 border border-edge bg-raised p-3 font-code text-[0.6875rem] leading-relaxed text-soft shadow-card sm:p-4 sm:text-xs">
            <div className="fade h-60 overflow-hidden">
              <p className="tok-punctuation">---</p>
              <p>
                <span className="tok-keyword">title:</span> <span className="tok-string">"{title}"</span>
              </p>
              <p>
                <span className="tok-keyword">canonical_url:</span>{' '}
                <span className="tok-string">"{address}"</span>
              </p>
              <p>
                <span className="tok-keyword">last_updated:</span>{' '}
                <span className="tok-string">"{updated}"</span>
              </p>
              <p className="tok-punctuation">---</p>
              <p className="mt-3 font-bold text-ink"># {title}</p>
              <p className="mt-2">{description}</p>
            </div>
          </div>
        </div>
        <div>
          <p className="finger -ml-6 flex! sm:-ml-9">
            <span className="font-code text-[0.6875rem] sm:text-sm">text/html</span>
          </p>
          <div className="mt-4 border border-edge bg-raised shadow-card">
            <p className="flex items-center gap-1.5 border-b border-line px-3 py-2 font-sign text-xs font-bold sm:px-4">
              <Logo site={site} className="size-4" />
              {site.name}
            </p>
            <div className="p-3 pb-6 sm:p-4 sm:pb-8">
              <p className="font-sign text-xl font-bold leading-tight text-ink sm:text-2xl">{title}</p>
              <p className="mt-2 text-xs leading-relaxed text-soft">{description}</p>
              <p className="finger mt-4 min-h-0! text-xs!">Read the docs</p>
            </div>
          </div>
        </div>
      </div>
    </div>
  )
}
