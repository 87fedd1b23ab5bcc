import type { FeatureOptions } from '../types/feature-options.ts'
import type { Feature, Mounts } from './feature.ts'

/** Asks each feature what a calendar with these options has of it. */
export function mountFeatures(features: readonly Feature[], options: FeatureOptions): Mounts {
  const all = features.map(({ name, isInMe, on }) => ({ name, isInMe, mounted: on(options) }))
  const present = all.flatMap(({ mounted }) => mounted ?? [])
  return {
    routes: present.flatMap(({ routes }) => routes ?? []),
    due: present.flatMap(({ due }) => due ?? []),
    features: Object.fromEntries(
      all.flatMap(({ name, isInMe, mounted }) => (isInMe ? [[name, mounted !== undefined]] : [])),
    ),
  }
}
