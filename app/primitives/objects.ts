/** Returns the properties of an object that have these names, in the order of the names. */
export const pick = <T extends object, Name extends keyof T>(object: T, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, object[name]])) as Pick<T, Name>

/** Returns an own property by a name from outside, so that names such as `constructor` are not found. */
export const ownValue = <T>(
  table: Readonly<Record<string, T>>,
  name: string | null | undefined,
): T | undefined => (name && Object.hasOwn(table, name) ? table[name] : undefined)

/** Checks for a JSON object, which excludes null and lists. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the names whose values differ between two JSON objects. Ignores the order of properties, and treats null like
 * a missing value.
 */
export const changedNames = <Name extends PropertyKey>(
  names: readonly Name[],
  before: { [name in Name]?: unknown },
  after: { [name in Name]?: unknown },
): Name[] => names.filter((name) => normalJson(before[name]) !== normalJson(after[name]))

const normalJson = (value: unknown) =>
  JSON.stringify(value ?? null, (_name, part: unknown) =>
    isObject(part)
      ? Object.fromEntries(
          Object.entries(part)
            .filter(([, one]) => one !== null)
            .sort(([one], [other]) => (one < other ? -1 : 1)),
        )
      : part,
  )
