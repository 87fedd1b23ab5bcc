import type { FeatureOptions } from '../types/feature-options.ts'
import type { Feature, Later, Mounted, Mounts } from './feature.ts'
import type { OwnRows } from './mount/options.ts'
import type { Erase, Extensions, Heed, Work } from './mount/site.ts'

/** The options that features bring. */
export const optionsOf = (features: readonly Feature[]): OwnRows =>
  Object.assign({}, ...features.map(({ options }) => options))

/** Asks each feature what a calendar with these options has of it. */
export function mountFeatures(features: readonly Feature[], options: FeatureOptions): Mounts {
  const all = features.map(({ name, isInMe, on }) => ({ name, isInMe, mounted: on(options) }))
  const present = all.flatMap(({ mounted }) => mounted ?? [])
  const shows = present.flatMap(({ shows }) => shows ?? [])
  return {
    routes: present.flatMap(({ routes }) => routes ?? []),
    due: present.flatMap(({ due }) => due ?? []),
    extensions: {
      headers: Object.assign({}, ...present.map(({ headers }) => headers)),
      step: stepOf(present.flatMap(({ step }) => step ?? [])),
      heed: heedOf(present.flatMap(({ heed }) => heed ?? [])),
      shows: showsOf(shows),
      schemas: () => Promise.all(shows.map(({ schema }) => schema())),
      purge: workOf(present.flatMap(({ purge }) => purge ?? [])),
      deliver: workOf(present.flatMap(({ deliver }) => deliver ?? [])),
      erase: eraseOf(present.flatMap(({ erase }) => erase ?? [])),
    },
    features: Object.fromEntries(
      all.flatMap(({ name, isInMe, mounted }) => (isInMe ? [[name, mounted?.routes !== undefined]] : [])),
    ),
  }
}

/** One after the other: a step sees what those before it planned. */
function stepOf(steps: readonly NonNullable<Mounted['step']>[]): Extensions['step'] {
  if (steps.length === 0) return undefined
  return async (plan) => {
    for (const { concerns, settle } of steps) if (concerns(plan)) await (await settle())(plan)
  }
}

function heedOf(all: readonly NonNullable<Mounted['heed']>[]): Heed | undefined {
  if (all.length === 0) return undefined
  return (site, changes) => {
    const concerned = all.filter(({ concerns }) => concerns(changes))
    if (concerned.length === 0) return undefined
    const watched = Promise.all(concerned.map(async ({ watch }) => (await watch())(site, changes)))
    return watched.then((tells) => () => {
      for (const tell of tells) tell()
    })
  }
}

function showsOf(all: readonly NonNullable<Mounted['shows']>[]): Extensions['shows'] {
  if (all.length === 0) return undefined
  return (reader, ids, isOne) => {
    const asked = ids.length === 0 ? [] : all.filter(({ concerns }) => concerns(reader, isOne))
    if (asked.length === 0) return undefined
    const found = Promise.all(asked.map(async ({ members }) => (await members())(reader, ids)))
    return found.then((maps) => (id) => {
      const all = maps.flatMap((members) => members.get(id) ?? [])
      return all.length === 0 ? undefined : Object.assign({}, ...all)
    })
  }
}

function workOf(all: readonly Later<Work>[]): Work | undefined {
  if (all.length === 0) return undefined
  return async (...given) => {
    for (const work of all) await (await work())(...given)
  }
}

function eraseOf(all: readonly Later<Erase>[]): Erase | undefined {
  if (all.length === 0) return undefined
  return async (...given) => {
    const counts = { withdrawn: 0, contacts: 0 }
    for (const erase of all) {
      const { withdrawn, contacts } = await (await erase())(...given)
      counts.withdrawn += withdrawn
      counts.contacts += contacts
    }
    return counts
  }
}
