/** The first day of a week where a language is spoken, 0 for Sunday. Monday where the runtime does not know. */
export function weekStartOf(language: string): number {
  const locale = new Intl.Locale(language)
  // A method in newer runtimes, a property in older ones; TypeScript knows neither.
  const get: unknown = Reflect.get(locale, 'getWeekInfo')
  const info: unknown = typeof get === 'function' ? get.call(locale) : Reflect.get(locale, 'weekInfo')
  const first: unknown = typeof info === 'object' && info !== null ? Reflect.get(info, 'firstDay') : 1
  return typeof first === 'number' ? first % 7 : 1
}
