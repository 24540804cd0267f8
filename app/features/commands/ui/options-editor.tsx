import type { CommandOption } from '#app/features/commands/options.ts'
import { bound, type Bound, DraftSelect, DraftText, DraftToggle } from '#app/ui/forms/draft-fields.tsx'
import { channelTypes, OptionLimits } from '#app/features/commands/ui/option-limits.tsx'
import { RowsEditor } from '#app/ui/forms/rows.tsx'

type Props = Bound<CommandOption[]> & {
  /** Nesting depth of the options, which is 0 outside subcommands and groups. */
  depth?: 0 | 1 | 2
  /** True inside a group, which contains only subcommands. */
  inGroup?: boolean
}

const optionNames = [
  { value: 3, name: 'Text' },
  { value: 4, name: 'Whole number' },
  { value: 10, name: 'Number' },
  { value: 5, name: 'Yes or no' },
  { value: 6, name: 'Member' },
  { value: 7, name: 'Channel' },
  { value: 8, name: 'Role' },
  { value: 9, name: 'Member or role' },
  { value: 11, name: 'File' },
] as const

const blank = (type: number): CommandOption => ({
  type,
  name: '',
  description: '',
  ...(type <= 2 ? { options: [] } : { required: true }),
})

const add = {
  option: { name: 'Add option', make: () => blank(3) },
  sub: { name: 'Add subcommand', make: () => blank(1) },
  group: { name: 'Add group', make: () => ({ ...blank(2), options: [blank(1)] }) },
}

/** Returns the option types that can be added. A level contains either values, or subcommands and groups. */
function addableOptions(rows: readonly CommandOption[], depth: number, inGroup: boolean) {
  if (inGroup) return [add.sub]
  if (depth > 0) return [add.option]
  if (rows.length === 0) return [add.option, add.sub, add.group]
  return rows.some(({ type }) => type <= 2) ? [add.sub, add.group] : [add.option]
}

/** Renders the editor for a command's options. */
export function OptionsEditor({ depth = 0, inGroup = false, ...options }: Props) {
  return (
    <RowsEditor
      {...options}
      legend={inGroup ? 'Subcommands of the group' : depth > 0 ? 'Options of the subcommand' : 'Options'}
      noun={inGroup ? 'subcommand' : 'option'}
      adds={addableOptions(options.value, depth, inGroup)}
      most={25}
      nameOf={({ name }) => name}
    >
      {(option) => <OptionFields {...option} depth={depth} />}
    </RowsEditor>
  )
}

function OptionFields({ depth, ...bind }: Bound<CommandOption> & { depth: 0 | 1 | 2 }) {
  const { value: option, onChange } = bind
  const at = bound(bind)
  const isBranch = option.type <= 2
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <DraftText label="Name" hint="Use lowercase without spaces." {...at('name')} />
        {!isBranch && (
          <DraftSelect
            label="Type"
            hint="Inputs of the command."
            options={optionNames}
            {...at('type')}
            onChange={(type) => onChange(changeOptionType(option, type))}
          />
        )}
      </div>
      <DraftText label="Description" {...at('description')} />
      {isBranch ? (
        <OptionsEditor
          {...at('options')}
          value={option.options ?? []}
          depth={depth === 0 ? 1 : 2}
          inGroup={option.type === 2}
        />
      ) : (
        <>
          <DraftToggle label="Required" {...at('required')} />
          <OptionLimits {...bind} />
        </>
      )}
    </>
  )
}

/** Changes the type of an option and removes fields that the new type does not support. */
function changeOptionType(option: CommandOption, type: number): CommandOption {
  const { name, description, required, min_value, max_value, choices, autocomplete } = option
  const isNumber = type === 4 || type === 10
  const wasNumber = option.type === 4 || option.type === 10
  return {
    type,
    name,
    description,
    required,
    ...(isNumber && wasNumber ? { min_value, max_value, choices, autocomplete } : {}),
    ...(type === 7 ? { channel_types: [channelTypes[0].value] } : {}),
  }
}
