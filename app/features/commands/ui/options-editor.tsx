import type { Issue } from '#app/errors.ts'
import type { CommandOption } from '#app/features/commands/options.ts'
import { DraftSelect, DraftText, DraftToggle } from '#app/ui/forms/draft-fields.tsx'
import { channelTypes, OptionLimits } from '#app/features/commands/ui/option-limits.tsx'
import { Rows } from '#app/ui/forms/rows.tsx'

type Props = {
  value: readonly CommandOption[]
  onChange(value: CommandOption[]): void
  path: string
  issues: readonly Issue[]
  /** How many commands and groups the options are inside of. */
  depth?: 0 | 1 | 2
  /** True inside a group, which holds sub-commands only. */
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
  option: { name: 'Add an option', make: () => blank(3) },
  sub: { name: 'Add a sub-command', make: () => blank(1) },
  group: { name: 'Add a group', make: () => ({ ...blank(2), options: [blank(1)] }) },
}

/** Discord lets a level hold values, or sub-commands and groups, and never both. */
function addsFor(rows: readonly CommandOption[], depth: number, inGroup: boolean) {
  if (inGroup) return [add.sub]
  if (depth > 0) return [add.option]
  if (rows.length === 0) return [add.option, add.sub, add.group]
  return rows.some(({ type }) => type <= 2) ? [add.sub, add.group] : [add.option]
}

/** The options of a command: what somebody fills in when they use it. */
export function OptionsEditor({ value, onChange, path, issues, depth = 0, inGroup = false }: Props) {
  return (
    <Rows
      legend={inGroup ? 'Sub-commands of the group' : depth > 0 ? 'Options of the sub-command' : 'Options'}
      noun={inGroup ? 'sub-command' : 'option'}
      rows={value}
      onChange={onChange}
      adds={addsFor(value, depth, inGroup)}
      most={25}
      path={path}
      issues={issues}
      nameOf={({ name }) => name}
    >
      {(option, change, row) => (
        <OptionFields option={option} change={change} row={row} issues={issues} depth={depth} />
      )}
    </Rows>
  )
}

type Fields = {
  option: CommandOption
  change(option: CommandOption): void
  row: string
  issues: readonly Issue[]
  depth: 0 | 1 | 2
}

function OptionFields({ option, change, row, issues, depth }: Fields) {
  const at = (name: string) => ({ path: `${row}.${name}`, issues })
  const isBranch = option.type <= 2
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <DraftText
          label="Name"
          hint="Lower case, without spaces."
          value={option.name}
          onChange={(name) => change({ ...option, name })}
          {...at('name')}
        />
        {!isBranch && (
          <DraftSelect
            label="Type"
            hint="What is filled in."
            value={option.type}
            onChange={(type) => change(retyped(option, type))}
            options={optionNames}
            {...at('type')}
          />
        )}
      </div>
      <DraftText
        label="Description"
        value={option.description}
        onChange={(description) => change({ ...option, description })}
        {...at('description')}
      />
      {isBranch ? (
        <OptionsEditor
          value={option.options ?? []}
          onChange={(options) => change({ ...option, options })}
          {...at('options')}
          depth={depth === 0 ? 1 : 2}
          inGroup={option.type === 2}
        />
      ) : (
        <>
          <DraftToggle
            label="Must be filled in"
            value={option.required ?? false}
            onChange={(required) => change({ ...option, required })}
            {...at('required')}
          />
          <OptionLimits option={option} change={change} row={row} issues={issues} />
        </>
      )}
    </>
  )
}

/** The option with another type, without what the new type does not have. */
function retyped(option: CommandOption, type: number): CommandOption {
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
