import { mountFeatures } from '../../src/core/mounted.ts'
import { createRoutes, type RoutesOptions } from '../../src/core/routes/index.ts'
import { FEATURES } from '../../src/features.ts'
import type { FeatureOptions } from '../../src/types/feature-options.ts'

/** The routes of a calendar with these options. */
export const allRoutes = (options: FeatureOptions & RoutesOptions['options'] = {}) =>
  createRoutes({
    ...{ namespace: 'vendor/events/v1', options },
    ofFeatures: mountFeatures(FEATURES, options).routes,
  })
