import type { FeatureOptions } from '../types/feature-options.ts'
import type { Feature, Later, Mounted, Mounts } from './feature.ts'
import type { OwnRows } from './mount/options.ts'
import type { Extensions, Work } from './mount/site.ts'

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
      step: stepOf(present.flatMap(({ step }) => step ?? [])),
      shows: showsOf(shows),
      schemas: () => Promise.all(shows.map(({ schema }) => schema())),
      purge: workOf(present.flatMap(({ purge }) => purge ?? [])),
      deliver: workOf(present.flatMap(({ deliver }) => deliver ?? [])),
    },
    features: Object.fromEntries(
      all.flatMap(({ name, isInMe, mounted }) => (isInMe ? [[name, mounted !== undefined]] : [])),
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

function showsOf(all: readonly NonNullable<Mounted['shows']>[]): Extensions['shows'] {
  if (all.length === 0) return undefined
  return (reader, ids, isOne) => {
    const asked = ids.length === 0 ? [] : all.filter(({ concerns }) => concerns(reader, isOne))
    if (asked.length === 0) return undefined
    const found = Promise.all(asked.map(async ({ members }) => (await members())(reader, ids)))
    return found.then(
      (maps) => (id) => Object.fromEntries(maps.flatMap((members) => Object.entries(members.get(id) ?? {}))),
    )
  }
}

function workOf(all: readonly Later<Work>[]): Work | undefined {
  if (all.length === 0) return undefined
  return async (...given) => {
    for (const work of all) await (await work())(...given)
  }
}
