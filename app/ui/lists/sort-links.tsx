import { listUrl, type ListState, type SortOrder } from '#app/ui/lists/list-state.ts'

type Sort = { name: string; by: string; order: SortOrder; isDefault?: boolean }

/** Renders links that sort a list without columns. */
export const SortLinks = ({ list, sorts }: { list: ListState; sorts: readonly Sort[] }) => (
  <nav aria-label="Sort" className="mt-2">
    <ul className="flex flex-wrap gap-x-4 text-sm">
      {sorts.map(({ name, by, order, isDefault }) => (
        <li key={by}>
          <a
            href={listUrl(list, isDefault ? { sort: undefined, order: undefined } : { sort: by, order })}
            className="place quiet list-tab"
            aria-current={(list.sort ? list.sort === by : isDefault) ? 'true' : undefined}
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
