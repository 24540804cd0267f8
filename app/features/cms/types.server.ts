import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { entryStatuses, fieldNames, type EntryInput } from '#app/features/cms/schema.ts'
import { components, elements, type ElementRule } from '#app/features/content/render/mdx.ts'
import { entryTypes, sections, type EntryType } from '#app/features/content/schema.ts'

const ofType: Record<EntryType, { name: string; place: string; without: (keyof EntryInput)[] }> = {
  page: { name: 'Page', place: '/', without: ['tags', 'section', 'order', 'author', 'published_on'] },
  doc: { name: 'Document', place: '/docs/', without: ['tags', 'author', 'published_on'] },
  post: { name: 'Post', place: '/blog/', without: ['section', 'order'] },
}

/** Returns the content types with their fields, and the components allowed in a body with their props. */
export async function describeTypes(ctx: Context) {
  allow(ctx, 'cms:write')
  return {
    types: entryTypes.map((type) => {
      const { name, place, without } = ofType[type]
      return { type, name, place, fields: fieldNames.filter((field) => !without.includes(field)) }
    }),
    statuses: [...entryStatuses],
    sections: [...sections],
    components: Object.entries({ ...components, ...elements }).map(([name, part]) =>
      describeComponent(name, part),
    ),
  }
}

function describeComponent(name: string, { props, holds, inline }: ElementRule) {
  const shape = Object.entries(props.shape)
  return {
    name,
    holds: typeof holds === 'object' ? holds.join(', ') : holds,
    inline: inline ?? false,
    props: shape.map(([prop, schema]) => {
      const { def } = schema as { def: { type: string; innerType?: { def: EnumDef } } & EnumDef }
      const inner: EnumDef = def.type === 'optional' ? def.innerType!.def : def
      const values = inner.entries ? Object.keys(inner.entries) : []
      return { name: prop, required: def.type !== 'optional', values }
    }),
  }
}

type EnumDef = { entries?: Record<string, string> }
