import { parse } from '../../../../core/domain/json.ts'
import { Checkbox, SelectField, TextField } from '../parts/field.tsx'
import { me } from '../session.ts'
import { t } from '../texts.ts'
import type { EventForm } from './form.ts'

/*
 * Fields of the calendar's own, by their JSON Schemas.
 */

interface FieldSchema {
  readonly type?: unknown
  readonly title?: unknown
  readonly description?: unknown
  readonly enum?: unknown
  readonly minimum?: unknown
  readonly maximum?: unknown
}

/** What a schema says of a field that has one; nothing where it cannot say itself. */
function schemas(): [name: string, schema: FieldSchema][] {
  const properties = me.value?.custom_fields.event.properties
  if (typeof properties !== 'object' || properties === null) return []
  return Object.entries(properties).map(([name, schema]) => [name, Object(schema)])
}

export function CustomFields({ form }: { readonly form: EventForm }) {
  const { custom } = form.values.value
  const set = (name: string, value: unknown) => form.set('custom', { ...custom, [name]: value })
  return (
    <>
      {schemas().map(([name, schema]) => {
        const label = typeof schema.title === 'string' ? schema.title : name
        const help = typeof schema.description === 'string' ? schema.description : undefined
        const fault = form.faults.value[`custom_fields.${name}`]
        const value = custom[name]
        if (schema.type === 'boolean') {
          return (
            <Checkbox
              key={name}
              label={label}
              help={help}
              checked={value === true}
              onChange={(one) => set(name, one)}
            />
          )
        }
        if (Array.isArray(schema.enum)) {
          const choices = schema.enum.map((one) => ({ value: String(one), label: String(one) }))
          const all: readonly unknown[] = schema.enum
          return (
            <SelectField
              key={name}
              label={label}
              help={help}
              fault={fault}
              value={value === undefined || value === null ? '' : String(value)}
              choices={[{ value: '', label: t('None') }, ...choices]}
              onChange={(text) => set(name, text === '' ? null : all.find((one) => String(one) === text))}
            />
          )
        }
        const isNumber = schema.type === 'integer' || schema.type === 'number'
        const isText = schema.type === 'string'
        const shown =
          value === undefined || value === null
            ? ''
            : typeof value === 'object'
              ? JSON.stringify(value)
              : String(value)
        return (
          <TextField
            key={name}
            label={label}
            help={help}
            fault={fault}
            type={isNumber ? 'number' : 'text'}
            value={shown}
            onChange={(text) =>
              set(name, text === '' ? null : isNumber ? Number(text) : isText ? text : parsed(text))
            }
          />
        )
      })}
    </>
  )
}

/** A field whose schema says nothing may be anything. */
function parsed(text: string): unknown {
  const value = parse(text)
  return value === undefined ? text : value
}
