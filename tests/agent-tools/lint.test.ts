import { describe, expect, test } from 'vitest'
import type { Property } from '#agent-tools/tool/schema.ts'
import { allTools } from '#agent-tools/page-tools.ts'

const tools = await allTools()

/** What every known host takes: plain types, no references, no composition. */
const portable = [
  ...['type', 'properties', 'required', 'enum', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['minLength', 'maxLength', 'pattern', 'items', 'default', 'description', 'additionalProperties'],
]
/** Fields that the site takes in several types, which only leaving the type out can say. */
const ofSeveralTypes = /(conditions\.rules\[\]|condition)\.value$/

type Schema = Property & { properties?: Record<string, Schema>; items?: Schema; required?: string[] }

describe.each(tools.map(({ tool }) => [tool.name, tool] as const))('%s', (name, tool) => {
  const schema = tool.inputSchema as Schema

  test('its name and its texts are within what hosts take', () => {
    expect(name).toMatch(/^[a-z]+(_[a-z]+){1,3}$/)
    expect(name.length).toBeLessThanOrEqual(30)
    expect(tool.title).toMatch(/^[A-Z][^.]{3,49}$/)
    expect(tool.description.length).toBeGreaterThan(40)
    expect(tool.description.length).toBeLessThanOrEqual(500)
    expect(tool.description).toMatch(/^[A-Z].*\.$/)
    for (const [parameter, { description = '' }] of Object.entries(schema.properties!)) {
      expect(parameter).toMatch(/^[a-z_]{2,30}$/)
      expect(description.length, parameter).toBeGreaterThan(5)
      expect(description.length, parameter).toBeLessThanOrEqual(150)
    }
  })

  test('its description gives no orders to the model about other instructions', () => {
    expect(tool.description).not.toMatch(/\b(ignore|always|never|must|do not|don’t|important)\b/i)
  })

  test('what has consequences says that the first call only asks', () => {
    if (tool.annotations.consequentialHint) {
      expect(tool.description).toContain('confirm_token')
      expect(schema.properties).toHaveProperty('confirm_token')
      expect(schema.required).not.toContain('confirm_token')
      expect(tool.annotations.readOnlyHint).toBe(false)
    } else expect(schema.properties).not.toHaveProperty('confirm_token')
  })

  test('its schema holds to the portable subset, at every depth', () => {
    const look = (part: Schema, place: string) => {
      expect(
        Object.keys(part).filter((keyword) => !portable.includes(keyword)),
        place,
      ).toEqual([])
      if (!ofSeveralTypes.test(place))
        expect(['object', 'string', 'integer', 'number', 'boolean', 'array'], place).toContain(part.type)
      for (const [key, inner] of Object.entries(part.properties ?? {})) look(inner, `${place}.${key}`)
      if (part.items) look(part.items, `${place}[]`)
      for (const required of part.required ?? []) expect(part.properties, place).toHaveProperty(required)
      if ('pattern' in part) expect(() => new RegExp(part.pattern as string, 'u')).not.toThrow()
      if (part.default !== undefined && part.enum) expect(part.enum).toContain(part.default)
      expect((part.description ?? '').length, place).toBeLessThanOrEqual(150)
    }
    look(schema, name)
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false })
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema)
  })
})
