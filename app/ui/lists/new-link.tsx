/** Renders the primary action of a list. A small screen shows only “New”, and screen readers always the whole name. */
export const NewLink = ({ href, noun }: { href: string; noun: string }) => (
  <a href={href} className="finger">
    <span>
      New<span className="max-sm:sr-only"> {noun}</span>
    </span>
  </a>
)
