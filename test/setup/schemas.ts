import type { StandardSchema } from 'kalends'

/** A Standard Schema written by hand. `read` returns the value, or throws an array of messages. */
export const schemaOf = <T>(read: (value: unknown) => T | Promise<T>): StandardSchema<unknown, T> => ({
  '~standard': {
    version: 1,
    vendor: 'by hand',
    validate: async (value) => {
      try {
        return { value: await read(value) }
      } catch (error) {
        if (!Array.isArray(error)) throw error
        return { issues: error.map((message) => ({ message: String(message) })) }
      }
    },
  },
})

/** Any text. */
export const anyLine = schemaOf((value) => {
  if (typeof value === 'string') return value
  throw ['is not a text']
})
