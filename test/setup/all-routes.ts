import { mountFeatures } from '../../src/core/mounted.ts'
import { FEATURES } from '../../src/features.ts'
import { createRoutes, type RoutesOptions } from '../../src/routes/index.ts'

/** The routes of a calendar with these options. */
export const allRoutes = (options: RoutesOptions['options'] = {}) =>
  createRoutes({
    ...{ namespace: 'vendor/events/v1', options },
    ofFeatures: mountFeatures(FEATURES, options).routes,
  })
